import type { CategoryId, Cell, StageGuid } from '../../../preload/contract/ids.ts'
import type { ReplyPlace, Result } from '../../../preload/contract/result.ts'
import type { ResultsPage, ResultsQuery, Row } from '../../../preload/contract/results.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { columnKeys } from '../../features/columns/rules/sourceColumns.ts'
import type { Gate } from '../../gate/gate.ts'
import { readRoles, rolesLines, rolesText } from '../columnRoles.ts'
import { placedCategories } from '../categorySelection.ts'
import { readInteger, type CommandLine } from '../commandLine.ts'
import { damagedJson, readDamaged, sayDamaged } from '../damaged.ts'
import type { ExitCode } from '../exitCode.ts'
import { cellText, jsonText, tableLines } from '../words/plain.ts'
import { readChoice, readQuery } from '../rowQuery.ts'
import { withCore } from '../session.ts'
import { readStage } from '../words/stageText.ts'
import type { Context, Verb } from '../verb.ts'

const pageLimit = 1_000
const defaultLimit = 50

type Place = { readonly distance: string; readonly category: string }

const placesOf = (tree: StageTree): ReadonlyMap<CategoryId, Place> =>
  new Map(placedCategories(tree).map(({ distance, category }) => [category.id, { distance, category: category.name }]))

type Found = {
  readonly total: number
  readonly columns: readonly string[]
  readonly places: ReadonlyMap<CategoryId, Place>
  readonly rows: readonly Row[]
  /** Categories left out of the rows. */
  readonly damaged: readonly ReplyPlace[]
}

const nowhere: Place = { distance: '', category: '' }

const rowText = ({ columns, places }: Found, row: Row): string => {
  const { distance, category } = places.get(row.category) ?? nowhere
  const cells = columns.map((key, index): [string, Cell] => [key, row.cells[index] ?? null])
  return jsonText(Object.fromEntries([...cells, ['distance', distance], ['category', category]]))
}

/** The answer as JSON in chunks of bounded size, so that rows never fill one string. */
export function* answerText(found: Found): Iterable<string> {
  yield `{"total":${found.total},"columns":${jsonText(found.columns)},"rows":[`
  for (let start = 0; start < found.rows.length; start += pageLimit) {
    const texts = found.rows.slice(start, start + pageLimit).map((row) => rowText(found, row))
    yield (start === 0 ? '' : ',') + texts.join(',')
  }
  yield found.damaged.length === 0 ? ']}\n' : `],"damaged":${jsonText(damagedJson(found.damaged).damaged)}}\n`
}

const answerLines = ({ columns, places, rows }: Found): readonly string[] =>
  tableLines(
    ['distance', 'category', ...columns],
    rows.map((row) => {
      const { distance, category } = places.get(row.category) ?? nowhere
      return [distance, category, ...columns.map((_, index) => cellText(row.cells[index]))]
    }),
  )

/** All rows up to the limit, asked for in pages of the size that the gate allows. */
const readPages = async (gate: Gate, query: ResultsQuery, limit: number): Promise<Result<ResultsPage>> => {
  const first = await gate.call('results:page', { ...query, offset: 0, limit: Math.min(limit, pageLimit) })
  if (!first.ok) return first
  const rows = [...first.value.rows]
  const wanted = Math.min(limit, first.value.total)
  while (rows.length < wanted) {
    const pageSize = Math.min(wanted - rows.length, pageLimit)
    const page = await gate.call('results:page', { ...query, offset: rows.length, limit: pageSize })
    if (!page.ok) return page
    // Another process may have refreshed the stage, with fewer rows.
    if (page.value.rows.length === 0) break
    for (const row of page.value.rows) rows.push(row)
  }
  return { ok: true, value: { ...first.value, rows } }
}

type Question = { readonly stage: StageGuid; readonly limit: number }

const find = async (gate: Gate, line: CommandLine, { stage, limit }: Question): Promise<Result<Found>> => {
  const question = await readQuery(gate, line, stage)
  if (!question.ok) return question
  const choice = await readChoice(gate, line, stage)
  if (!choice.ok) return choice
  const page = await readPages(gate, { ...question.value.query, ...choice.value }, limit)
  if (!page.ok) return page
  const damaged = await readDamaged(gate, stage, question.value.query.categories)
  if (!damaged.ok) return damaged
  const { total, columns, rows } = page.value
  const names = columnKeys(columns.map(({ name }) => name))
  const places = placesOf(question.value.tree)
  return { ok: true, value: { total, columns: names, places, rows, damaged: damaged.value } }
}

const showRoles = async (context: Context, stage: StageGuid): Promise<Result<ExitCode>> => {
  const roles = await withCore(context, {}, async ({ gate }) => {
    const question = await readQuery(gate, context.line, stage)
    return question.ok ? await readRoles(gate, question.value.query) : question
  })
  if (!roles.ok) return roles
  const printed = await context.output.print(context.isJson ? [rolesText(roles.value)] : rolesLines(roles.value))
  if (!printed.ok) return printed
  if (!context.isJson) await context.output.say(`${roles.value.rows} rows\n`)
  return { ok: true, value: 0 }
}

export const resultsVerb: Verb = {
  words: 'results',
  synopsis:
    'STAGE [--category NAME|GUID|DISTANCE/NAME] [--search TEXT] [--sort ROLE|COLUMN[:desc]]… ' +
    '[--filter ROLE|COLUMN=VALUE]… [--limit N] [--roles]',
  summary: `list stored rows (${defaultLimit} unless --limit is set)`,
  options: {
    category: { type: 'string', multiple: true },
    search: { type: 'string', canBeEmpty: true },
    sort: { type: 'string', multiple: true },
    filter: { type: 'string', multiple: true },
    limit: { type: 'string' },
    roles: { type: 'boolean' },
  },
  positionals: ['STAGE'],
  run: async (context) => {
    const limit = readInteger(context.line, 'limit', { min: 0 })
    if (!limit.ok) return limit
    const stage = readStage(context.line.positionals[0] ?? '')
    if (!stage.ok) return stage
    if (context.line.has('roles')) return await showRoles(context, stage.value)
    const question: Question = { stage: stage.value, limit: limit.value ?? defaultLimit }
    const found = await withCore(context, {}, ({ gate }) => find(gate, context.line, question))
    if (!found.ok) return found
    const printed = await context.output.print(context.isJson ? answerText(found.value) : answerLines(found.value))
    if (!printed.ok) return printed
    await sayDamaged(context, found.value.damaged)
    if (!context.isJson) await context.output.say(`${found.value.rows.length} of ${found.value.total} rows\n`)
    return { ok: true, value: 0 }
  },
}
