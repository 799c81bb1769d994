import type { MappedColumn, RoleCandidate, RoleReason, ShapeMapping } from '../../preload/contract/columns.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { ResultsQuery, Row } from '../../preload/contract/results.ts'
import type { ColumnRole } from '../../preload/contract/roles.ts'
import { columnKeys } from '../features/columns/rules/sourceColumns.ts'
import type { Gate } from '../gate/gate.ts'
import { cellText, jsonText, tableLines } from './words/plain.ts'

/** A column of `results --roles`; `reason` is an English sentence. */
export type ColumnWithRole = {
  readonly name: string
  /** The service's name of the column for people. */
  readonly label?: string
  readonly role: ColumnRole | null
  readonly confidence: number
  readonly reason: string
  readonly unit?: string
}

type RolesAnswer = { readonly columns: readonly ColumnWithRole[]; readonly rows: number }

/** A column of `columns`: `guesses` the best two, `examples` up to three different cells as received. */
export type ColumnWithGuesses = ColumnWithRole & {
  readonly guesses: readonly RoleCandidate[]
  readonly examples: readonly string[]
}

export type ColumnsAnswer = { readonly columns: readonly ColumnWithGuesses[]; readonly rows: number }

const exampleCount = 3
/** Rows in which examples of a point's own column are looked for: the samples of a shape are of all points. */
const exampleRows = 100

/** `readColumns` without guesses and examples. */
export const readRoles = async (gate: Gate, query: ResultsQuery): Promise<Result<RolesAnswer>> => {
  const read = await readColumns(gate, query)
  if (!read.ok) return read
  const { columns, rows } = read.value
  return { ok: true, value: { columns: columns.map(({ guesses: _, examples: __, ...column }) => column), rows } }
}

/** The columns of the rows that the query selects; where shapes differ, the guess for most rows. */
export const readColumns = async (gate: Gate, query: ResultsQuery): Promise<Result<ColumnsAnswer>> => {
  const page = await gate.call('results:page', { ...query, offset: 0, limit: exampleRows })
  if (!page.ok) return page
  const { stage, distance, categories } = query
  const mapping = await gate.call('results:mapping', {
    stage,
    ...(distance === undefined ? {} : { distance }),
    ...(categories === undefined ? {} : { categories }),
  })
  if (!mapping.ok) return mapping
  const names = page.value.columns.map(({ name }) => name)
  const keys = columnKeys(names)
  const columns = page.value.columns.map(({ name, label }, index): ColumnWithGuesses => {
    const found = columnsNamed(mapping.value, name)
    const column = weightiest(found)
    const { role, confidence, unit, reasons } = column?.role ?? doubt
    return {
      name: keys[index] ?? name,
      ...(label === undefined ? {} : { label }),
      role,
      confidence: roundTo2(confidence),
      reason: reasonText(name, role, reasons),
      ...(unit === undefined ? {} : { unit }),
      guesses: column?.guesses ?? [],
      examples: examplesOf(column?.isSplit === true ? cellsAt(page.value.rows, index) : samplesOf(found)),
    }
  })
  return { ok: true, value: { columns, rows: page.value.total } }
}

const doubt: MappedColumn['role'] = { role: null, confidence: 0, reasons: [{ code: 'doubt' }] }

const cellsAt = (rows: readonly Row[], index: number): readonly string[] =>
  rows.map(({ cells }) => cellText(cells[index])).filter((text) => text.trim() !== '')

const samplesOf = (found: readonly OfShape[]): readonly string[] => found.flatMap(({ column: { samples } }) => samples)

const examplesOf = (texts: readonly string[]): readonly string[] => [...new Set(texts)].slice(0, exampleCount)

type OfShape = { readonly column: MappedColumn; readonly rows: number }

const columnsNamed = (mappings: readonly ShapeMapping[], name: string): readonly OfShape[] =>
  mappings.flatMap(({ columns, rows }): readonly OfShape[] => {
    const column = columns.find(({ names }) => names.includes(name))
    return column === undefined ? [] : [{ column, rows }]
  })

const weightiest = (found: readonly OfShape[]): MappedColumn | undefined => {
  const weights = new Map<ColumnRole | null, { rows: number; readonly column: MappedColumn }>()
  for (const { column, rows } of found) {
    const known = weights.get(column.role.role)
    if (known === undefined) weights.set(column.role.role, { rows, column })
    else known.rows += rows
  }
  const [most] = [...weights.values()].sort((a, b) => b.rows - a.rows)
  return most?.column
}

const roundTo2 = (value: number): number => Math.round(value * 100) / 100

const reasonText = (name: string, role: ColumnRole | null, reasons: readonly RoleReason[]): string => {
  const [first] = reasons
  if (first === undefined) return role === null ? 'The meaning is not clear.' : 'Best guess.'
  if (role === null && first.code !== 'taken' && first.code !== 'user' && first.code !== 'unit-open') {
    return 'The meaning is not clear.'
  }
  const text = reasons.map((reason) => clause(name, reason)).join(', and ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

const clause = (name: string, { code, word }: RoleReason): string => {
  switch (code) {
    case 'name':
      return word === undefined || name.endsWith(word) ? 'the name says so' : `“${word}” in the name says so`
    case 'values':
      return patterns[word ?? ''] ?? 'the cells look like it'
    case 'user':
      return 'corrected by a user'
    case 'taken':
      return word === undefined ? 'another column fits better' : `the column “${word}” fits better`
    case 'unit-open':
      return `the cells are times in an unknown unit (columns --set "${name}=${word ?? 'result'}:UNIT" sets it)`
    case 'doubt':
      return 'the meaning is not clear'
  }
}

const patterns: { readonly [pattern: string]: string } = {
  clock: 'the cells are clock times',
  'number-of-time': 'the cells are numbers that may be times',
  growing: 'the cells grow with place or time',
  plus: 'the cells are times with a plus',
  places: 'the cells are places starting at 1',
  unique: 'the cells differ in every row',
  'row-numbers': 'the cells are row numbers',
  names: 'the cells are names of people',
  'first-names': 'the cells are first names',
  sex: 'the cells are words for sex',
  ages: 'the cells are ages',
  years: 'the cells are years',
  dates: 'the cells are dates',
  'age-groups': 'the cells are age groups',
  statuses: 'the cells are words for a status',
  'country-codes': 'the cells are country codes',
  numbers: 'the cells are numbers',
  words: 'the cells are words',
  pace: 'the cells are times per kilometre or mile',
}

export const rolesText = (answer: RolesAnswer): string => `${jsonText(answer)}\n`

export const rolesLines = ({ columns }: RolesAnswer): readonly string[] =>
  tableLines(
    ['column', 'role', 'unit', 'confidence', 'reason'],
    columns.map(({ name, role, unit, confidence, reason }) => [
      name,
      role ?? '–',
      unit ?? '',
      confidence.toFixed(2),
      reason,
    ]),
  )

export const columnsText = (answer: ColumnsAnswer): string => `${jsonText(answer)}\n`

export const columnsLines = ({ columns }: ColumnsAnswer): readonly string[] =>
  tableLines(
    ['column', 'role', 'unit', 'confidence', 'best guesses', 'examples', 'reason'],
    columns.map(({ name, role, unit, confidence, guesses, examples, reason }) => [
      name,
      role ?? '–',
      unit ?? '',
      confidence.toFixed(2),
      guesses.map((guess) => `${guess.role} ${guess.confidence.toFixed(2)}`).join(', '),
      examples.join(' · '),
      reason,
    ]),
  )
