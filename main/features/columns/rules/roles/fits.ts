import type { ValuePattern } from '../../../../../preload/contract/columns.ts'
import type { ColumnRole, ColumnUnit, TimeUnit } from '../../../../../preload/contract/roles.ts'
import { timesIn, type ColumnFacts, type Sample } from './columnFacts.ts'
import { areOfLeader, areUnlikeGaps, haveLeader } from '../cells/leaders.ts'
import { isPaceImpossible } from '../cells/courseKm.ts'
import type { Strength } from './claim.ts'
import type { JudgedColumn, UnitOf } from './judgedColumn.ts'
import { placeRoles, type TableFacts } from './tableFacts.ts'

/** How well values go with a role: 1 they fit this role only · 0 they are neutral · below 0 they speak against it, -1 for certain. */
export type Fit = {
  readonly fit: number
  readonly pattern: ValuePattern
  readonly unit?: ColumnUnit
  /** Units that stay possible where none is clear. */
  readonly open?: readonly TimeUnit[]
}

export type Context = { readonly table: TableFacts; readonly unitOf: UnitOf }

const against = (fit = -1, pattern: ValuePattern = 'other'): Fit => ({ fit, pattern })
const silent: Fit = { fit: 0, pattern: 'other' }

/** How well a column's values fit a role; neutral without values. */
export const fitOf = (role: ColumnRole, column: JudgedColumn, context: Context): Fit => {
  const { facts } = column
  if (facts.filled === 0) return silent
  if (facts.lists > 0) return against()
  return fits[role](column, context)
}

type Judge = (column: JudgedColumn, context: Context) => Fit

const share = (count: number, { filled }: ColumnFacts): number => count / filled
/** Words alone can be anything: they go with a name that is clear, and never make it certain. */
const wordsFit = 0.48
const isFew = ({ distinct, filled }: ColumnFacts): boolean => distinct <= Math.max(12, filled * 0.3)
/** In one or two cells, M may be a name. */
const areSexes = ({ sexes, filled }: ColumnFacts, least: number): boolean => filled >= 3 && sexes > filled * least
const isNamed = ({ name: { claims } }: JudgedColumn, role: ColumnRole, least: Strength): boolean =>
  claims.some((claim) => claim.role === role && claim.strength >= least)

/** The rows that a column of places ranks. */
type Ranked = 'all' | 'sex' | 'category'

const place =
  (ranked: Ranked): Judge =>
  ({ facts, name }, { table }) => {
    if (facts.booleans > 0 || share(facts.ints + facts.marks, facts) < 0.9) return against()
    if (Number.isNaN(facts.least)) {
      // A column of zeros is a place only with a clear name.
      const isCalled = name.claims.some(({ role, strength }) => placeRoles.has(role) && strength >= 0.85)
      return isAllZero(facts) && !isCalled ? against(-0.6) : { fit: 0.1, pattern: 'places' }
    }
    if (facts.isRowNumber && facts.numbers[0] === 0) return against(-0.9, 'row-numbers')
    const perRow = table.growsByRow(facts.numbers)
    const withTimes = table.timesGrowBy(facts.numbers)
    // Sums of points fall from row to row.
    if (perRow !== null && perRow < 0.9 && withTimes === null && falls(facts, table)) return against(-0.6)
    if (ranked !== 'all') {
      const within = table.growsWithin(facts.numbers, ranked)
      const isOfAll = withTimes !== null && withTimes >= 0.95 && facts.distinct >= facts.filled * 0.97
      if (within !== null && within >= 0.97 && !isOfAll) return { fit: 1, pattern: 'growing' }
      // A header of the sex or category alone is no ranking.
      const isRanked = name.claims.some(
        ({ role, strength }) => role === 'place' || (role === roleOf[ranked] && strength >= 0.85),
      )
      if (!isRanked && !areManyRanks(facts) && !areCountedOn(facts, table)) return against(-0.5)
    }
    if (withTimes !== null && withTimes >= 0.95) return { fit: 1, pattern: 'growing' }
    if (facts.least === 1 && perRow !== null && perRow >= 0.95) return { fit: 0.8, pattern: 'growing' }
    if (facts.most > 150_000) return against(-0.5)
    // Places by sex or category restart in each group, so every number up to the last occurs.
    if (facts.least === 1 && facts.distinct >= facts.most * 0.9) return { fit: 0.52, pattern: 'places' }
    return withTimes !== null && withTimes < 0.7 && facts.least > 1
      ? { fit: 0.1, pattern: 'places' }
      : { fit: 0.5, pattern: 'places' }
  }

