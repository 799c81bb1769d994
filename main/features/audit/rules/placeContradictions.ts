import type { AuditRow } from './auditTypes.ts'

/** A finisher with a place and a time above zero. */
export type Timed = { readonly row: AuditRow; readonly place: number; readonly ms: number }

/** Sorted by place, then by time. */
export const placedRows = (rows: readonly AuditRow[], msOf: (row: AuditRow) => number | null): readonly Timed[] =>
  rows
    .flatMap((row): readonly Timed[] => {
      const ms = row.status === 'OK' && row.place !== null ? msOf(row) : null
      return ms === null || ms <= 0 || row.place === null ? [] : [{ row, place: row.place, ms }]
    })
    .sort((a, b) => a.place - b.place || a.ms - b.ms)

/** Marks the rows of a longest run, in their order, whose times never fall: those outside are the fewest that are wrong. */
export const longestRise = (times: readonly number[]): readonly boolean[] => {
  const ends: number[] = []
  const before = times.map(() => -1)
  for (const [position, time] of times.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((times[ends[middle] ?? 0] ?? 0) <= time) low = middle + 1
      else high = middle
    }
    before[position] = ends[low - 1] ?? -1
    ends[low] = position
  }
  const isKept = times.map(() => false)
  for (let position = ends.at(-1) ?? -1; position >= 0; position = before[position] ?? -1) isKept[position] = true
  return isKept
}

type Contradiction = { readonly row: Timed; readonly other: Timed }

/** The fewest rows whose places contradict their times, each with a row that it contradicts. */
export const contradictions = (timed: readonly Timed[]): readonly Contradiction[] => {
  const isKept = longestRise(timed.map(({ ms }) => ms))
  const after: (Timed | undefined)[] = []
  let next: Timed | undefined
  for (let position = timed.length - 1; position >= 0; position -= 1) {
    after[position] = next
    if (isKept[position] === true) next = timed[position]
  }
  const found: Contradiction[] = []
  let last: Timed | undefined
  for (const [position, row] of timed.entries()) {
    if (isKept[position] === true) {
      last = row
      continue
    }
    const other = last !== undefined && last.ms > row.ms ? last : after[position]
    if (other !== undefined) found.push({ row, other })
  }
  return found
}
