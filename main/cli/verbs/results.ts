import type { Column } from '../../../preload/contract/columns.ts'
import type { CategoryId, Cell, StageGuid } from '../../../preload/contract/ids.ts'
import type { ReplyPlace, Result } from '../../../preload/contract/result.ts'
import type { ResultsPage, ResultsQuery, Row } from '../../../preload/contract/results.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { columnKeys } from '../../features/columns/rules/sourceColumns.ts'
import type { Gate } from '../../gate/gate.ts'
import { readRoles, rolesLines, rolesText } from '../columnRoles.ts'
import { placedCategories } from '../categorySelection.ts'
import { invalid, readInteger, type CommandLine } from '../commandLine.ts'
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
  /** With --people: matching rows, of which `total` people have any. */
  readonly totalRows: number | null
  /** No row holds the words of --search; these hold similar ones. */
  readonly areSimilar: boolean
  readonly columns: readonly Shown[]
  readonly places: ReadonlyMap<CategoryId, Place>
  readonly rows: readonly Row[]
  /** Categories left out of the rows. */
  readonly damaged: readonly ReplyPlace[]
}

/** A printed column: its name in the answer, and the place of its cell in a row. */
type Shown = { readonly key: string; readonly index: number }

const nowhere: Place = { distance: '', category: '' }

/** Null without --people. */
const categoriesOf = ({ places }: Found, { placesOfPerson }: Row): readonly Place[] | null =>
  placesOfPerson === undefined
    ? null
    : [...new Set(placesOfPerson.map(({ category }) => category))].map((category) => places.get(category) ?? nowhere)

const rowText = (found: Found, row: Row): string => {
  const { columns, places } = found
  const { distance, category } = places.get(row.category) ?? nowhere
  const cells = columns.map(({ key, index }): [string, Cell] => [key, row.cells[index] ?? null])
  const categories = categoriesOf(found, row)
  const own = [['distance', distance] as const, ['category', category] as const]
  return jsonText(Object.fromEntries([...cells, ...own, ...(categories === null ? [] : [['categories', categories]])]))
}

/** The answer as JSON in chunks of bounded size, so that rows never fill one string. */
export function* answerText(found: Found): Iterable<string> {
  const rows = found.totalRows === null ? '' : `"totalRows":${found.totalRows},`
  const similar = found.areSimilar ? '"similar":true,' : ''
  yield `{"total":${found.total},${rows}${similar}"columns":${jsonText(found.columns.map(({ key }) => key))},"rows":[`
  for (let start = 0; start < found.rows.length; start += pageLimit) {
    const texts = found.rows.slice(start, start + pageLimit).map((row) => rowText(found, row))
    yield (start === 0 ? '' : ',') + texts.join(',')
  }
  yield found.damaged.length === 0 ? ']}\n' : `],"damaged":${jsonText(damagedJson(found.damaged).damaged)}}\n`
}

const answerLines = (found: Found): readonly string[] => {
  const { columns, places, rows, totalRows } = found
  return tableLines(
    ['distance', totalRows === null ? 'category' : 'categories', ...columns.map(({ key }) => key)],
    rows.map((row) => {
      const { distance, category } = places.get(row.category) ?? nowhere
      const categories = categoriesOf(found, row)?.map((place) => place.category) ?? [category]
      return [distance, [...new Set(categories)].join(', '), ...columns.map(({ index }) => cellText(row.cells[index]))]
    }),
  )
}

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

/** The columns named by --columns. Without it: columns with a meaning, or all where no column has one and in JSON. */
const chooseColumns = (line: CommandLine, columns: readonly Column[], isJson: boolean): Result<readonly Shown[]> => {
  const keys = columnKeys(
    columns.map(({ name }) => name),
    line.has('people'),
  )
  const all = keys.map((key, index) => ({ key, index }))
  const wanted = line.text('columns')
  if (wanted === undefined) {
    const known = all.filter(({ index }) => hasMeaning(columns[index]))
    return { ok: true, value: isJson || known.length === 0 ? all : known }
  }
  if (wanted === 'all') return { ok: true, value: all }
  const chosen = namesIn(wanted, keys).map((name) => keys.indexOf(name))
  if (chosen.includes(-1)) return invalid('--columns', 'no such column in the stored rows')
  return { ok: true, value: chosen.flatMap((index) => all[index] ?? []) }
}

const hasMeaning = (column: Column | undefined): boolean =>
  column?.role !== undefined && column.role !== 'id' && column.split === undefined

/** Names between commas; the name of a column may hold commas too. */
const namesIn = (text: string, keys: readonly string[]): readonly string[] => {
  const parts = text.split(',')
  const names: string[] = []
  for (let from = 0; from < parts.length;) {
    let to = parts.length
    while (to > from + 1 && !keys.includes(parts.slice(from, to).join(','))) to -= 1
    names.push(parts.slice(from, to).join(','))
    from = to
  }
  return names
}

type Question = { readonly stage: StageGuid; readonly limit: number; readonly isJson: boolean }

const find = async (gate: Gate, line: CommandLine, { stage, limit, isJson }: Question): Promise<Result<Found>> => {
  const question = await readQuery(gate, line, stage)
  if (!question.ok) return question
  const choice = await readChoice(gate, line, stage)
  if (!choice.ok) return choice
  const byPerson = line.has('people') ? ({ isByPerson: true } as const) : {}
  const page = await readPages(gate, { ...question.value.query, ...choice.value, ...byPerson }, limit)
  if (!page.ok) return page
  const damaged = await readDamaged(gate, stage, question.value.query.categories)
  if (!damaged.ok) return damaged
  const { total, totalRows = null, areSimilar = false, rows } = page.value
  const columns = chooseColumns(line, page.value.columns, isJson)
  if (!columns.ok) return columns
  const places = placesOf(question.value.tree)
  return {
    ok: true,
    value: { total, totalRows, areSimilar, columns: columns.value, places, rows, damaged: damaged.value },
  }
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
    '[--filter ROLE|COLUMN=VALUE]… [--people] [--columns all|NAME,…] [--limit N] [--roles]',
  summary: `list stored rows (${defaultLimit} unless --limit is set)`,
  options: {
    category: { type: 'string', multiple: true },
    search: { type: 'string', canBeEmpty: true },
    sort: { type: 'string', multiple: true },
    filter: { type: 'string', multiple: true },
    people: { type: 'boolean' },
    columns: { type: 'string' },
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
    const { isJson } = context
    const question: Question = { stage: stage.value, limit: limit.value ?? defaultLimit, isJson }
    const found = await withCore(context, {}, ({ gate }) => find(gate, context.line, question))
    if (!found.ok) return found
    const printed = await context.output.print(isJson ? answerText(found.value) : answerLines(found.value))
    if (!printed.ok) return printed
    const { rows, total, totalRows, areSimilar, damaged } = found.value
    await sayDamaged(context, damaged)
    if (areSimilar && !isJson) await context.output.say('No row has these words; these have similar ones\n')
    const counted = totalRows === null ? `${total} rows` : `${total} people, ${totalRows} rows`
    if (!isJson) await context.output.say(`${rows.length} of ${counted}\n`)
    return { ok: true, value: 0 }
  },
}
