import type { DistanceUnit } from '../../../../../preload/contract/roles.ts'
import { unitOfWord } from '../distances.ts'
import type { RoleClaim } from '../roles/claims.ts'
import { growsWith } from '../roles/columnFacts.ts'
import type { Context } from '../roles/fits.ts'
import { nameWords } from '../headers/nameWords.ts'
import type { JudgedColumn } from '../roles/judgedColumn.ts'
import { isSpeedName } from './timeRates.ts'

const fewestRows = 5

/**
 * Columns of distances, laps or points that are the results of a table without times, as of a race over 24 hours: the better
 * the place, the higher they are. A bare number counts only where the column's name says what.
 */
export const claimsOfDistances = (context: Context): readonly RoleClaim[] => {
  const { columns } = context.table
  const places = columns.find(
    ({ column, name, facts }) =>
      column.split === undefined &&
      facts.ints > facts.filled * 0.7 &&
      facts.least === 1 &&
      name.claims.some(({ role, strength }) => (role === 'place' || role === 'placeOverall') && strength >= 0.85),
  )
  return columns.flatMap((column): readonly RoleClaim[] => {
    if (column.column.split !== undefined || column.column.of !== undefined) return []
    const unit = unitOf(column)
    if (unit === null || !isFalling(column, places, context)) return []
    const reasons = [
      { code: 'name', word: column.column.name },
      { code: 'values', word: 'numbers' },
    ] as const
    // A distance says more than a number of laps.
    const confidence = unit === 'km' || unit === 'mi' ? 0.73 : 0.72
    return [{ column, role: 'result', strength: 0.7, confidence, reasons, unit }]
  })
}

const unitOf = ({ column, facts }: JudgedColumn): DistanceUnit | null => {
  if (facts.filled < fewestRows || facts.distinct < 3 || isSpeedName(column.name)) return null
  if (facts.distances + facts.marks >= facts.filled * 0.85) return facts.distanceUnit
  if (facts.ints + facts.decimals + facts.marks < facts.filled * 0.85) return null
  const units = nameWords(column.name).map(unitOfWord)
  // A result in points has the role `points`.
  return units.find((unit) => unit !== null && unit !== 'points' && unit !== 'm') ?? null
}

const isFalling = ({ facts }: JudgedColumn, places: JudgedColumn | undefined, { table }: Context): boolean => {
  const numbers = facts.distances > 0 ? facts.distanceValues : facts.numbers
  const grown = places === undefined ? table.growsByRow(numbers) : growsWith(numbers, places.facts.numbers)
  // Ties do not rise either, so check for falls.
  return grown === null || facts.distinct < facts.filled * 0.8 ? neverRises(numbers, places) : grown <= 0.1
}

/** Few laps and many runners: from place to place the number is the same or lower. */
const neverRises = (numbers: Float64Array, places: JudgedColumn | undefined): boolean => {
  const order = [...numbers.keys()].filter((at) => !Number.isNaN(numbers[at] ?? Number.NaN))
  if (places !== undefined) {
    const placeAt = (at: number): number => places.facts.numbers[at] ?? Number.NaN
    const placed = order.filter((at) => placeAt(at) > 0)
    if (placed.length < fewestRows) return false
    order.splice(0, order.length, ...placed.toSorted((a, b) => placeAt(a) - placeAt(b)))
  }
  let rises = 0
  for (let at = 1; at < order.length; at += 1) {
    if ((numbers[order[at] ?? 0] ?? 0) > (numbers[order[at - 1] ?? 0] ?? 0)) rises += 1
  }
  return order.length >= fewestRows && rises <= order.length * 0.05
}
