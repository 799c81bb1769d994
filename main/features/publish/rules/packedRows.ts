import type { Status } from '../../../../preload/contract/results.ts'
import { statusOrder } from '../../../../preload/shared/rowOrder.ts'
import type { RowFacts } from './siteRow.ts'

/** Texts as one: each by itself would take several times its letters. */
export type PackedTexts = { readonly size: number; readonly at: (index: number) => string }

export const packTexts = (texts: readonly string[]): PackedTexts => {
  const all = texts.join('')
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) ends[index] = end += text.length
  return { size: texts.length, at: (index) => all.slice(index === 0 ? 0 : ends[index - 1], ends[index] ?? 0) }
}

/** The rows of a category, column by column: as objects they would take several times the memory. */
export type PackedRows = {
  readonly size: number
  /** Made anew at each call; what reads a single fact of many rows asks for that fact. */
  readonly at: (index: number) => RowFacts
  readonly name: (index: number) => string
  readonly bib: (index: number) => string
  readonly result: (index: number) => string
  readonly place: (index: number) => number | null
  readonly status: (index: number) => Status
  readonly isFinisher: (index: number) => boolean
}

type Widths = {
  /** How many texts each row has, and which of them is the bib; -1: none. */
  readonly texts: number
  readonly bibAt: number
  /** How many points each row has; a row may have none at all. */
  readonly points: number
}

export const packRows = <T>(
  rows: readonly T[],
  read: (row: T) => RowFacts,
  { texts, bibAt, points }: Widths,
): PackedRows => {
  const size = rows.length
  const ofRow = { names: Array<string>(), bibs: Array<string>(), results: Array<string>() }
  const cells = Array<string>(size * texts).fill('')
  const places = new Float64Array(size).fill(Number.NaN)
  const times = new Float64Array(size * points).fill(Number.NaN)
  const statuses = new Uint8Array(size)
  const marks = new Uint8Array(size)
  for (const [index, row] of rows.entries()) {
    const facts = read(row)
    ofRow.names.push(facts.name)
    ofRow.bibs.push(facts.bib)
    ofRow.results.push(facts.result)
    for (let at = 0; at < texts; at += 1) if (at !== bibAt) cells[index * texts + at] = facts.texts[at] ?? ''
    for (let at = 0; at < points; at += 1) times[index * points + at] = facts.pointsMs[at] ?? Number.NaN
    places[index] = facts.place ?? Number.NaN
    statuses[index] = statusOrder.indexOf(facts.status)
    marks[index] = (facts.isFinisher ? finisher : 0) | (facts.pointsMs.length > 0 ? withPoints : 0)
  }
  const [names, bibs, results] = [packTexts(ofRow.names), packTexts(ofRow.bibs), packTexts(ofRow.results)]
  const has = (index: number, mark: number): boolean => ((marks[index] ?? 0) & mark) !== 0
  const place = (index: number): number | null => known(places[index])
  const status = (index: number): Status => statusOrder[statuses[index] ?? 0] ?? 'unknown'
  const isFinisher = (index: number): boolean => has(index, finisher)
  const textsOf = (index: number, bib: string): readonly string[] => {
    const own = cells.slice(index * texts, (index + 1) * texts)
    if (bibAt !== -1) own[bibAt] = bib
    return own
  }
  return {
    size,
    name: names.at,
    result: results.at,
    bib: bibs.at,
    place,
    status,
    isFinisher,
    at: (index) => {
      const bib = bibs.at(index)
      return {
        place: place(index),
        bib,
        name: names.at(index),
        result: results.at(index),
        status: status(index),
        texts: textsOf(index, bib),
        pointsMs: has(index, withPoints)
          ? Array.from(times.subarray(index * points, (index + 1) * points), known)
          : noPoints,
        isFinisher: isFinisher(index),
      }
    },
  }
}

const [finisher, withPoints] = [1, 2]
const noPoints: RowFacts['pointsMs'] = []

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value)
