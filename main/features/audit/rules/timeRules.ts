import { clockText } from '../../../kernel/text/clockText.ts'
import { medianOf } from '../../results/rules/medians.ts'
import {
  foundAll,
  isTheRule,
  nothingFound,
  onceIfTheRule,
  skip,
  timeRoles,
  timeSaid,
  together,
  type AuditCategory,
  type AuditRow,
  type CategoryRule,
  type Checked,
  type Found,
} from './auditTypes.ts'
import { courseReader, slowest, type Course } from './courses.ts'
import { withinGroups } from './withinGroups.ts'

/** Times that the course rules out, and single times far from all others, such as one in another unit. */
export const impossibleTimes: CategoryRule = (category) => {
  if (!timeRoles.some(category.reader.has)) return skip('impossible-time', 'no-column', timeRoles)
  const byCourse = offCourse(category)
  const told = new Set(byCourse.found.map(({ row }) => row))
  const alone = withinGroups(farFromOthers)(category)
  return together(byCourse, foundAll(alone.found.filter(({ row }) => !told.has(row))))
}

/** Rows of a course before its usual pace shows that its length is meant. */
const leastOfCourse = 5
/** How far from the median a time is that a name alone makes impossible. */
const offMedian = 5

const offCourse = (category: AuditCategory): Checked => {
  const courseOf = courseReader(category)
  const byCourse = new Map<Course, { readonly row: AuditRow; readonly ms: number }[]>()
  for (const row of category.units) {
    const course = row.finishMs === null || row.status !== 'OK' ? null : courseOf(row)
    if (course === null || row.finishMs === null) continue
    const known = byCourse.get(course)
    if (known === undefined) byCourse.set(course, [{ row, ms: row.finishMs }])
    else known.push({ row, ms: row.finishMs })
  }
  const checked = [...byCourse].map(([course, timed]): Checked => {
    const median = medianOf(timed.map(({ ms }) => ms)) ?? 0
    if (timed.length < leastOfCourse) return nothingFound
    const km = Number(course.km.toFixed(3))
    const foundIn = (some: typeof timed): readonly Found[] =>
      some.map(({ row }) => ({ rule: 'impossible-time', row, says: { time: category.timeText(row), km } }))
    const impossible = timed.filter(({ ms }) => !isPossible(course, ms))
    // The times are misread then, or the distance's name is misleading.
    if (impossible.length * 2 > timed.length) return onceIfTheRule(foundIn(impossible), timed.length)
    const found = impossible.filter(({ ms }) => course.isSure || Math.max(ms / median, median / ms) >= offMedian)
    if (isTheRule(found.length, timed.length, 0.1)) return skip('impossible-time', 'other-meaning')
    return foundAll(foundIn(found))
  })
  const { found, skipped } = together(...checked)
  return { found, skipped: skipped.slice(0, 1) }
}

const isPossible = ({ km, fastest }: Course, ms: number): boolean => {
  const pace = ms / 1000 / km
  return pace >= fastest && (pace <= slowest || km < 1)
}

/** Between a time and the next one of the others, and the share of rows that may be so far off. */
const far = { factor: 10, share: 0.02, leastRows: 8 }

const farFromOthers = ({ rows, timeText }: AuditCategory): Checked => {
  let [least, longest] = [Number.POSITIVE_INFINITY, 0]
  for (const { finishMs, status } of rows) {
    if (finishMs === null || status !== 'OK') continue
    least = Math.min(least, finishMs)
    longest = Math.max(longest, finishMs)
  }
  if (longest < least * far.factor) return nothingFound
  const timed = rows
    .flatMap((row) => (row.finishMs === null || row.status !== 'OK' ? [] : [{ row, ms: row.finishMs }]))
    .toSorted((a, b) => a.ms - b.ms)
  if (timed.length < far.leastRows) return foundAll([])
  const most = Math.max(1, Math.floor(timed.length * far.share))
  const isFar = (less: number, more: number): boolean =>
    (timed[more]?.ms ?? 0) >= (timed[less]?.ms ?? Number.POSITIVE_INFINITY) * far.factor
  const first = lastIndex(most, (at) => isFar(at - 1, at))
  const last = lastIndex(most, (at) => isFar(timed.length - at - 1, timed.length - at))
  const usual = clockText(medianOf(timed.map(({ ms }) => ms)) ?? 0)
  return foundAll(
    [...timed.slice(0, first), ...timed.slice(timed.length - last)].map(({ row }): Found => ({
      rule: 'impossible-time',
      row,
      says: { time: timeText(row), usual },
    })),
  )
}

