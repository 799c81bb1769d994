import { cities, clubs, pickName } from './names.ts'
import { createRandom, integerBetween, pick, shuffled, type Random } from './random.ts'

/** `no-result`: registered and seen, but the timing has nothing yet. */
export type RunnerState = 'finished' | 'on-course' | 'no-result' | 'DNF' | 'DNS' | 'DSQ'

export type Runner = {
  readonly bib: number
  readonly firstName: string
  readonly lastName: string
  readonly sex: 'M' | 'F'
  readonly age: number
  readonly club: string
  readonly city: string
  readonly state: RunnerState
  /** Seconds since the start at each point passed; the last point of the distance is the finish. */
  readonly passedSeconds: readonly number[]
}

export type Course = {
  readonly name: string
  readonly runners: number
  readonly firstBib: number
  /** Names of the timing points with their share of the whole way; the last is the finish, 1. */
  readonly points: readonly (readonly [name: string, share: number])[]
  readonly bestSeconds: number
  readonly slowestSeconds: number
}

/** 5,000 runners altogether; every bib is its own, and bib 214 runs the 10 km. */
export const courses: readonly Course[] = [
  {
    name: '5 km',
    runners: 1600,
    firstBib: 3001,
    points: [
      ['2.5 km', 0.5],
      ['Finish', 1],
    ],
    bestSeconds: 15 * 60 + 20,
    slowestSeconds: 50 * 60,
  },
  {
    name: '10 km',
    runners: 2100,
    firstBib: 1,
    points: [
      ['5 km', 0.5],
      ['Finish', 1],
    ],
    bestSeconds: 31 * 60 + 20,
    slowestSeconds: 95 * 60,
  },
  {
    name: '21.1 km',
    runners: 1300,
    firstBib: 6001,
    points: [
      ['5 km', 0.237],
      ['10 km', 0.474],
      ['15 km', 0.711],
      ['Finish', 1],
    ],
    bestSeconds: 68 * 60 + 30,
    slowestSeconds: 195 * 60,
  },
]

/** How many of each course end otherwise than finished. */
const others: readonly (readonly [RunnerState, number])[] = [
  ['DNF', 16],
  ['DNS', 12],
  ['DSQ', 2],
  ['on-course', 9],
  ['no-result', 6],
]

function stateOf(index: number): RunnerState {
  let from = 1
  for (const [state, count] of others) {
    if (index >= from && index < from + count) return state
    from += count
  }
  return 'finished'
}

function finishSeconds(random: Random, course: Course, sex: 'M' | 'F'): number {
  const spread = (random() + random() + random()) / 3
  const seconds = course.bestSeconds + (course.slowestSeconds - course.bestSeconds) * spread ** 1.4
  return Math.round(sex === 'F' ? Math.min(seconds * 1.08, course.slowestSeconds) : seconds)
}

/** Rising seconds; a tired runner passes early points a little sooner than an even pace would. */
function passings(random: Random, course: Course, totalSeconds: number): number[] {
  const fade = random() * 0.035
  return course.points.map(([, share]) => Math.round(totalSeconds * share * (1 - fade * (1 - share))))
}

function reached(random: Random, course: Course, state: RunnerState, all: readonly number[]): readonly number[] {
  if (state === 'finished' || state === 'DSQ') return all
  if (state === 'DNS' || state === 'no-result') return []
  return all.slice(0, integerBetween(random, 1, course.points.length - 1))
}

function createRunner(random: Random, course: Course, bib: number, state: RunnerState): Runner {
  const sex = random() < 0.58 ? 'M' : 'F'
  const passed = reached(random, course, state, passings(random, course, finishSeconds(random, course, sex)))
  return {
    bib,
    ...pickName(random, sex),
    age: integerBetween(random, 18, 69),
    club: random() < 0.35 ? '' : pick(random, clubs),
    city: pick(random, cities),
    state,
    passedSeconds: passed,
  }
}

function createField(random: Random, course: Course): Runner[] {
  const bibs = Array.from({ length: course.runners }, (_, index) => course.firstBib + index)
  return shuffled(random, bibs).map((bib, index) => createRunner(random, course, bib, stateOf(index)))
}

/** Wins the 10 km; used in examples. */
function asBib214(runner: Runner): Runner {
  const winner = { firstName: 'Пётр', lastName: 'Иванов', sex: 'M', age: 34, club: 'Динамо', city: 'Орёл' } as const
  return { ...runner, ...winner, state: 'finished', passedSeconds: [924, 1862] }
}

/** Sixty characters of name, for columns that think they are wide enough. */
function asLongestName(runner: Runner): Runner {
  return {
    ...runner,
    firstName: 'Екатерина-Александра',
    lastName: 'Рождественская-Преображенская-Заозёрская',
    sex: 'F',
  }
}

/** The field of every course, in the order of `courses`; always the same for the same seed. */
export function createRunners(seed: number): readonly (readonly Runner[])[] {
  const random = createRandom(seed)
  return courses.map((course) =>
    createField(random, course).map((runner) => {
      if (runner.bib === 214) return asBib214(runner)
      return runner.bib === 3333 ? asLongestName(runner) : runner
    }),
  )
}
