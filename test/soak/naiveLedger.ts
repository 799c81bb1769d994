import type { Finisher } from './changingService.ts'

const placeOf = ({ place }: Finisher): string | null => (place === null ? null : String(place))

/** Compares two tables row by row of the same bib, without any code of the app: type, bib, name, before and after of each change, as JSON. */
export const reckonChanges = (before: readonly Finisher[], after: readonly Finisher[]): readonly string[] => {
  const was = new Map(before.map((row) => [row.bib, row]))
  const is = new Map(after.map((row) => [row.bib, row]))
  const changes: string[] = []
  const push = (type: string, { bib, name }: Finisher, earlier: string | null, later: string | null): unknown =>
    changes.push(JSON.stringify([type, String(bib), name, earlier, later]))
  for (const row of after) {
    const old = was.get(row.bib)
    if (old === undefined) {
      push('new', row, null, row.result)
      continue
    }
    const tell = (type: string, earlier: string | null, later: string | null): void => {
      if (earlier !== later) push(type, row, earlier, later)
    }
    tell('result', old.result, row.result)
    // A finisher gets and loses place and result together, which is one piece of news.
    const hasArrived = old.result === null && row.result !== null && old.place === null
    const isTakenBack = old.result !== null && row.result === null && row.place === null
    if (!hasArrived && !isTakenBack) tell('place', placeOf(old), placeOf(row))
    tell('status', old.status, row.status)
    tell('name', old.name, row.name)
    tell('club', old.club || null, row.club || null)
  }
  for (const row of before) {
    if (!is.has(row.bib)) push('vanished', row, row.result, null)
  }
  return changes
}
