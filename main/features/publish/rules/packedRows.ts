import type { Status } from '../../../../preload/contract/results.ts'
import { statusOrder, type RowFacts } from './siteRow.ts'

/** The rows of a category, column by column: as objects they would take three times the memory. */
export type PackedRows = {
  readonly size: number
  /** Made anew at each call; what reads a single fact of many rows asks for that fact. */
  readonly at: (index: number) => RowFacts
  readonly name: (index: number) => string
  readonly bib: (index: number) => string
  readonly place: (index: number) => number | null
  readonly status: (index: number) => Status
  readonly isFinisher: (index: number) => boolean
}

/** `texts` and `points`: how many each row has; a row may have no points at all. */
export const packRows = <T>(
  rows: readonly T[],
  read: (row: T) => RowFacts,
  { texts, points }: { readonly texts: number; readonly points: number },
): PackedRows => {
  const size = rows.length
  const width = fixedTexts + texts
  const cells = Array<string>(size * width).fill('')
  const places = new Float64Array(size).fill(Number.NaN)
  const times = new Float64Array(size * points).fill(Number.NaN)
  const statuses = new Uint8Array(size)
  const marks = new Uint8Array(size)
  for (const [index, row] of rows.entries()) {
    const facts = read(row)
    const start = index * width
    cells[start] = facts.name
    cells[start + 1] = facts.bib
    cells[start + 2] = facts.result
    for (let at = 0; at < texts; at += 1) cells[start + fixedTexts + at] = facts.texts[at] ?? ''
    for (let at = 0; at < points; at += 1) times[index * points + at] = facts.pointsMs[at] ?? Number.NaN
    places[index] = facts.place ?? Number.NaN
    statuses[index] = statusOrder.indexOf(facts.status)
    marks[index] = (facts.isFinisher ? finisher : 0) | (facts.pointsMs.length > 0 ? withPoints : 0)
  }
  const mark = (index: number, one: number): boolean => ((marks[index] ?? 0) & one) !== 0
  const name = (index: number): string => cells[index * width] ?? ''
  const bib = (index: number): string => cells[index * width + 1] ?? ''
  const place = (index: number): number | null => known(places[index])
  const status = (index: number): Status => statusOrder[statuses[index] ?? 0] ?? 'unknown'
  const isFinisher = (index: number): boolean => mark(index, finisher)
  return {
    size,
    name,
    bib,
    place,
    status,
    isFinisher,
    at: (index) => ({
      place: place(index),
      bib: bib(index),
      name: name(index),
      result: cells[index * width + 2] ?? '',
      status: status(index),
      texts: cells.slice(index * width + fixedTexts, (index + 1) * width),
      pointsMs: mark(index, withPoints)
        ? Array.from(times.subarray(index * points, (index + 1) * points), known)
        : noPoints,
      isFinisher: isFinisher(index),
    }),
  }
}

/** Name, bib and result. */
const fixedTexts = 3
const [finisher, withPoints] = [1, 2]
const noPoints: RowFacts['pointsMs'] = []

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value)
