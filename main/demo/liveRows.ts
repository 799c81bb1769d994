import type { Course, Runner } from './raceRunners.ts'

/** A runner as the service shows it from one moment of the race to the next; null: it shows no such row. */
export type LiveRow = {
  /** Seconds of the race at which the row changes, rising. */
  readonly moments: readonly number[]
  readonly at: (second: number) => Runner | null
}

/** Until then the women of the 10 km are timed from the gun of the men, and all of them are recalculated at once. */
const startCorrection = { course: '10 km', sex: 'F', atSecond: 55 * 60, tooLongSeconds: 90 } as const

/** Corrections after a finish: for every how many bibs, and how many seconds later. */
const corrections = {
  result: { every: 97, afterSeconds: 300 },
  club: { every: 41, afterSeconds: 420 },
  name: { every: 113, afterSeconds: 480 },
  ageGroup: { every: 61, afterSeconds: 600 },
} as const

/** Every how many runners appear while still on course. */
const seenOnCourseEvery = 4
const disqualifiedAfterSeconds = 600
const gaveUpAfterSeconds = 600
const notStartedFromSecond = 1_800
/** A row that should not be there is taken away after a while. */
const ghostSeconds = 900

const finishOf = (runner: Runner): number => runner.passedSeconds.at(-1) ?? 0

const isPicked = ({ bib }: Runner, { every }: { readonly every: number }): boolean => bib % every === 0

const isTimedFromWrongGun = (runner: Runner, course: Course): boolean =>
  course.name === startCorrection.course && runner.sex === startCorrection.sex

/** The row of a finisher, with its errors that are not corrected yet. */
function finishedRow(runner: Runner, course: Course, second: number): Runner {
  const since = second - finishOf(runner)
  const isWrong = (name: keyof typeof corrections): boolean =>
    isPicked(runner, corrections[name]) && since < corrections[name].afterSeconds
  const lateSeconds =
    (isWrong('result') ? 7 : 0) +
    (isTimedFromWrongGun(runner, course) && second < startCorrection.atSecond ? startCorrection.tooLongSeconds : 0)
  return {
    ...runner,
    state: runner.state === 'DSQ' && since < disqualifiedAfterSeconds ? 'finished' : runner.state,
    passedSeconds: lateSeconds === 0 ? runner.passedSeconds : runner.passedSeconds.map((at) => at + lateSeconds),
    ...(isWrong('club') ? { club: '' } : {}),
    ...(isWrong('name') ? { firstName: `${runner.firstName.slice(0, 1)}.` } : {}),
    ...(isWrong('ageGroup') ? { age: runner.age >= 40 ? 25 : 45 } : {}),
  }
}

function onCourseRow(runner: Runner, second: number): Runner | null {
  const passedSeconds = runner.passedSeconds.filter((at) => at <= second)
  return passedSeconds.length === 0 ? null : { ...runner, state: 'on-course', passedSeconds }
}

function rowAt(runner: Runner, course: Course, second: number): Runner | null {
  switch (runner.state) {
    case 'no-result':
      return runner
    case 'DNS':
      return second < notStartedFromSecond ? { ...runner, state: 'no-result' } : runner
    case 'DNF':
      return second < finishOf(runner) + gaveUpAfterSeconds ? onCourseRow(runner, second) : runner
    case 'on-course':
      return onCourseRow(runner, second)
    case 'finished':
    case 'DSQ':
      if (second >= finishOf(runner)) return finishedRow(runner, course, second)
      return runner.bib % seenOnCourseEvery === 0 ? onCourseRow(runner, second) : null
  }
}

function momentsOf(runner: Runner, course: Course): readonly number[] {
  const finish = finishOf(runner)
  const later = Object.values(corrections).flatMap((one) => (isPicked(runner, one) ? [finish + one.afterSeconds] : []))
  const moments = new Set([
    ...runner.passedSeconds,
    ...(runner.state === 'DNS' ? [notStartedFromSecond] : []),
    ...(runner.state === 'DNF' ? [finish + gaveUpAfterSeconds] : []),
    ...(runner.state === 'DSQ' ? [finish + disqualifiedAfterSeconds] : []),
    ...(runner.state === 'finished' || runner.state === 'DSQ' ? later : []),
    ...(isTimedFromWrongGun(runner, course) ? [startCorrection.atSecond] : []),
  ])
  return [...moments].toSorted((a, b) => a - b)
}

export function liveRow(runner: Runner, course: Course): LiveRow {
  return { moments: momentsOf(runner, course), at: (second) => rowAt(runner, course, second) }
}

/** A chip read without a runner: a row with an unassigned bib, removed later. */
export function ghostRow(double: Runner, bib: number): LiveRow {
  const from = finishOf(double)
  const ghost: Runner = { ...double, bib, club: '', firstName: 'Bib', lastName: String(bib) }
  return {
    moments: [from, from + ghostSeconds],
    at: (second) => (second >= from && second < from + ghostSeconds ? ghost : null),
  }
}
