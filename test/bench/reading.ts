import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRoles, type ColumnWithRole } from '../../main/cli/columnRoles.ts'
import type { StageGuid } from '../../preload/contract/ids.ts'
import { addStage, openCore, type OpenCore } from '../support/openCore.ts'
import { bytesOf, startRaceService } from '../support/services/raceService.ts'
import { courseBodies } from '../support/resultBodies/courseBodies.ts'
import { deepBodies } from '../support/resultBodies/deepBodies.ts'
import { objectBodies } from '../support/resultBodies/objectBodies.ts'
import { tableBodies } from '../support/resultBodies/tableBodies.ts'
import { useFolder } from './peers.ts'

/** The truth about a body; roles that a careful person would accept, by column name, "none" for no role. */
type Truth = {
  readonly rows?: number
  readonly columns: { readonly [column: string]: readonly string[] }
  readonly units?: { readonly [column: string]: string }
}

type Case = { readonly name: string; readonly body: Uint8Array; readonly contentType: string; readonly truth: Truth }

type Wrong = { readonly column: string; readonly said: string; readonly accepted: readonly string[] }

/**
 * `confident`: wrong roles with a confidence of 0.9 or more; `finishes`: bodies whose truth names a finish time, `finishesRight`:
 * those of them whose finish and unit are right.
 */
const counts = ['rows', 'right', 'confident', 'finishes', 'finishesRight', 'sought', 'found', 'seconds'] as const
type Counts = Readonly<Record<(typeof counts)[number], number>>

type Score = Counts & {
  readonly isEveryRow: boolean
  readonly wrong: readonly Wrong[]
  readonly none: readonly Wrong[]
}

const finishRoles = ['result', 'chipTime', 'gunTime']
const mostSought = 20

/**
 * `npm run bench -- reading [FOLDER] [--verbose]`: takes each body of a folder as one category, as a user would, and scores
 * what was read by the folder's `truth.json`. Without a folder the invented bodies of the tests are scored.
 */
export const scoreReading = async (words: readonly string[], print: (line: string) => void): Promise<void> => {
  const isVerbose = words.includes('--verbose')
  const folder = words.find((word) => !word.startsWith('--'))
  const scores: Score[] = []
  print(lineOf(heading))
  for (const one of folder === undefined ? inventedCases() : casesOf(folder)) {
    const score = await scoreOf(one)
    scores.push(score)
    print(lineOf(cellsOf(one.name, score)))
    if (isVerbose) for (const line of faultLines(score)) print(line)
  }
  print(lineOf(cellsOf('all', sumOf(scores))))
}

const heading = ['body', 'rows', 'roles right', 'wrong', 'none', 'sure+wrong', 'finish', 'found', 'seconds']

const lineOf = ([name = '', ...cells]: readonly string[]): string =>
  [name.slice(0, 44).padEnd(44), ...cells.map((cell) => cell.padStart(11))].join(' ')

const cellsOf = (name: string, score: Score): readonly string[] => {
  const named = score.right + score.wrong.length + score.none.length
  return [
    name,
    score.isEveryRow ? String(score.rows) : `${score.rows} (!)`,
    `${score.right}/${named}`,
    String(score.wrong.length),
    String(score.none.length),
    String(score.confident),
    score.finishes === 0 ? '-' : `${score.finishesRight}/${score.finishes}`,
    score.sought === 0 ? '-' : `${score.found}/${score.sought}`,
    score.seconds.toFixed(2),
  ]
}

const faultLines = (score: Score): readonly string[] =>
  (['wrong', 'none'] as const).flatMap((kind) =>
    score[kind].map(
      ({ column, said, accepted }) => `    ${kind}: ${column} = ${said}; accepted: ${accepted.join(', ')}`,
    ),
  )

const sumOf = (scores: readonly Score[]): Score => {
  const sums = counts.map((count) => [count, scores.reduce((total, score) => total + score[count], 0)] as const)
  return {
    ...(Object.fromEntries(sums) as Counts),
    isEveryRow: scores.every(({ isEveryRow }) => isEveryRow),
    wrong: scores.flatMap(({ wrong }) => wrong),
    none: scores.flatMap(({ none }) => none),
  }
}

const casesOf = (folder: string): readonly Case[] => {
  const truths = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as { readonly [file: string]: Truth }
  const files = new Set(readdirSync(folder))
  return Object.entries(truths)
    .filter(([name]) => files.has(name))
    .map(([name, truth]) => ({
      name,
      body: readFileSync(join(folder, name)),
      contentType: name.endsWith('.json') ? 'application/json' : 'text/csv',
      truth,
    }))
}

