import { isBlank } from '../../columns/rules/cells/blanks.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { isAlikeName } from '../../results/rules/alikeNames.ts'
import { evidenceFor, nameLikeness } from './evidence.ts'
import { factsOf, type Facts } from './rowFacts.ts'
import { isSameIn, type ResultFact, type SharedView, type SideView } from './tableView.ts'

/** For each row of the later table the row of the earlier one that is the same finisher, or -1. */
type RowMatches = {
  readonly earlierOf: Int32Array
  /** The pair says the same in everything that is compared. */
  readonly isUnchanged: Uint8Array
}

/** How far rows are looked ahead for the place where two tables go on alike. */
const window = 4
/** Larger groups of rows that share a bib or a name are not compared each with each. */
const pairsLimit = 64

/**
 * Matches people between two tables of a category, each row once, in passes from certain to likely: equal rows · ID,
 * bib and exact name · ID · bib and folded name · bib with the same result · name with the same result · name with
 * evidence · bib with evidence. The order of rows is ignored. Time is linear in the number of rows.
 */
export const matchRows = (view: SharedView): RowMatches => {
  const { before, after } = view
  const earlierOf = new Int32Array(after.rows.length).fill(-1)
  const isUnchanged = new Uint8Array(after.rows.length)
  const isTaken = new Uint8Array(before.rows.length)
  // Names are comparable only if both tables have the same name columns.
  if (view.isNameAlike) {
    walkAlike(view, (earlier, later) => {
      earlierOf[later] = earlier
      isUnchanged[later] = 1
      isTaken[earlier] = 1
    })
  }
  const early = factsOf(before)
  const late = factsOf(after)
  const join = (earlier: number, later: number): void => {
    earlierOf[later] = earlier
    isTaken[earlier] = 1
  }
  const score = (earlier: number, later: number): number => evidenceFor(early, earlier, late, later)
  const pass = (keyOf: (facts: Facts, row: number) => string | null, accept: Accept | null): void => {
    const lateGroups = groupRows(after.rows.length, (row) => (earlierOf[row] === -1 ? keyOf(late, row) : null))
    if (lateGroups.size === 0) return
    const earlyGroups = groupRows(before.rows.length, (row) => (isTaken[row] === 0 ? keyOf(early, row) : null))
    for (const [key, earlier] of earlyGroups) {
      const later = lateGroups.get(key)
      if (later === undefined) continue
      if (accept === null) joinSure(early, earlier, late, later, key !== nobody, join)
      else joinBest(early, earlier, late, later, accept, join)
    }
  }
  const isUnique = (earlier: readonly number[], later: readonly number[]): boolean =>
    earlier.length === 1 && later.length === 1

  // If both tables have the same name columns, compare cells as received: reading names is the slowest step.
  const whoOf = view.isNameAlike ? identityOf : nameOf
  pass((facts, row) => whoOf(facts, row), null)
  pass(
    (facts, row) => orNull(facts.id(row)),
    (earlier, later) => {
      const points = score(earlier, later)
      const isBacked =
        isSaid(early.bib(earlier), late.bib(later)) || isSaid(early.foldedName(earlier), late.foldedName(later))
      return points >= (isBacked ? -2 : 2) ? points : null
    },
  )
  pass((facts, row) => {
    const bib = facts.bib(row)
    const name = facts.foldedName(row)
    return bib === '' || (name === '' && view.hasNames) ? null : `${bib}\n${name}`
  }, null)
  pass(
    (facts, row) => withResult(facts.bib(row), facts.result(row)),
    (earlier, later) => atLeast(score(earlier, later), 2),
  )
  pass(
    (facts, row) => withResult(facts.foldedName(row), facts.result(row)),
    (earlier, later) => atLeast(score(earlier, later), 2),
  )
  pass(
    (facts, row) => orNull(facts.foldedName(row)),
    (earlier, later, groups) => {
      const isBibKnown = early.bib(earlier) !== '' && late.bib(later) !== ''
      const needed = (isBibKnown ? 1 : 0) + (isUnique(...groups) ? 0 : 1)
      return atLeast(score(earlier, later), needed)
    },
  )
  pass(
    (facts, row) => orNull(facts.bib(row)),
    (earlier, later) => {
      const [was, is] = [early.foldedName(earlier), late.foldedName(later)]
      const points = score(earlier, later)
      if (was === '' || is === '') return atLeast(points, 0)
      return atLeast(points + (isAlikeName(was, is) ? 2 : nameLikeness(was, is)), 2)
    },
  )
  return { earlierOf, isUnchanged }
}

