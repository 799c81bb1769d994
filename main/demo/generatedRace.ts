import { guidOf } from './random.ts'
import { courses, createRunners, type Course, type Runner } from './raceRunners.ts'
import { ghostRow, liveRow, type LiveRow } from './liveRows.ts'
import { russianName } from './russianNames.ts'
import {
  resultsBody,
  type ServedBody,
  type ServedCategory,
  type ServedDistance,
  type ServedStage,
} from './servedStage.ts'

type GeneratedRaceOptions = {
  /** Absent: that of the demo inside the app. */
  readonly stageSeed?: string
  readonly isLive: boolean
  /** The moment, in milliseconds since the epoch, from which a live race is counted. */
  readonly startedAtMs: number
  /** Seconds of the race that pass in one second of the clock. */
  readonly liveSpeed: number
  /** Second of the race at which a live one is joined. */
  readonly liveFromSecond: number
  /** Language of names, which may change between two replies. */
  readonly language: () => 'en' | 'ru'
}

type ShownName = (name: string) => string
const asItIs: ShownName = (name) => name

type Group = { readonly name: string; readonly has: (runner: Runner) => boolean }

const seed = 2026

const everybody: Group = { name: 'Overall', has: () => true }
const men: Group = { name: 'Men', has: ({ sex }) => sex === 'M' }
const women: Group = { name: 'Women', has: ({ sex }) => sex === 'F' }

function ages(sex: 'M' | 'F', from: number, to: number): Group {
  const letter = sex === 'M' ? 'M' : 'W'
  return {
    name: to >= 99 ? `${letter}${from}+` : `${letter}${from}-${to}`,
    has: (runner) => runner.sex === sex && runner.age >= from && runner.age <= to,
  }
}

/** Per course; 24 altogether. M70+ stays without rows. */
const groups: readonly (readonly Group[])[] = [
  [everybody, men, women, ages('M', 18, 39), ages('M', 40, 99), ages('F', 18, 39), ages('F', 40, 99)],
  [
    everybody,
    men,
    women,
    ages('M', 18, 29),
    ages('M', 30, 39),
    ages('M', 40, 99),
    ages('F', 18, 34),
    ages('F', 35, 99),
  ],
  [
    everybody,
    men,
    women,
    ages('M', 18, 29),
    ages('M', 30, 39),
    ages('M', 40, 69),
    ages('M', 70, 99),
    ages('F', 18, 34),
    ages('F', 35, 99),
  ],
]

