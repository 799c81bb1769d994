import type { Instant } from '../../../preload/contract/ids.ts'
import type { Category } from '../../../preload/contract/stages.ts'

const earliest = (instants: readonly Instant[]): Instant | null => instants.toSorted()[0] ?? null

/** The oldest confirmation of several categories. */
export const oldestConfirmation = (categories: readonly Category[]): Instant | null =>
  earliest(categories.map(({ confirmedAt }) => confirmedAt).filter((instant) => instant !== null))

export type ScopeState = {
  readonly rows: number
  readonly good: number
  readonly total: number
  readonly failed: readonly Category[]
  /** Answered without rows while earlier rows are kept; replies that were set aside are told apart. */
  readonly emptied: readonly Category[]
  readonly incomplete: readonly Category[]
  /** Their stored reply is damaged. */
  readonly damaged: readonly Category[]
  readonly confirmedAt: Instant | null
}

export const scopeState = (categories: readonly Category[]): ScopeState => {
  const failed = categories.filter(({ outcome }) => outcome === 'failed')
  return {
    rows: categories.reduce((sum, { rows, isDamaged }) => sum + (isDamaged === true ? 0 : rows), 0),
    good: categories.length - failed.length,
    total: categories.length,
    failed,
    emptied: categories.filter(
      ({ outcome, rows, setAside }) => outcome === 'no-rows' && rows > 0 && setAside === undefined,
    ),
    incomplete: categories.filter(({ incomplete }) => incomplete !== null),
    damaged: categories.filter(({ isDamaged }) => isDamaged === true),
    confirmedAt: oldestConfirmation(categories),
  }
}