const falls = ({ numbers, most }: ColumnFacts, table: TableFacts): boolean =>
  (table.growsByRow(numbers.map((number) => most + 1 - number)) ?? 0) >= 0.95

/** More ranks, and higher ones, than there are classes to be numbered. */
const areManyRanks = ({ distinct, filled, most }: ColumnFacts): boolean => most > 15 && distinct > filled * 0.3

/** In ranks a first 4 stands after a 3; numbers of classes come in no such order. */
const areCountedOn = ({ numbers, most }: ColumnFacts, { sample: { indexes } }: TableFacts): boolean => {
  if (most < 5 || indexes.at(-1) !== indexes.length - 1) return false
  let last = 0
  return numbers.every((number) => {
    if (!(number > last)) return true
    const isNext = number === last + 1
    last = number
    return isNext
  })
}

const roleOf = { sex: 'placeSex', category: 'placeCategory' } as const

const bib: Judge = (judged, { table }) => {
  const { facts, column } = judged
  const bibs = share(facts.bibs + facts.legs, facts)
  const areLegs = facts.legs > 0 && bibs >= 0.95 && isNamed(judged, 'bib', 0.7)
  if (facts.booleans > 0 || (!areLegs && facts.ageGroups > facts.filled / 2)) return against()
  const isCalled = isNamed(judged, 'bib', 0.85)
  const areOdd = !areLegs && (facts.decimals > 0 || share(facts.bibs, facts) < 0.95)
  if (areOdd) return isCalled && areMarks(facts) ? against(-0.15) : against()
  // Bibs assigned in list order look like row numbers; only a clear header tells them apart.
  if (facts.isRowNumber) return against(isCalled ? -0.15 : -0.6, 'row-numbers')
  const unique = share(facts.distinct, facts)
  if (facts.filled >= 10 && unique < 0.6) return against(isCalled ? -0.15 : -0.35)
  if (unique < 0.97) return silent
  const isRanked = facts.least === 1 && (table.timesGrowBy(facts.numbers) ?? 0) >= 0.95 && facts.filled >= 5
  if (isRanked && column.kind === 'number') return against(isCalled ? -0.15 : -0.3, 'growing')
  return { fit: 0.9, pattern: 'unique' }
}

/** Short texts other than long numbers, times, dates or statuses: VIP, 10K-101, A, also with plain bibs among them. */
const areMarks = (facts: ColumnFacts): boolean =>
  facts.longest <= 12 &&
  facts.ints - facts.bibs < facts.filled / 2 &&
  (facts.decimals === 0 || facts.decimals + facts.ints < facts.filled) &&
  facts.clocks + facts.dates + facts.timestamps + facts.paces + facts.statuses === 0