/** m:ss, from an hour on h:mm:ss. */
function formatSeconds(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const rest = two(seconds % 60)
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`
}

/** Places by rising seconds; equal seconds share one, and the next is as many further (1, 2, 2, 4). */
function placesBySeconds(seconds: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  seconds.toSorted((a, b) => a - b).forEach((value, index) => places.has(value) || places.set(value, index + 1))
  return places
}

/** For each timing point: place in the distance by the seconds of passing it. */
function placesAtPoints(course: Course, field: readonly Runner[]): readonly ReadonlyMap<number, number>[] {
  const ranked = field.filter(({ state }) => state !== 'DSQ')
  return course.points.map((_, point) =>
    placesBySeconds(ranked.map(({ passedSeconds }) => passedSeconds[point]).filter((value) => value !== undefined)),
  )
}

function lapsOf(
  runner: Runner,
  course: Course,
  pointPlaces: readonly ReadonlyMap<number, number>[],
  shownName: ShownName,
): readonly object[] {
  const passed = runner.passedSeconds
  const shown = runner.state === 'on-course' ? passed.length + 1 : passed.length
  return course.points.slice(0, shown).map(([name], point) => {
    const total = passed[point]
    return {
      lapNumber: point + 1,
      name: shownName(name),
      isOnLap: total === undefined,
      totalTime: total === undefined ? '' : formatSeconds(total),
      lapTime: total === undefined ? '' : formatSeconds(total - (passed[point - 1] ?? 0)),
      groupRacePosition:
        total === undefined || runner.state === 'DSQ' ? null : (pointPlaces[point]?.get(total) ?? null),
    }
  })
}

/** Whole days before the race that a birthday may be without changing the age. */
const daysOfAge = 365

/** As old on the day of the race, 16 May 2026, as the row says. */
function birthDateOf({ bib, age }: Runner): string {
  return new Date(Date.UTC(2026 - age, 4, 16 - ((bib * 37) % daysOfAge))).toISOString().slice(0, 10)
}

function rowJson(runner: Runner, position: number | null, leaderSeconds: number, laps: readonly object[]): string {
  const isFinished = runner.state === 'finished' || runner.state === 'DSQ'
  const total = isFinished ? (runner.passedSeconds.at(-1) ?? 0) : null
  return JSON.stringify({
    number: runner.bib,
    position,
    resultTime: total === null ? '' : formatSeconds(total),
    leaderDifference: position === null || total === null ? '' : `+${formatSeconds(total - leaderSeconds)}`,
    isFinished,
    isOnStart: runner.state !== 'DNS' && runner.state !== 'no-result',
    club: runner.club,
    city: runner.city,
    account: {
      firstName: runner.firstName,
      lastName: runner.lastName,
      age: runner.age,
      birthDate: birthDateOf(runner),
      sex: runner.sex,
    },
    laps,
    ...(runner.state === 'DNF' || runner.state === 'DNS' || runner.state === 'DSQ' ? { status: runner.state } : {}),
  })
}

const stateOrder = ['finished', 'on-course', 'DNF', 'DSQ', 'DNS', 'no-result']

/** By place, then on course, DNF, DSQ, DNS and those without a result; then by bib. */
function byPlace(a: Runner, b: Runner): number {
  const states = stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state)
  if (states !== 0) return states
  const times = a.state === 'finished' ? (a.passedSeconds.at(-1) ?? 0) - (b.passedSeconds.at(-1) ?? 0) : 0
  return times === 0 ? a.bib - b.bib : times
}

function categoryBody(
  runners: readonly Runner[],
  course: Course,
  pointPlaces: readonly ReadonlyMap<number, number>[],
  shownName: ShownName,
): ServedBody {
  const times = runners
    .filter(({ state }) => state === 'finished')
    .map(({ passedSeconds }) => passedSeconds.at(-1) ?? 0)
  const places = placesBySeconds(times)
  const leader = times.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const placeOf = (runner: Runner): number | null =>
    runner.state === 'finished' ? (places.get(runner.passedSeconds.at(-1) ?? 0) ?? null) : null
  return resultsBody(
    runners
      .toSorted(byPlace)
      .map((runner) => rowJson(runner, placeOf(runner), leader, lapsOf(runner, course, pointPlaces, shownName))),
  )
}

/** Race seconds at a moment; without end when the race is over. */
function createRaceClock(options: GeneratedRaceOptions): (nowMs: number) => number {
  let latest = 0
  return (nowMs) => {
    if (!options.isLive) return Number.POSITIVE_INFINITY
    // Setting the clock back must not remove results.
    latest = Math.max(latest, options.liveFromSecond + ((nowMs - options.startedAtMs) / 1000) * options.liveSpeed)
    return latest
  }
}

type Field = {
  readonly course: Course
  readonly rows: readonly LiveRow[]
  readonly pointPlaces: () => readonly ReadonlyMap<number, number>[]
}

/** How many of the rising moments have come. */
function countUntil(moments: readonly number[], second: number): number {
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle] ?? 0) <= second) low = middle + 1
    else high = middle
  }
  return low
}

function createCategory(
  guid: string,
  group: Group,
  field: Field,
  raceSecondAt: (nowMs: number) => number,
  language: () => 'en' | 'ru',
): ServedCategory {
  /** Runners who are in the category at any time; moved ones are in two. */
  let candidates: { readonly rows: readonly LiveRow[]; readonly moments: readonly number[] } | undefined
  let held: { readonly version: string; readonly body: ServedBody } | undefined
  const isEverIn = ({ moments, at }: LiveRow): boolean =>
    [0, ...moments].some((second) => {
      const runner = at(second)
      return runner !== null && group.has(runner)
    })
  return {
    guid,
    name: group.name,
    bodyAt: (nowMs) => {
      if (candidates === undefined) {
        const rows = field.rows.filter(isEverIn)
        candidates = { rows, moments: rows.flatMap(({ moments }) => moments).toSorted((a, b) => a - b) }
      }
      const second = raceSecondAt(nowMs)
      const inLanguage = language()
      const version = `${countUntil(candidates.moments, second)} ${inLanguage}`
      if (held?.version !== version) {
        const shown = candidates.rows.map(({ at }) => at(second)).filter((runner) => runner !== null)
        const shownName = inLanguage === 'ru' ? russianName : asItIs
        held = { version, body: categoryBody(shown.filter(group.has), field.course, field.pointPlaces(), shownName) }
      }
      return held.body
    },
  }
}

/** So many rows of each distance belong to nobody and go again; bibs from here on are nobody's. */
const ghosts = 3
const firstGhostBib = 9_001

function liveRows(course: Course, runners: readonly Runner[]): readonly LiveRow[] {
  const doubles = runners.filter(({ state, bib }) => state === 'finished' && bib % 29 === 0).slice(0, ghosts)
  return [
    ...runners.map((runner) => liveRow(runner, course)),
    ...doubles.map((double, index) => ghostRow(double, firstGhostBib + courses.indexOf(course) * ghosts + index)),
  ]
}

function createDistance(
  stageGuid: string,
  course: Course,
  runners: readonly Runner[],
  courseGroups: readonly Group[],
  raceSecondAt: (nowMs: number) => number,
  language: () => 'en' | 'ru',
): ServedDistance {
  let places: readonly ReadonlyMap<number, number>[] | undefined
  const rows = liveRows(course, runners)
  const field: Field = { course, rows, pointPlaces: () => (places ??= placesAtPoints(course, runners)) }
  return {
    guid: guidOf(stageGuid, course.name),
    name: course.name,
    categories: courseGroups.map((group) =>
      createCategory(guidOf(stageGuid, course.name, group.name), group, field, raceSecondAt, language),
    ),
  }
}

/**
 * The demo race: 3 distances, 24 categories, 5,000 runners, always the same. Live, rows come in as runners pass the points,
 * and like at any race some of them are corrected afterwards: results, names, clubs, an age group, a disqualification, a row
 * of nobody that goes again, and once the start time of all women of a distance.
 */
export function generateRace(options: GeneratedRaceOptions): ServedStage {
  const guid = guidOf(options.stageSeed ?? 'racedesk demo stage')
  const raceSecondAt = createRaceClock(options)
  const fields = createRunners(seed)
  return {
    guid,
    name: 'Spring Race 2026',
    shownName: (name) => (options.language() === 'ru' ? russianName(name) : name),
    distances: courses.map((course, index) =>
      createDistance(guid, course, fields[index] ?? [], groups[index] ?? [], raceSecondAt, options.language),
    ),
  }
}