/** The last of the numbers from 1 for which it holds; 0 for none. */
const lastIndex = (most: number, holds: (at: number) => boolean): number => {
  for (let at = most; at > 0; at -= 1) if (holds(at)) return at
  return 0
}

/** Columns with an unknown unit, two times that differ by a factor, and splits a factor of 60 off the finish. */
export const unitsDisagree: CategoryRule = (category) =>
  together(openUnits(category), clocksDisagree(category), pointsDisagree(category))

const openUnits = ({ columns, rows }: AuditCategory): Checked => {
  const open = columns.filter((column) => column.open !== undefined)
  const [row] = rows
  const [first] = open
  if (row === undefined || first?.open === undefined) return foundAll([])
  const example = `${first.name}=${first.open.role}:${first.open.units[0] ?? 's'}`
  const says = { columns: open.map(({ name }) => name).join(', '), example }
  return foundAll([{ rule: 'unit-disagrees', row, says, ofAll: true }])
}

/** The clocks of one runner never differ so much. */
const clockFactor = 10
const unitFactors = [60, 100, 1_000, 3_600]

const clocksDisagree = (category: AuditCategory): Checked => {
  const roles = timeRoles.filter(category.reader.has)
  return together(...roles.flatMap((role, at) => roles.slice(at + 1).map((other) => twoClocks(category, role, other))))
}

type ClockRole = (typeof timeRoles)[number]

const twoClocks = ({ reader, rows, timeMs }: AuditCategory, role: ClockRole, otherRole: ClockRole): Checked => {
  const found: Found[] = []
  let compared = 0
  let factored = 0
  for (const row of rows) {
    const ms = timeMs(row, role)
    const otherMs = timeMs(row, otherRole)
    if (ms === null || otherMs === null || ms <= 0 || otherMs <= 0) continue
    compared += 1
    const factor = Math.max(ms / otherMs, otherMs / ms)
    if (factor < clockFactor || reader.finishMs(row.row, role) === null || reader.finishMs(row.row, otherRole) === null)
      continue
    if (unitFactors.some((one) => Math.abs(factor / one - 1) < 0.1)) factored += 1
    const text = (ofRole: ClockRole, its: number): string => timeSaid(reader.text(row.row, ofRole), its)
    found.push({ rule: 'unit-disagrees', row, says: { time: text(role, ms), otherTime: text(otherRole, otherMs) } })
  }
  if (!isTheRule(found.length, compared)) return foundAll(found)
  const [first] = found
  if (first === undefined || factored < found.length * 0.8) return skip('unit-disagrees', 'other-meaning')
  return foundAll([{ ...first, says: { ...first.says, rows: found.length }, ofAll: true }])
}

/** A point so many times as late as the finish counts in minutes what that counts in seconds; early points a third of the 60. */
const pointFactor = 20

const pointsDisagree = ({ rows, timeText }: AuditCategory): Checked => {
  const found: Found[] = []
  let compared = 0
  for (const row of rows) {
    const { finishMs } = row
    if (finishMs === null || row.splits.length === 0) continue
    compared += 1
    const point = row.splits.find(({ totalMs }) => isPointOff(totalMs, finishMs))
    if (point === undefined) continue
    const says = { point: point.label, time: clockText(point.totalMs ?? 0), otherTime: timeText(row) }
    found.push({ rule: 'unit-disagrees', row, says })
  }
  return onceIfTheRule(found, compared)
}

/** The point counts in another unit than the finish. */
export const isPointOff = (totalMs: AuditRow['finishMs'], finishMs: number): boolean =>
  totalMs !== null && totalMs >= finishMs * pointFactor
