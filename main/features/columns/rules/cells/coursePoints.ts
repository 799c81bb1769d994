import type { TimeUnit } from '../../../../../preload/contract/roles.ts'
import { dayMs, earliestMs } from './startTimes.ts'
import { isTimeUnit } from '../../../../kernel/times.ts'
import { timesIn } from '../roles/columnFacts.ts'
import { fitOf, type Context } from '../roles/fits.ts'
import type { JudgedColumn } from '../roles/judgedColumn.ts'
import { nameWords } from '../headers/nameWords.ts'
import type { PointSays } from '../headers/splitNames.ts'
import { placedKey, type TableFacts } from '../roles/tableFacts.ts'
import { isFinishByName } from './timeUnits.ts'
import { growthOf, middleOf, type Growth } from './valuePoints.ts'

export type PointRole = {
  readonly column: JudgedColumn
  readonly role: 'split' | 'lap'
  readonly confidence: number
  readonly unit?: TimeUnit
  readonly isGrowing: boolean
}

type Timed = {
  readonly column: JudgedColumn
  readonly says: 'total' | 'lap' | null
  readonly ms: Float64Array
  readonly unit?: TimeUnit
}

/**
 * Which columns are times at points of the course (split) and which of the pieces between them (lap). Names say so, or the
 * values do: times from the start grow from point to point in nearly every row, pieces do not.
 */
export const findPoints = (context: Context): readonly PointRole[] => {
  const families = new Map<string, Timed[]>()
  const refused = new Set<string>()
  for (const column of context.table.columns) {
    const timed = timedColumn(column, context)
    if (timed === null) {
      if (column.point !== null) refused.add(familyOf(column, column.point.says))
      continue
    }
    const family = familyOf(column, timed.says)
    const known = families.get(family)
    if (known === undefined) families.set(family, [timed])
    else known.push(timed)
  }
  const { finishMs, valuePoints } = context.table
  const byValues = [
    ...valuePoints.totals.map((column) => unnamedPoint(column, 'split', context)),
    ...valuePoints.pieces.map((column) => unnamedPoint(column, 'lap', context)),
  ].filter((point) => point !== null)
  const shown = new Set(byValues.map(({ column }) => column.index))
  const named = [...families]
    .filter(([key, family]) => !refused.has(key) || family.some(({ column }) => column.facts.filled > 0))
    .map(([, family]) => family)
    .filter((family) => !areCodes(family, context.table) && !areOfDay(family, finishMs))
    .flatMap(byLine)
    .flatMap((family) => judge(family, finishMs))
  return [...named.filter(({ column }) => !shown.has(column.index)), ...byValues]
}

/** Confidence in a point that only the cells of its column show. */
const unnamedConfidence = 0.66

const unnamedPoint = (column: JudgedColumn, role: 'split' | 'lap', context: Context): PointRole | null => {
  const { fit, unit } = fitOf(role, column, context)
  if (fit < 0.5 || (unit !== undefined && !isTimeUnit(unit))) return null
  return {
    column,
    role,
    confidence: unnamedConfidence,
    ...(unit === undefined ? {} : { unit }),
    isGrowing: role === 'split',
  }
}

/** Columns of the second lines of rows, "CP1 (2)" and "CP2 (2)", are a family of their own: most often the pieces that end at the points. */
const byLine = (family: readonly Timed[]): readonly (readonly Timed[])[] => {
  const lines = new Map<string, Timed[]>()
  for (const timed of family) {
    const line = / \((\d)\)$/.exec(timed.column.column.name)?.[1] ?? '1'
    lines.set(line, [...(lines.get(line) ?? []), line === '1' ? timed : { ...timed, says: timed.says ?? 'lap' }])
  }
  const groups = [...lines.values()]
  return groups.every(({ length }) => length > 1) ? groups : [family]
}

/** The units that stay possible of numbers at a point; null for other columns. */
export const openUnitsOf = (column: JudgedColumn, context: Context): readonly TimeUnit[] | null =>
  isAboutTime(column) ? (fitOf('split', column, context).open ?? null) : null

const isAboutTime = ({ point, facts, name, column }: JudgedColumn): boolean => {
  if (point === null || point.says === 'place' || name.claims.some(({ role }) => role === 'other')) return false
  const isFlat = column.split === undefined
  if (isFlat && point.key !== placedKey && name.claims.some(({ strength }) => strength >= 0.85)) return false
  // A number at a point may be anything, unless its name means a time.
  const isNumber = facts.filled > 0 && facts.clocks === 0
  // The number of the lap.
  if (!isFlat && isNumber && facts.distinct === 1 && facts.filled >= 3 && facts.most < 1_000) return false
  return isFlat || !isNumber || point.says !== null || name.claims.some(({ role }) => role === 'result')
}

const timedColumn = (column: JudgedColumn, context: Context): Timed | null => {
  const { point, facts } = column
  if (point === null || point.says === 'place' || !isAboutTime(column)) return null
  const fit = fitOf('split', column, context)
  if (facts.filled > 0 && fit.fit < 0.5) return null
  const unit = isTimeUnit(fit.unit) ? fit.unit : undefined
  const ms = unit !== undefined ? timesIn(unit, facts) : facts.clocks > 0 ? facts.timesMs : facts.numbers
  return { column, says: point.says, ms, ...(unit === undefined ? {} : { unit }) }
}