const inventedCases = (): readonly Case[] =>
  [...objectBodies, ...tableBodies, ...courseBodies, ...deepBodies].map(({ title, text, roles, units }) => ({
    name: title,
    body: Buffer.from(text),
    contentType: /^\s*[[{]/.test(text) ? 'application/json' : 'text/csv',
    truth: {
      columns: Object.fromEntries(Object.entries(roles).map(([column, role]) => [column, [role ?? 'none']])),
      ...(units === undefined ? {} : { units }),
    },
  }))

const scoreOf = async ({ body, contentType, truth }: Case): Promise<Score> => {
  using folder = useFolder()
  const race = await startRaceService('Body')
  const open = await openCore({ dataDir: join(folder.path, 'data') })
  try {
    race.answer('Body', bytesOf(body, 200, contentType))
    const { stage } = await addStage(open, race)
    const startedAt = performance.now()
    await open.take(stage)
    const seconds = (performance.now() - startedAt) / 1000
    const roles = await readRoles(open.core.gate, { stage })
    const { columns, rows } = roles.ok ? roles.value : { columns: [], rows: 0 }
    return {
      rows,
      isEveryRow: truth.rows === undefined || truth.rows === rows,
      ...judge(columns, truth),
      finishes: hasFinish(truth) ? 1 : 0,
      finishesRight: hasFinish(truth) && isFinishRight(columns, truth) ? 1 : 0,
      ...(await findPeople(open, stage, truth)),
      seconds,
    }
  } finally {
    await open.close()
    await race.close()
  }
}

const judge = (columns: readonly ColumnWithRole[], truth: Truth) => {
  const wrong: Wrong[] = []
  const none: Wrong[] = []
  let right = 0
  let confident = 0
  for (const [name, accepted] of Object.entries(truth.columns)) {
    const column = columns.find((one) => one.name === name)
    const role = column?.role ?? 'none'
    if (column !== undefined && accepted.includes(role)) right += 1
    else if (column === undefined || role === 'none') {
      none.push({ column: name, said: column === undefined ? 'no such column' : 'none', accepted })
    } else {
      wrong.push({ column: name, said: `${role} at ${column.confidence} (${column.reason})`, accepted })
      if (column.confidence >= 0.9) confident += 1
    }
  }
  return { right, wrong, none, confident }
}

const hasFinish = ({ columns }: Truth): boolean =>
  Object.values(columns).some(
    (accepted) => !accepted.includes('none') && accepted.some((role) => finishRoles.includes(role)),
  )

/** The column that the finish time is read from is one of those it may be, in the unit it is in. */
const isFinishRight = (columns: readonly ColumnWithRole[], { columns: accepted, units }: Truth): boolean => {
  for (const role of finishRoles) {
    const column = columns.find((one) => one.role === role)
    if (column === undefined) continue
    const unit = units?.[column.name]
    return accepted[column.name]?.includes(role) === true && (unit === undefined || unit === column.unit)
  }
  return false
}

/** Rows spread over the table are looked for by the name that the truth says they have. */
const findPeople = async (
  { call }: OpenCore,
  stage: StageGuid,
  { columns }: Truth,
): Promise<Pick<Score, 'sought' | 'found'>> => {
  const { total, columns: read } = await call('results:page', { stage, offset: 0, limit: 0 })
  const indexOf = (role: string): number =>
    read.findIndex(({ name }) => {
      const accepted = columns[name] ?? columns[`${name} (source)`] ?? []
      return accepted.length === 1 && accepted[0] === role
    })
  const places = [[indexOf('name')], [indexOf('firstName'), indexOf('lastName')]].find((parts) =>
    parts.every((place) => place >= 0),
  )
  if (places === undefined) return { sought: 0, found: 0 }
  let sought = 0
  let found = 0
  const step = Math.max(1, Math.floor(total / mostSought))
  for (let at = 0; at < total && sought < mostSought; at += step) {
    const { rows } = await call('results:page', { stage, offset: at, limit: 1 })
    const [row] = rows
    const search = places.map((place) => textOf(row?.cells[place])).join(' ')
    if (row === undefined || search.trim() === '') continue
    sought += 1
    const hits = await call('results:page', { stage, search, offset: 0, limit: 1_000 })
    if (hits.rows.some(({ index }) => index === row.index)) found += 1
  }
  return { sought, found }
}

const textOf = (cell: unknown): string => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '')
