import type { Column } from '../../../../preload/contract/columns.ts'
import type { Cell, Json } from '../../../../preload/contract/ids.ts'
import type { AppError } from '../../../../preload/contract/result.ts'
import { plainRow, rowMembers, type RowOfFile } from '../rules/normalisedRow.ts'
import type { FileContent, Piece } from '../fileWriting.ts'
import { bodiesContent } from './jsonBodies.ts'
import type { About, FileDocument, Format, FormatOptions, Lines, ResultRows } from './format.ts'
import type { StoredTable } from '../../columns/tableStore.ts'

const rowsPerPiece = 128

/** Version of the row layout below; increased for breaking changes. */
export const schemaVersion = 1

/** One object: what is known of the rows, then `rows`. Results are normalised by role, or as received with the preset `raw`. */
export const json: Format = {
  refusal: (document, options) => (options.preset === 'raw' ? rawRefusal(document, options) : null),
  ending: () => 'json',
  content: (document, options) =>
    options.preset === 'raw' && document.results !== undefined
      ? bodiesContent(document.results, jsonHead('racedesk.bodies', document, options))
      : rowsContent(document, options),
}

const invalid = (message: string, path = 'preset'): AppError => ({ kind: 'invalid-input', issues: [{ path, message }] })

const rawRefusal = (
  { results, about }: FileDocument,
  { birthDates }: Pick<FormatOptions, 'birthDates'>,
): AppError | null => {
  if (results === undefined) return invalid('raw is for results')
  if (birthDates === 'year') return invalid('bodies as received have full birth dates', 'birthDates')
  return isNarrowed(about.choice) ? invalid('bodies as received are whole: no search, filters, rows or columns') : null
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const narrowing: ReadonlySet<string> = new Set(['search', 'filters', 'rows', 'columns', 'isByPerson'])

const isNarrowed = (choice: Json): boolean =>
  Object.entries(choice ?? {}).some(([name, value]) => narrowing.has(name) && !isEmpty(value))

/** The members that every file begins with. */
const jsonHead = (
  schema: string,
  { title, about, results }: FileDocument,
  { isFinal = false }: Pick<FormatOptions, 'isFinal'>,
): { readonly [name: string]: Json } => ({
  schema,
  schemaVersion,
  subject: about.subject,
  title,
  ...(about.stage === null ? {} : { stage: stageOf(about) }),
  ...(results === undefined ? {} : { state: isFinal ? 'final' : 'preliminary' }),
  origin: about.origin,
  writtenAt: about.writtenAt,
  appVersion: about.appVersion,
  choice: about.choice,
})

const stageOf = ({ stage }: About): Json => ({ guid: stage?.guid ?? null, name: stage?.name ?? null })

const rowsContent = (document: FileDocument, options: FormatOptions): FileContent => {
  const { all, unit, results } = document
  const schema = results === undefined ? 'racedesk.table' : 'racedesk.results'
  const described = results === undefined ? { columns: all.columns.map(describe) } : { categories: tablesOf(results) }
  const head = { ...jsonHead(schema, document, options), total: all.total, ...described }
  return {
    total: all.total,
    ...(unit === undefined ? {} : { unit }),
    pieces: listPieces(`${JSON.stringify(head, null, 1).slice(0, -2)},\n "rows": [`, rowTexts(document, options)),
  }
}

const describe = ({ name, kind, role, unit }: Column): { readonly [name: string]: Json } => ({
  name,
  kind,
  role: role ?? null,
  ...(unit === undefined ? {} : { unit }),
})

const tablesOf = ({ tables, source }: ResultRows): Json =>
  tables.map(({ table, columns }) => {
    const { category: id, distanceName: distance, categoryName: category, fetchedAt, rows: rowsReceived } = table
    const { url = null, sha256 = null } = source(table) ?? {}
    return { id, distance, category, url, fetchedAt, sha256, rowsReceived, columns: columns.map(describe) }
  })

async function* listPieces(start: string, texts: Lines<string>): AsyncGenerator<Piece> {
  let text = start
  let done = 0
  for await (const some of texts) {
    for (const row of some) {
      text += `${done === 0 ? '\n' : ',\n'}${row}`
      done += 1
      if (done % rowsPerPiece !== 0) continue
      yield { bytes: text, done }
      text = ''
    }
  }
  yield { bytes: `${text}${done === 0 ? '' : '\n'}]}\n`, done }
}

/** Every row as one JSON object on a line of its own. */
export const rowTexts = (document: FileDocument, options: FormatOptions, before = ''): Lines<string> =>
  document.results === undefined ? plainTexts(document, before) : resultTexts(document.results, options, before)

async function* plainTexts({ all }: FileDocument, before: string): AsyncGenerator<readonly string[]> {
  const write = plainRow(all.columns)
  for await (const lines of all.lines()) {
    yield lines.map((line: readonly (Cell | undefined)[]) => joined(before, write(line)))
  }
}

async function* resultTexts(
  { columns, tables, finishers, categoriesOfPerson }: ResultRows,
  { birthDates = 'year' }: FormatOptions,
  before: string,
): AsyncGenerator<readonly string[]> {
  const writers = new Map<StoredTable, (row: RowOfFile & { readonly index: number }) => string>()
  for (const { table, reader, shown } of tables) {
    const { distanceName: distance, categoryName: category } = table
    const placeOf = (index: number): string =>
      JSON.stringify({
        distance,
        category,
        ...(categoriesOfPerson === null ? {} : { categories: categoriesOfPerson(table, index) }),
      }).slice(0, -1)
    const fixed = categoriesOfPerson === null ? placeOf(0) : null
    const members = rowMembers({ reader, shown, columns, birthDates })
    writers.set(table, (row) => joined(before, `${fixed ?? placeOf(row.index)},${members(row)}`))
  }
  for await (const rows of finishers()) yield rows.map((row) => writers.get(row.table)?.(row) ?? 'null')
}

/** `before` are members without their closing brace. */
const joined = (before: string, object: string): string =>
  before === '' ? object : `${before}${object === '{}' ? '' : ','}${object.slice(1)}`
