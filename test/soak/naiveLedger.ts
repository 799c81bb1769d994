import type { Finisher } from './changingService.ts'

export type NaiveChange = {
  readonly type: string
  readonly bib: string | null
  readonly name: string | null
  readonly before: string | null
  readonly after: string | null
}

export const lineOf = ({ type, bib, name, before, after }: NaiveChange): string =>
  JSON.stringify([type, bib, name, before, after])

const placeOf = ({ place }: Finisher): string | null => (place === null ? null : String(place))

/** Compares two tables row by row of the same bib, without any code of the app. */
export const reckonChanges = (before: readonly Finisher[], after: readonly Finisher[]): readonly NaiveChange[] => {
  const was = new Map(before.map((row) => [row.bib, row]))
  const is = new Map(after.map((row) => [row.bib, row]))
  const changes: NaiveChange[] = []
  for (const row of after) {
    const who = { bib: String(row.bib), name: row.name }
    const old = was.get(row.bib)
    if (old === undefined) {
      changes.push({ ...who, type: 'new', before: null, after: row.result })
      continue
    }
    const tell = (type: string, earlier: string | null, later: string | null): void => {
      if (earlier !== later) changes.push({ ...who, type, before: earlier, after: later })
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
    if (!is.has(row.bib)) {
      changes.push({ type: 'vanished', bib: String(row.bib), name: row.name, before: row.result, after: null })
    }
  }
  return changes
}