type Accept = (earlier: number, later: number, groups: readonly [readonly number[], readonly number[]]) => number | null

type Join = (earlier: number, later: number) => void

/** The key of rows without a person: such rows are equal only if all their cells are. */
const nobody = ''

const isNobody = (text: string): boolean => isBlank(text.replace(/^[0\s]+/, ''))

const identityOf = ({ side, rowAt }: Facts, row: number): string => {
  const here = rowAt(row)
  let who = ''
  let isSomebody = false
  for (const read of side.identityCells) {
    const cell = read(here) ?? ''
    const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
    isSomebody ||= !isNobody(text)
    who += `${text}\n`
  }
  return isSomebody ? who : nobody
}

const nameOf = (facts: Facts, row: number): string => {
  const who = `${facts.id(row)}\n${facts.bib(row)}\n${facts.name(row)}`
  return isNobody(who) ? nobody : who
}

const orNull = (text: string): string | null => (text === '' ? null : text)
const isSaid = (a: string, b: string): boolean => a !== '' && a === b
const atLeast = (points: number, needed: number): number | null => (points >= needed ? points : null)
const resultKey = (result: ResultFact | null): string => (result === null ? '' : String(result.ms ?? result.text))
const withResult = (who: string, result: ResultFact | null): string | null =>
  who === '' || result === null ? null : `${who}\n${resultKey(result)}`

/** Tables mostly go on alike but for a few rows: pairs rows that say the same without looking anything up. */
const walkAlike = ({ before, after, isStatusComparable }: SharedView, join: Join): void => {
  const isSame = (earlier: number, later: number): boolean => {
    const was = before.rows[earlier]
    const is = after.rows[later]
    if (was === undefined || is === undefined) return false
    if (!isSameIn(before.cells, was, after.cells, is)) return false
    // Without a result the status may follow from other columns, such as those of laps.
    return !isStatusComparable || hasResultCell(after, is) || before.status(was) === after.status(is)
  }
  let earlier = 0
  let later = 0
  while (earlier < before.rows.length && later < after.rows.length) {
    if (isSame(earlier, later)) {
      join(earlier, later)
      earlier += 1
      later += 1
      continue
    }
    const ahead = lookAhead(earlier, later, isSame)
    earlier += ahead[0]
    later += ahead[1]
  }
}

const lookAhead = (
  earlier: number,
  later: number,
  isSame: (earlier: number, later: number) => boolean,
): readonly [number, number] => {
  // Most rows that changed are still where they were.
  if (isSame(earlier + 1, later + 1)) return [1, 1]
  for (let step = 1; step <= window; step += 1) {
    if (isSame(earlier, later + step)) return [0, step]
    if (isSame(earlier + step, later)) return [step, 0]
  }
  return [1, 1]
}

const hasResultCell = ({ resultCells }: SideView, row: JsonObject): boolean =>
  resultCells.some((read) => {
    const cell = read(row)
    return typeof cell === 'string' ? /[1-9\p{L}]/u.test(cell) : typeof cell === 'number' && cell > 0
  })