const controlWords = new Set(
  'control controls code checkpoint checkpoints cp kp кп кт пкт point points punkt пункт точка контроль'.split(' '),
)
/** The team's time at a point may be that of several legs, and a late one in the file of one that is shorter. */
const mostOfFinish = 5
/** Controls have no higher codes. */
const highestCode = 1023

/** Numbers of controls, which repeat from row to row, or would be times of the first minutes only. */
const areCodes = (family: readonly Timed[], { columns }: TableFacts): boolean => {
  const filled = family.map(({ column }) => column).filter(({ facts }) => facts.filled > 0)
  const areNumbers = filled.every(
    ({ column, facts }) =>
      facts.ints === facts.filled &&
      facts.most <= highestCode &&
      nameWords(column.split?.field ?? column.name).some((word) => controlWords.has(word)),
  )
  if (filled.length === 0 || !areNumbers) return false
  if (filled.every(({ facts }) => facts.filled > 1 && facts.distinct <= facts.filled * 0.6)) return true
  const finish = columns.find((column) => isFinishByName(column) && column.facts.ints > 0)
  const reach = Math.max(...filled.map(({ facts }) => middleOf(facts.numbers)))
  return finish !== undefined && reach < middleOf(finish.facts.numbers) * 0.3
}

/** Times several times as long as the results are those of the day, and so are those from a morning on that lie near one another. */
const areOfDay = (family: readonly Timed[], finishMs: Float64Array | null): boolean => {
  const middles = family.map(({ ms }) => middleOf(ms)).filter((middle) => middle > 0)
  const [first, last] = [Math.min(...middles), Math.max(...middles)]
  const isLate = middles.length > 1 && first >= earliestMs && first > last * 0.7 && last < dayMs
  if (finishMs === null) return isLate
  const most = isLate ? 1.05 : mostOfFinish
  return family.some(({ ms }) => middleOf(ms.map((one, at) => one / (finishMs[at] ?? Number.NaN))) > most)
}

/** Columns that are about the same thing at different points. */
const familyOf = ({ column, point }: JudgedColumn, says: PointSays): string => {
  if (column.split !== undefined) return `list ${column.split.list} ${column.split.field}`
  if (says === 'lap' && point?.isSure === false) return 'flat legs'
  // Columns of an athlete's second line repeat the names with a number added.
  if (point?.key === placedKey) return `flat placed ${/ \((\d+)\)$/.exec(column.name)?.[1] ?? ''}`
  const key = point?.key.replace(/[\d.]+/g, '').trim() ?? ''
  if (key === 'km' || key === 'mi' || key === 'm' || key === 'half') return `flat ${says ?? ''} way`
  // Control1 and Punch1 are about one point, not about the same thing.
  const words = nameWords(column.name).filter((word) => !/\d/.test(word))
  return `flat ${says ?? ''} ${key === '' ? words.join(' ') : key}`
}

const judge = (family: readonly Timed[], finishMs: Float64Array | null): readonly PointRole[] => {
  const growth = growthOf(family.filter(({ column }) => column.facts.filled > 0).map(({ ms }) => ms))
  return family.map(({ column, says, unit }) => {
    // Segments and cumulative times may be mixed; only column names can tell them apart.
    const areMixed = column.point?.key === placedKey && growth !== null && growth.rising > 0.3 && growth.rising <= 0.8
    const byValues = areMixed ? null : sayOfGrowth(growth, says, finishMs)
    const isEmpty = column.facts.filled === 0
    return {
      column,
      role: meaning(says, byValues) === 'lap' ? 'lap' : 'split',
      confidence: confidenceOf(column, says, byValues, isEmpty),
      ...(unit === undefined ? {} : { unit }),
      isGrowing: byValues === 'total',
    }
  })
}

/**
 * Pieces may all rise too: runners tire, and the wheels take longer than the water. What is called a piece is one as long as
 * the pieces of a row are no more than its result; where they are more, one clock that is wrong makes no pieces of the others.
 */
const sayOfGrowth = (
  growth: Growth | null,
  says: Timed['says'],
  finishMs: Float64Array | null,
): 'total' | 'lap' | null => {
  if (growth === null) return null
  const sums = growth.sumsMs.filter((sum, at) => sum > 0 && (finishMs?.[at] ?? 0) > 0)
  const above = growth.sumsMs.filter((sum, at) => sum > (finishMs?.[at] ?? Number.POSITIVE_INFINITY) * 1.02)
  const areMore = sums.length >= 2 && above.length > sums.length * 0.8
  if (growth.rising <= 0.8) return says === 'total' && areMore ? null : 'lap'
  if (growth.rising < 0.95) return null
  if (says !== 'lap') return growth.isApart || (growth.rows >= 30 && growth.points >= 3) ? 'total' : null
  return growth.isApart && areMore ? 'total' : null
}

/** Values overrule a name only one way: "lap 2" that always grows is the time from the start. */
const meaning = (says: Timed['says'], byValues: 'total' | 'lap' | null): 'total' | 'lap' => byValues ?? says ?? 'total'

const confidenceOf = (
  { point }: JudgedColumn,
  says: Timed['says'],
  byValues: 'total' | 'lap' | null,
  isEmpty: boolean,
): number => {
  const isSure = point?.isSure === true
  if (isEmpty) return isSure && says !== null ? 0.7 : isSure ? 0.65 : 0.5
  if (says !== null && byValues === says) return isSure ? 0.95 : 0.85
  if (says === null) return byValues === null ? (isSure ? 0.7 : 0.5) : isSure ? 0.89 : 0.72
  return byValues === null ? (isSure ? 0.85 : 0.65) : 0.75
}
