import type { ColumnRole } from '../../../../../preload/contract/roles.ts'
import { growthOf, middleOf } from '../cells/valuePoints.ts'
import { fitOf, type Context, type Fit } from './fits.ts'
import type { JudgedColumn } from './judgedColumn.ts'

type ValueClaim = { readonly role: ColumnRole; readonly confidence: number; readonly fit: Fit }

/** With fewer rows than this a pattern may be chance. */
const leastRows = 3

/** Claims from values alone, by distinctive patterns only; never above 0.75. */
export const claimsOfValues = (column: JudgedColumn, context: Context): readonly ValueClaim[] => {
  const { facts, name } = column
  if (facts.filled < leastRows || facts.lists > 0 || facts.booleans > 0 || name.isForeign) return []
  const claims: ValueClaim[] = []
  const claim = (role: ColumnRole, confidence: number, isMet: boolean): void => {
    if (!isMet) return
    const fit = fitOf(role, column, context)
    if (fit.fit > 0) claims.push({ role, confidence, fit })
  }
  const areSexes = facts.sexes + facts.mixed >= facts.filled * 0.95 && facts.sexes >= facts.filled * 0.7
  claim('sex', 0.72, facts.hasBothSexes && areSexes && facts.flags < facts.filled)
  claim('gap', 0.75, facts.hasGaps ? !context.table.areResults(column) : facts.pluses >= facts.filled * 0.6)
  claim('result', 0.7, context.table.areResults(column))
  // M20 may be a bib as well, but bibs are unique.
  const areRepeated = facts.bibs < facts.filled || facts.distinct <= facts.filled * 0.5
  claim('ageGroup', 0.74, facts.ageGroups >= facts.filled * 0.9 && areRepeated)
  claim('status', 0.72, facts.statuses >= facts.filled * 0.9 && facts.distinct > 1)
  claim('country', 0.68, facts.countries >= facts.filled * 0.9 && facts.filled >= 4)
  claim(
    'birthDate',
    0.7,
    facts.dates >= facts.filled * 0.95 && spreadOf(facts.dateYears) >= 5 && facts.dateYears[1] < 2025,
  )
  claim('birthYear', 0.68, isYears(column))
  claim('name', 0.68, isNames(column))
  claim('pace', 0.68, column.point === null && context.table.isPace(column))
  const { table } = context
  const isRanking = facts.least === 1 && facts.ints === facts.filled && facts.filled >= 8 && !facts.isRowNumber
  if (isRanking && (table.timesGrowBy(facts.numbers) ?? 0) < 0.9 && (table.growsByRow(facts.numbers) ?? 0) < 0.9) {
    const bySex = table.growsWithin(facts.numbers, 'sex') ?? 0
    const byCategory = table.growsWithin(facts.numbers, 'category') ?? 0
    claim('placeSex', 0.66, bySex >= 0.98 && bySex >= byCategory)
    claim('placeCategory', 0.66, byCategory >= 0.98 && bySex < 0.9)
  }
  if (name.isNameless) positional(column, context, claim)
  return claims
}

/** Claims for a nameless column, by how its numbers and times relate to others. */
const positional = (
  column: JudgedColumn,
  context: Context,
  claim: (role: ColumnRole, confidence: number, isMet: boolean) => void,
): void => {
  const { facts } = column
  const isEnough = facts.filled >= 5
  const grown = context.table.timesGrowBy(facts.numbers)
  const byRow = context.table.growsByRow(facts.numbers)
  const isRanking = facts.least === 1 && grown !== null && grown >= 0.95 && (byRow === null || byRow >= 0.9)
  const { columns } = context.table
  // The first column of a table without headers has the places, unless nobody has finished.
  const areFirst = positionOf(column) === 1 && facts.isRowNumber && facts.least === 1
  const isStartList = columns.some(context.table.isStart) && !columns.some((other) => isLongestTime(other, context))
  claim('place', 0.64, (isEnough && isRanking) || (areFirst && !isStartList))
  const isOnlyBib = columns.filter(mayBeBib).length === 1 && mayBeBib(column)
  claim('bib', 0.62, isEnough && isOnlyBib && !isRanking && (byRow === null || (byRow > 0.1 && byRow < 0.9)))
  claim('result', 0.66, !facts.hasGaps && isLongestTime(column, context))
  const givens = columns.filter(areGivenNames)
  const [given, ...others] = givens
  if (given === undefined || others.length > 0) return
  claim('firstName', 0.66, column === given)
  claim(
    'lastName',
    0.64,
    column !== given && Math.abs(positionOf(column) - positionOf(given)) === 1 && areFamilyNames(column),
  )
  claim('club', 0.62, column !== given && areClubs(column) && columns.filter(areClubs).length === 1)
}

