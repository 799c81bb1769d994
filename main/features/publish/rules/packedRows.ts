import { statusOrder, type RowFacts } from './siteRow.ts'

/** The rows of a category, column by column: as objects they would take three times the memory. Each is made anew when asked for. */
export type PackedRows = { readonly size: number; readonly at: (index: number) => RowFacts }

/** `texts` and `points`: how many each row has; a row may have no points at all. */
export const packRows = <T>(
  rows: readonly T[],
  read: (row: T) => RowFacts,
  { texts, points }: { readonly texts: number; readonly points: number },
): PackedRows => {
  const size = rows.length
  const width = 3 + texts
  const cells = Array<string>(size * width).fill('')
  const places = new Float64Array(size).fill(Number.NaN)
  const times = new Float64Array(size * points).fill(Number.NaN)
  const statuses = new Uint8Array(size)
  const marks = new Uint8Array(size)
  for (const [index, row] of rows.entries()) {
    const facts = read(row)
    for (const [at, text] of [facts.name, facts.bib, facts.result, ...facts.texts].entries()) {
      cells[index * width + at] = text
    }
    for (const [at, ms] of facts.pointsMs.entries()) times[index * points + at] = ms ?? Number.NaN
    places[index] = facts.place ?? Number.NaN
    statuses[index] = statusOrder.indexOf(facts.status)
    marks[index] = (facts.isFinisher ? finisher : 0) | (facts.pointsMs.length > 0 ? withPoints : 0)
  }
  const known = (value: number | undefined): number | null =>
    value === undefined || Number.isNaN(value) ? null : value
  return {
    size,
    at: (index) => {
      const [name = '', bib = '', result = '', ...own] = cells.slice(index * width, (index + 1) * width)
      const mark = marks[index] ?? 0
      const passed = (mark & withPoints) === 0 ? noTimes : times.subarray(index * points, (index + 1) * points)
      return {
        place: known(places[index]),
        bib,
        name,
        result,
        status: statusOrder[statuses[index] ?? 0] ?? 'unknown',
        texts: own,
        pointsMs: Array.from(passed, known),
        isFinisher: (mark & finisher) !== 0,
      }
    },
  }
}

const [finisher, withPoints] = [1, 2]
const noTimes = new Float64Array(0)