const time =
  (kind: 'finish' | 'piece'): Judge =>
  (column, context) => {
    const { facts } = column
    const { table } = context
    if (facts.booleans > 0 || facts.timestamps > 0) return against()
    // One for all rows is the length of the course.
    const distances = kind === 'finish' && (facts.distinct > 1 || facts.filled === 1) ? facts.distances : 0
    const mixed = areMixed(facts) ? numbered(column, kind, context) : null
    const times = facts.clocks + (mixed?.unit === undefined ? facts.sentinels : facts.ints + facts.decimals)
    const clocks = share(times + facts.marks + distances, facts)
    if (facts.clocks > 0 && clocks >= 0.85) {
      const areGaps = facts.hasGaps ? !table.areResults(column) : facts.pluses > facts.clocks / 2
      if (areGaps || (kind === 'finish' && areUnlikeGaps(column))) return against(-0.6, 'plus')
      if (column.point === null && table.isPace(column)) return against(-0.7, 'pace')
      if (table.isStart(column) || (column.isFinish && table.isTimeOfDay(column))) return against()
      const open = table.unitsOfShort(column)
      const unit = mixed?.unit ?? open[0]
      const isImpossible = table.isTimeOfDay(column) || (unit !== 'h' && isPaceImpossible(facts.timesMs, table))
      const isPassing = table.arePassings && !isNamed(column, 'result', 1)
      if (open.length > 1) return { ...against(-0.6, 'clock'), open }
      if (kind === 'finish' && (isImpossible || isPassing)) return against()
      const said = unit === undefined ? {} : { unit }
      // Times in full say more than a time and the gaps to it.
      const grown = kind === 'finish' && !facts.hasGaps ? table.growsByRow(facts.timesMs) : null
      return grown !== null && grown >= 0.9
        ? { fit: 1, pattern: 'growing', ...said }
        : { fit: 0.8, pattern: 'clock', ...said }
    }
    if (mixed?.open !== undefined) return mixed
    if (distances > 0 && clocks >= 0.85) {
      const { distanceUnit } = facts
      return { fit: 0.8, pattern: 'numbers', ...(distanceUnit === null ? {} : { unit: distanceUnit }) }
    }
    if (facts.statuses > 0 && facts.statuses === facts.filled) return { fit: 0.1, pattern: 'statuses' }
    if (share(facts.ints + facts.decimals + facts.marks, facts) < 0.85) return against()
    // Numbers under a plain "chip" are chip numbers.
    if (isBareChip.test(column.column.name)) return against()
    if (facts.sentinels === facts.ints && Number.isNaN(facts.least) && isAllZero(facts)) return silent
    return numbered(column, kind, context)
  }

/** Numbers stand among clocks. */
const areMixed = ({ clocks, ints, decimals, sentinels }: ColumnFacts): boolean =>
  clocks > 0 && ints + decimals > sentinels

const isBareChip = /^(?:chip|чип|puce|transponder)$/i

const isAllZero = ({ numbers }: ColumnFacts): boolean => numbers.every((number) => !(number > 0))

const numbered = (column: JudgedColumn, kind: 'finish' | 'piece', { table, unitOf }: Context): Fit => {
  const { unit, open } = unitOf(column, column.isFinish ? 'finish' : kind)
  // A number of time and numbers of gaps to it.
  if (kind === 'finish' && unit !== null && haveLeader(column.facts.numbers)) {
    return { ...against(-0.6, 'number-of-time'), open: [unit] }
  }
  if (unit !== null && table.areStarts(column, timesIn(unit, column.facts))) return against()
  if (unit !== null) return { fit: column.name.unit === null ? 0.52 : 0.9, pattern: 'number-of-time', unit }
  // A number without a known unit may be a score.
  return { ...against(-0.6, 'number-of-time'), ...(open.length === 0 ? {} : { open }) }
}

const gap: Judge = (column, context) => {
  const { facts } = column
  if (facts.booleans > 0 || facts.timestamps > 0) return against()
  const areClocks = facts.clocks > 0
  const [hours, other] = context.table.unitsOfShort(column)
  if (other !== undefined) return against(-0.6, 'clock')
  const unit = !areClocks || areMixed(facts) ? context.unitOf(column, 'gap').unit : (hours ?? null)
  const numbers = unit === null && areClocks ? facts.ints : facts.ints + facts.decimals
  const said = areClocks ? facts.clocks + facts.marks + facts.distances : 0
  if (share(said + numbers, facts) < (areClocks ? 0.8 : 0.9)) return against()
  if (!areClocks && unit === null) return against(-0.2, 'number-of-time')
  const arePluses = facts.pluses > facts.clocks / 2
  const pattern = arePluses ? 'plus' : areClocks ? 'clock' : 'number-of-time'
  const gaps = unit === null ? facts.timesMs : timesIn(unit, facts)
  if (!areOfLeader(gaps, context.table)) return against(-0.6, pattern)
  return { fit: arePluses ? 1 : 0.52, pattern, ...(unit === null ? {} : { unit }) }
}

/** Counts cells of letters that match no other pattern. */
const words = (facts: ColumnFacts): number => {
  if (facts.booleans > 0 || facts.clocks > facts.filled * 0.1 || facts.ints > facts.filled * 0.3) return -1
  if (facts.dates + facts.timestamps + facts.paces > facts.filled * 0.1) return -1
  return share(facts.lettered, facts)
}

