import * as z from 'zod'
import type { ChangeType } from '../../../../preload/contract/changes.ts'
import type { Instant } from '../../../../preload/contract/ids.ts'
import { excessOfJson, recordBounds } from '../../../kernel/bodyLimits.ts'
import { once } from '../../../kernel/once.ts'
import { instant } from './manifest.ts'

/** A change as one line of the capsule's ledger; what is null or 0 in the store is absent. */
export type CapsuleChange = {
  /** By which details name their headline; no number twice. */
  readonly id: number
  readonly at: Instant
  readonly type: ChangeType
  /** Index in the manifest's list. */
  readonly category: number
  readonly bib?: string
  readonly name?: string
  readonly before?: string
  readonly after?: string
  /** Place of the row in the body that brought the change. */
  readonly index?: number
  /** Whether the capsule's rows come from this body. */
  readonly isOfRows?: boolean
  readonly person?: string
  readonly personBefore?: string
  readonly headline?: number
  readonly count?: number
  readonly of?: number
  readonly isFirst?: boolean
}

const types = {
  new: true,
  result: true,
  place: true,
  status: true,
  name: true,
  club: true,
  moved: true,
  vanished: true,
  'mass-recalculation': true,
  drift: true,
  problem: true,
  recovered: true,
} as const satisfies { readonly [type in ChangeType]: true }

const text = () => z.string().max(1_000_000).exactOptional()
const count = () => z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const change = once(
  () =>
    z.strictObject({
      id: count(),
      at: instant(),
      type: z.enum(Object.keys(types) as (keyof typeof types)[]),
      category: count(),
      bib: text(),
      name: text(),
      before: text(),
      after: text(),
      index: count().exactOptional(),
      isOfRows: z.boolean().exactOptional(),
      person: text(),
      personBefore: text(),
      headline: count().exactOptional(),
      count: count().exactOptional(),
      of: count().exactOptional(),
      isFirst: z.boolean().exactOptional(),
    }) satisfies z.ZodType<CapsuleChange>,
)

/** `mask` hides secrets in texts. */
export const changeLine = (one: CapsuleChange, mask: (text: string) => string): string =>
  `${JSON.stringify(one, (_, value: unknown) => (typeof value === 'string' ? mask(value) : value))}\n`

/** Null for anything but a change; `categories` is their number in the manifest. */
export const readChangeLine = (line: string, categories: number): CapsuleChange | null => {
  if (excessOfJson(line, recordBounds) !== null) return null
  try {
    const read = change().safeParse(JSON.parse(line))
    return read.success && read.data.category < categories ? read.data : null
  } catch {
    return null
  }
}