const groupRows = (count: number, keyOf: (row: number) => string | null): ReadonlyMap<string, number[]> => {
  const groups = new Map<string, number[]>()
  for (let row = 0; row < count; row += 1) {
    const key = keyOf(row)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return groups
}

/** All that a row says in what is compared, as one text: rows of a group that differ in nothing are interchangeable. */
const wordsOf = (facts: Facts, row: number): string => {
  const { side } = facts
  const here = facts.rowAt(row)
  return JSON.stringify([
    resultKey(facts.result(row)),
    side.place(here) ?? 0,
    side.club(here),
    facts.bib(row),
    facts.name(row),
    side.status(here),
  ])
}

/** Rows whose group says who they are; several of them are paired by what else they say, then in an order of their own. */
const joinSure = (
  early: Facts,
  earlier: readonly number[],
  late: Facts,
  later: readonly number[],
  isSomebody: boolean,
  join: Join,
): void => {
  const [was, is] = [earlier[0], later[0]]
  if (earlier.length === 1 && later.length === 1 && isSomebody && was !== undefined && is !== undefined) {
    join(was, is)
    return
  }
  const differing = zip(
    earlier,
    later,
    (row) => wordsOf(early, row),
    (row) => wordsOf(late, row),
    join,
  )
  if (!isSomebody) return
  // Sorted, so that pairing does not depend on the order of rows.
  const left = zip(
    sortBy(differing[0], (row) => wordsOf(early, row)).toReversed(),
    sortBy(differing[1], (row) => wordsOf(late, row)),
    (row) => resultKey(early.result(row)),
    (row) => resultKey(late.result(row)),
    join,
  )
  const sortedEarly = sortBy(left[0], (row) => wordsOf(early, row))
  const sortedLate = sortBy(left[1], (row) => wordsOf(late, row))
  for (let index = 0; index < Math.min(sortedEarly.length, sortedLate.length); index += 1) {
    join(sortedEarly[index] ?? 0, sortedLate[index] ?? 0)
  }
}

/** Pairs rows of equal keys and gives what is left of both. */
const zip = (
  earlier: readonly number[],
  later: readonly number[],
  earlyKey: (row: number) => string,
  lateKey: (row: number) => string,
  join: Join,
): readonly [readonly number[], readonly number[]] => {
  const waiting = new Map<string, number[]>()
  for (const row of earlier) {
    const key = earlyKey(row)
    const group = waiting.get(key)
    if (group === undefined) waiting.set(key, [row])
    else group.push(row)
  }
  const left: number[] = []
  for (const row of later) {
    const found = waiting.get(lateKey(row))?.pop()
    if (found === undefined) left.push(row)
    else join(found, row)
  }
  return [[...waiting.values()].flat(), left]
}

const sortBy = (rows: readonly number[], wordsAt: (row: number) => string): readonly number[] =>
  rows
    .map((row) => ({ row, words: wordsAt(row) }))
    .sort((a, b) => (a.words < b.words ? -1 : a.words > b.words ? 1 : 0))
    .map(({ row }) => row)

/** Pairs rows of a group as the evidence says, the strongest first; each pair must be accepted. */
const joinBest = (
  early: Facts,
  earlier: readonly number[],
  late: Facts,
  later: readonly number[],
  accept: Accept,
  join: Join,
): void => {
  const groups = [earlier, later] as const
  const first = sortBy(earlier, (row) => wordsOf(early, row))
  const second = sortBy(later, (row) => wordsOf(late, row))
  const isSmall = first.length * second.length <= pairsLimit
  const candidates: { readonly was: number; readonly is: number; readonly points: number }[] = []
  for (const [index, was] of first.entries()) {
    for (const is of isSmall ? second : second.slice(index, index + 1)) {
      const points = accept(was, is, groups)
      if (points !== null) candidates.push({ was, is, points })
    }
  }
  const used = new Set<string>()
  for (const { was, is } of candidates.sort((a, b) => b.points - a.points)) {
    if (used.has(`was ${was}`) || used.has(`is ${is}`)) continue
    used.add(`was ${was}`).add(`is ${is}`)
    join(was, is)
  }
}