/**
 * Letters with figures among them, as in made-up names, and under a header that says outright whose they are most other
 * texts, too: people type what they like. They do not speak against a name that is clear.
 */
const areWorded = (column: JudgedColumn, role: ColumnRole): boolean => {
  const { facts } = column
  const least = isNamed(column, role, 1) ? 0.3 : 0.6
  return words(facts) >= 0 && share(facts.worded, facts) >= least && share(facts.ageGroups, facts) < 0.2
}

/** Words that mean something else: countries, age groups, sexes, yes and no. */
const areOtherWords = (facts: ColumnFacts): boolean => {
  if (share(facts.ageGroups, facts) > 0.5 || areSexes(facts, 0.5)) return true
  return facts.filled >= 3 && (share(facts.countries, facts) > 0.7 || facts.flags === facts.filled)
}

/** Few different texts in many rows, hence not names. */
export const areAlike = ({ filled, distinct }: ColumnFacts): boolean => filled >= 10 && distinct < filled * 0.4

const name: Judge = (column) => {
  const { facts } = column
  const letters = words(facts)
  if (letters < 0.8 ? !areWorded(column, 'name') : areOtherWords(facts) || share(facts.statuses, facts) > 0.7) {
    return against()
  }
  // A column of identical names yields to any other column of names.
  if (areAlike(facts)) return against(-0.02)
  if (letters < 0.8 || share(Math.max(facts.severalWords, facts.eastern), facts) < 0.6) return silent
  return { fit: facts.firstNames > facts.filled * 0.25 ? 1 : 0.7, pattern: 'names' }
}

const isBesideGivenNames = ({ index, facts }: JudgedColumn, { columns }: TableFacts): boolean =>
  facts.severalWords < facts.filled * 0.5 &&
  columns.some(
    (other) =>
      other.index !== index &&
      other.facts.severalWords < other.facts.filled * 0.5 &&
      other.facts.firstNames >= other.facts.filled * 0.3 &&
      other.facts.firstNames > facts.firstNames * 2,
  )

const oneName =
  (role: ColumnRole, more: (facts: ColumnFacts) => number = () => 0): Judge =>
  (column, { table }) => {
    const { facts } = column
    if (words(facts) < 0.85) return areWorded(column, role) ? silent : against()
    if (areOtherWords(facts)) return against(-0.7)
    // Initials are too short to be evidence.
    if (facts.longest <= 2) return silent
    if (role === 'firstName' && facts.severalWords >= facts.filled * 0.8) return against(-0.2)
    // The column beside given names has family names.
    if (role === 'lastName' && isBesideGivenNames(column, table)) return { fit: 0.7, pattern: 'words' }
    const evidence = more(facts)
    return evidence >= 0.25
      ? { fit: Math.min(1, 0.6 + evidence), pattern: 'first-names' }
      : { fit: wordsFit, pattern: 'words' }
  }

const sex: Judge = ({ facts }) => {
  if (facts.booleans > 0) return against()
  const isLetters =
    share(facts.sexes + facts.mixed, facts) >= 0.85 && facts.sexes > facts.filled / 2 && facts.distinct <= 8
  if (isLetters) return facts.flags === facts.filled ? { fit: 0.3, pattern: 'sex' } : { fit: 1, pattern: 'sex' }
  // The codes 0, 1 and 2 have no known meaning.
  return facts.ints === facts.filled && facts.distinct <= 3 && (facts.most || 0) <= 2 ? against(-0.1) : against()
}

const wholeBetween = (facts: ColumnFacts, least: number, most: number): boolean =>
  share(facts.ints, facts) >= 0.95 && facts.least >= least && facts.most <= most

const age: Judge = ({ facts }) => {
  if (facts.booleans > 0) return against()
  if (!wholeBetween(facts, 3, 105)) return isAllZero(facts) && facts.ints === facts.filled ? silent : against()
  return facts.isRowNumber ? against(-0.7, 'row-numbers') : { fit: 0.8, pattern: 'ages' }
}

