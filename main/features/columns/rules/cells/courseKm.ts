import { cellReader } from '../table/columns.ts'
import { kmOfBareText, kmOfNumber, kmOfText } from './distances.ts'
import { isRated } from './timeRates.ts'
import { middleOf } from './valuePoints.ts'
import { nameWords, wordSet } from '../headers/nameWords.ts'
import type { JudgedColumn, JudgedTable } from '../roles/judgedColumn.ts'

/** Kilometres by row of the sample, NaN where unknown. */
export type KmByRow = Float64Array

const distanceWords = wordSet(
  'distance distances dist distanz distancia distanza distanta dystans strecke matka distans sträcka дистанция дист race course event parcours recorrido trasse epreuve prueba gara bieg lauf забег заезд group group2 distancename racename',
)

/** The name of a column that may say how long the course is. */
export const isDistanceName = (name: string): boolean => nameWords(name).some((word) => distanceWords.has(word))

/** The length of the course as the rows tell it: one for all of them, or each its own. Null when no column does. */
export const courseKmOf = ({ columns, sample }: JudgedTable): KmByRow | null => {
  let best: KmByRow | null = null
  let most = 0
  for (const column of columns) {
    if (column.column.split !== undefined || column.point !== null) continue
    if (!isDistanceName(column.column.name)) continue
    const km = kmOfCells(column, sample.rows)
    const known = km.filter((value) => value > 0).length
    if (known > most && known >= column.facts.filled * 0.5) [best, most] = [km, known]
  }
  return best
}

/** Faster than any wheels, and slower than any walk, in milliseconds per kilometre. */
const paceMs = { least: 8_000, ofRun: 720_000, most: 3_000_000 }
/** Shorter lengths may be something else, such as an age. */
const leastKm = 3

/**
 * Whether clock times cannot be those of a course whose length its rows name in words: 11:04:00 for 10 km is a time of day, and
 * 2:16 for a marathon counts hours. A bare number may be the id of a race.
 */
export const isPaceImpossible = (timesMs: Float64Array, table: JudgedTable, fromKm = leastKm): boolean => {
  const pace = paceOf(timesMs, table, fromKm)
  return pace < paceMs.least || pace > paceMs.most
}

/** Whether they are those of a run, by the length of the course, or by a pace or a speed beside them. */
export const isCoursePaced = (column: JudgedColumn, table: JudgedTable): boolean =>
  paceOf(column.facts.timesMs, table) < paceMs.ofRun || isRated(column, column.facts.timesMs, table)

/** Milliseconds per kilometre; NaN where the rows name no length. */
const paceOf = (timesMs: Float64Array, { columns, sample }: JudgedTable, fromKm = leastKm): number => {
  const worded = columns.filter(({ facts }) => facts.ints + facts.decimals === 0)
  const km = courseKmOf({ columns: worded, sample })
  const paces = timesMs.map((ms, at) => ms / (km?.[at] ?? Number.NaN)).filter((pace) => pace > 0)
  const isLong = km !== null && km.every((length) => Number.isNaN(length) || length >= fromKm)
  return isLong && paces.length >= 3 ? middleOf(paces) : Number.NaN
}

/** Kilometres of a column's cells: texts that name a length, or bare numbers. */
const kmOfCells = (column: JudgedColumn, rows: JudgedTable['sample']['rows']): KmByRow => {
  const read = cellReader(column.column)
  return Float64Array.from(rows, (row, at) => {
    const value = column.facts.numbers[at] ?? Number.NaN
    if (!Number.isNaN(value)) return kmOfNumber(value) ?? Number.NaN
    const cell = read(row)
    return typeof cell === 'string' ? (kmOfText(cell) ?? Number.NaN) : Number.NaN
  })
}

/** The point's distance from the start by its name, or by a field beside it in its list; null for pieces and other names. */
export const pointKmOf = (column: JudgedColumn, { columns, sample }: JudgedTable): KmByRow | null => {
  const { point } = column
  const { split, name } = column.column
  if (point?.says === 'lap') return null
  const named = kmOfText(split?.label ?? name) ?? kmOfBareText(split?.label ?? name)
  if (named !== null) return new Float64Array(sample.rows.length).fill(named)
  if (split === undefined) return null
  const beside = columns.find(
    (other) =>
      other.column.split?.list === split.list &&
      other.column.split.label === split.label &&
      nameWords(other.column.split.field).some((word) => word === 'distance' || word === 'dist' || word === 'km'),
  )
  return beside === undefined ? null : kmOfCells(beside, sample.rows)
}
