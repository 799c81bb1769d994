import type { ScreenState } from '../../preload/contract/screens/state.ts'

/** The state to show: while frozen, the content shown before stays with what is said of it. */
export const keepFrozen = (before: ScreenState | null, next: ScreenState): ScreenState => {
  if (!next.isFrozen || next.isOver || before === null || before.content === null) return next
  const { view, content, stage, isFinal, confirmedAt } = before
  return { ...next, view, content, stage, isFinal, confirmedAt }
}