const birthYear: Judge = (column, { table }) => {
  const { facts } = column
  if (wholeBetween(facts, 1915, 2030)) {
    const isBorn = table.areYearsOfBirth(facts.numbers)
    if (isBorn === true) return { fit: 1, pattern: 'years' }
    // A bare "year" may be that of the race, which is constant or constant in runs of rows.
    const isOfRace =
      isBorn === false ||
      (facts.filled >= 5 && facts.distinct === 1) ||
      facts.least >= 2016 ||
      isInBlocks(column, table)
    return isOfRace && !isNamed(column, 'birthYear', 1) ? against(-0.6) : { fit: 1, pattern: 'years' }
  }
  // Only the header distinguishes a two-digit year from an age, and such years are not read.
  if (!wholeBetween(facts, 1, 99)) return against()
  return facts.most > 80 && facts.filled >= 4 ? { fit: 0.5, pattern: 'years' } : { fit: 0.1, pattern: 'numbers' }
}

/** Sorted, or in runs of the same: typical of years of races in a list of several, hardly of years of birth. */
const isInBlocks = ({ facts }: JudgedColumn, table: TableFacts): boolean =>
  facts.filled >= 8 &&
  facts.distinct <= facts.filled / 2 &&
  facts.least >= 1970 &&
  (table.growsByRow(facts.numbers) ?? 1) >= 0.9

const birthDate: Judge = ({ facts }) =>
  share(facts.dates, facts) >= 0.9 && facts.dateYears[1] <= 2030 ? { fit: 1, pattern: 'dates' } : against()

const ageGroup: Judge = ({ facts }) => {
  if (facts.booleans > 0 || facts.clocks > 0 || facts.decimals > 0) return against()
  const patterns = share(facts.ageGroups, facts)
  const isUnique = facts.filled >= 10 && facts.distinct > facts.filled * 0.8
  if (patterns >= 0.6 && !isUnique) return { fit: 1, pattern: 'age-groups' }
  if (share(facts.ints, facts) > 0.3) return against()
  if (share(facts.sexes, facts) > 0.9) return silent
  if (!isFew(facts)) return against(-0.2)
  if (share(facts.lettered, facts) > 0.6) return { fit: 0.25, pattern: 'words' }
  return share(facts.worded, facts) > 0.6 ? silent : against(-0.2)
}

const group =
  (least: number): Judge =>
  ({ facts }) => {
    if (facts.booleans > 0 || facts.ints > facts.filled * 0.5 || facts.clocks > facts.filled * 0.1) return against()
    if (facts.dates + facts.timestamps + facts.paces > 0 || facts.decimals > facts.filled * 0.1) return against()
    if (share(facts.ageGroups, facts) > 0.7 || share(facts.statuses, facts) > 0.7) return against()
    if (areSexes(facts, 0.9)) return against(-0.6)
    if (areCodes(facts)) return against(-0.7)
    return share(facts.lettered, facts) >= least ? { fit: wordsFit, pattern: 'words' } : { fit: 0.1, pattern: 'words' }
  }

/** All cells are codes or names of several countries. */
const areCodes = (facts: ColumnFacts): boolean =>
  facts.filled >= 5 && facts.distinct >= 3 && share(facts.countries, facts) >= 0.9

const country: Judge = ({ facts }) => {
  if (words(facts) < 0.7) return against()
  if (share(facts.countries, facts) >= 0.8) return { fit: 1, pattern: 'country-codes' }
  if (share(facts.statuses, facts) > 0.7 || share(facts.sexes, facts) > 0.9) return against()
  return facts.filled >= 20 && facts.distinct > facts.filled * 0.8 ? against(-0.5) : { fit: 0.4, pattern: 'words' }
}

const region: Judge = (column, context) => {
  if (share(column.facts.states, column.facts) >= 0.8 && column.facts.distinct >= 3) return { fit: 1, pattern: 'words' }
  if (share(column.facts.statuses, column.facts) > 0.3) return against()
  return group(0.6)(column, context)
}