/** Numbers of people rather than their places in another order. */
const mayBeBib = (column: JudgedColumn): boolean => {
  const { bibs, filled, distinct, least, most } = column.facts
  return bibs === filled && distinct === filled && !(least === 1 && most === filled) && !isYears(column)
}

const positionOf = ({ column }: JudgedColumn): number => Number(column.name)

const areGivenNames = ({ name, facts }: JudgedColumn): boolean =>
  name.isNameless &&
  facts.filled >= 5 &&
  facts.firstNames >= facts.filled * 0.5 &&
  facts.severalWords <= facts.filled * 0.4 &&
  facts.distinct >= facts.filled * 0.3

const areFamilyNames = ({ facts }: JudgedColumn): boolean =>
  facts.worded >= facts.filled * 0.9 &&
  facts.severalWords <= facts.filled * 0.3 &&
  facts.firstNames <= facts.filled * 0.3 &&
  facts.distinct >= facts.filled * 0.6

/** Words of clubs, or names of several words, that come again and again. */
const areClubs = ({ name, facts }: JudgedColumn): boolean =>
  name.isNameless &&
  facts.filled >= 8 &&
  facts.worded >= facts.filled * 0.95 &&
  facts.distinct >= 3 &&
  facts.distinct <= facts.filled * 0.7 &&
  facts.clubs >= facts.filled * 0.2 &&
  facts.firstNames <= facts.filled * 0.1

const spreadOf = ([least, most]: readonly [number, number]): number => most - least

const isYears = ({ facts }: JudgedColumn): boolean =>
  facts.ints === facts.filled &&
  facts.filled >= 5 &&
  facts.least >= 1930 &&
  facts.most <= 2024 &&
  facts.most - facts.least >= 3

const isNames = ({ facts }: JudgedColumn): boolean =>
  (facts.severalWords >= facts.filled * 0.9 || facts.eastern >= facts.filled * 0.9) &&
  facts.firstNames >= facts.filled * 0.4 &&
  facts.distinct >= facts.filled * 0.9

/** How much longer a result is than the time at the last point before it, and than the shortest time of a row. */
const longer = { thanAny: 1.02, thanShortest: 1.5 }

/**
 * The only time that is longer than every other in its row by a good part, and grows from row to row. The others are times on
 * the way to it or its pieces: the longest of several laps is none.
 */
const isLongestTime = (column: JudgedColumn, { table }: Context): boolean => {
  const { facts } = column
  if (facts.clocks + facts.marks < facts.filled * 0.85 || facts.clocks < facts.marks || facts.pluses > 0) return false
  if (table.isStart(column)) return false
  const grown = table.growsByRow(facts.timesMs)
  if (grown === null || grown < 0.9) return false
  const others = table.columns.filter(
    (other) => other !== column && other.column.split === undefined && other.facts.clocks > 0,
  )
  const rivals = others.filter((other) => !table.isTimeOfDay(other)).map((other) => other.facts.timesMs)
  const growth = growthOf([...rivals, facts.timesMs])
  if (growth === null) return true
  const isLongest = rivals.every((times) => facts.timesMs.every((ms, at) => !(ms <= (times[at] ?? 0) * longer.thanAny)))
  const arePieces = facts.timesMs.every((ms, at) => !((growth.sumsMs[at] ?? 0) > ms * 2.05))
  const shortest = Math.min(...others.map((other) => middleOf(other.facts.timesMs)))
  return isLongest && shortest * longer.thanShortest < middleOf(facts.timesMs) && (arePieces || growth.rising > 0.8)
}