const status: Judge = ({ facts }) => {
  if (share(facts.statuses, facts) >= 0.6) return { fit: 1, pattern: 'statuses' }
  if (facts.clocks > 0 || facts.decimals > 0 || facts.booleans > 0) return against()
  if (facts.filled >= 10 && facts.distinct > Math.max(10, facts.filled * 0.3)) return against(-0.8)
  if (facts.ints === facts.filled) return (facts.most || 0) <= 999 ? { fit: 0.1, pattern: 'numbers' } : against(-0.6)
  return facts.ints > facts.filled * 0.5 ? against() : { fit: facts.statuses > 0 ? 0.4 : 0.05, pattern: 'words' }
}

const pointsIn = ({ distances, distanceUnit }: ColumnFacts): number => (distanceUnit === 'points' ? distances : 0)

const points: Judge = ({ facts }, { table }) => {
  if (facts.booleans > 0 || share(facts.ints + facts.decimals + pointsIn(facts), facts) < 0.9) return against()
  if (!(facts.least < 0) && facts.distinct >= 4 && falls(facts, table)) return { fit: 0.8, pattern: 'numbers' }
  return facts.isRowNumber ? against(-0.5, 'row-numbers') : { fit: wordsFit, pattern: 'numbers' }
}

const pace: Judge = (column, { table }) => {
  const {
    facts,
    name: { unit },
  } = column
  if (share(facts.paces, facts) >= 0.7 || table.isPace(column)) return { fit: 1, pattern: 'pace' }
  if (facts.clocks >= facts.filled * 0.85) {
    const middle = facts.timesMs.filter((ms) => ms > 0).toSorted()
    const ms = middle[Math.floor(middle.length / 2)] ?? 0
    return ms >= 60_000 && ms <= 1_800_000 && facts.pluses === 0 ? { fit: 0.8, pattern: 'pace' } : against()
  }
  if (share(facts.ints + facts.decimals, facts) < 0.9) return against()
  if (facts.least >= 1.5 && facts.most <= 30) return { fit: 0.4, pattern: 'numbers' }
  if (facts.least >= 60 && facts.most <= 1800) return { fit: 0.4, pattern: 'number-of-time', unit: unit ?? 's' }
  return against(-0.4)
}

/** Counted from 0 or 1 without gaps to speak of: such numbers begin anew in every table. */
const isCounted = (facts: ColumnFacts, { indexes }: Sample): boolean => {
  // `most` excludes numbers too large for a place.
  if (facts.ints < facts.filled || facts.sentinels > 1 || Number.isNaN(facts.least)) return false
  const rowsPerSampled = indexes.length < 2 ? 1 : (indexes.at(-1) ?? 0) / (indexes.length - 1)
  const step = Math.max(1, rowsPerSampled)
  return facts.least <= (step > 1 ? step * 4 : 1) && facts.most <= Math.max(1, facts.filled * step * 1.5)
}

const id: Judge = ({ facts }, { table: { sample } }) => {
  if (facts.booleans > 0 || facts.clocks > 0 || facts.decimals > 0 || facts.severalWords > 0) return against()
  // A row number may belong to another person after a refresh.
  if (facts.isRowNumber || isCounted(facts, sample)) return against(-0.9, 'row-numbers')
  const unique = share(facts.distinct, facts)
  return unique >= 0.97 ? { fit: 0.8, pattern: 'unique' } : against(unique > 0.8 ? -0.1 : -0.6)
}

const piece = time('piece')
const finish = time('finish')
/** A distance covered is a result, never a time. */
const finishTime: Judge = (column, context) =>
  column.facts.distances > column.facts.clocks ? against() : finish(column, context)

const fits: { readonly [R in ColumnRole]: Judge } = {
  place: place('all'),
  placeOverall: place('all'),
  placeSex: place('sex'),
  placeCategory: place('category'),
  bib,
  name,
  firstName: oneName('firstName', (facts) => facts.firstNames / facts.filled),
  lastName: oneName('lastName'),
  middleName: oneName('middleName', (facts) => facts.patronymics / facts.filled),
  sex,
  age,
  birthYear,
  birthDate,
  ageGroup,
  club: group(0.5),
  team: group(0.5),
  city: group(0.85),
  region,
  country,
  result: finish,
  gunTime: finishTime,
  chipTime: finishTime,
  gap,
  status,
  split: piece,
  lap: piece,
  points,
  pace,
  id,
}
