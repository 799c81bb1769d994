import type { Column } from '../../../../preload/contract/columns.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'
import { finishRoles, placeRoles, type ColumnRole } from '../../../../preload/contract/roles.ts'
import { isDistanceUnit } from '../../columns/rules/distances.ts'
import type { FinisherReader } from '../../results/rules/finisher.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'

/** A row as the body has it, and its cells, one for each column that goes into the file. */
export type RowOfFile = { readonly row: JsonObject; readonly cells: readonly (Cell | undefined)[] }

/**
 * How the rows of a table read as JSON. `reader` knows all of its columns, `shown` those alone that go into the file.
 * `columns` are named as received.
 */
type NormalisedTable = {
  readonly reader: FinisherReader
  readonly shown: FinisherReader
  readonly columns: readonly Column[]
  readonly birthDates: 'full' | 'year'
}

const nameParts: readonly ColumnRole[] = ['lastName', 'firstName', 'middleName']
const textRoles: readonly ColumnRole[] = ['ageGroup', 'club', 'team', 'city', 'region', 'country', 'pace', 'id']
const timeRoles = [...finishRoles, 'gap'] as const

type Fact = readonly [key: string, read: (row: JsonObject) => unknown]

type RowObject = { [name: string]: unknown }

/**
 * Writes rows as the members of a JSON object, without its opening brace: one for each role that a shown column has, null where
 * the row has nothing readable, then `fields` with every cell under its column's name. Times stand as received and in
 * milliseconds.
 */
export const rowMembers = (table: NormalisedTable): ((row: RowOfFile) => string) => {
  const facts = factsOf(table)
  const fields = fieldsOf(table.columns)
  return ({ row, cells }) => {
    const object: RowObject = {}
    for (const [key, read] of facts) object[key] = read(row) ?? null
    object['fields'] = fields(cells)
    return JSON.stringify(object).slice(1)
  }
}

/** A row of a table whose columns mean nothing in particular, as one JSON object. */
export const plainRow = (columns: readonly Column[]): ((cells: RowOfFile['cells']) => string) => {
  const fields = fieldsOf(columns)
  return (cells) => JSON.stringify(fields(cells))
}

/** Leaves out missing fields and keeps null. */
const fieldsOf = (columns: readonly Column[]): ((cells: RowOfFile['cells']) => RowObject) => {
  const names = columns.map(({ name }) => name)
  // A key `__proto__` would set the prototype. Objects without a prototype are slower.
  const isPlain = !names.includes('__proto__')
  return (cells) => {
    const object = isPlain ? {} : (Object.create(null) as RowObject)
    for (let at = 0; at < names.length; at += 1) object[names[at] ?? ''] = written(cells[at])
    return object
  }
}

/** A number too large for any computer would become null. */
const written = (cell: Cell | undefined): Cell | undefined =>
  typeof cell === 'number' && !Number.isFinite(cell) ? String(cell) : cell

const factsOf = ({ reader, shown, columns, birthDates }: NormalisedTable): readonly Fact[] => {
  const texts = (roles: readonly ColumnRole[]): readonly Fact[] =>
    roles.filter(shown.has).map((role): Fact => [role, (row) => shown.text(row, role) || null])
  const hasName = shown.has('name') || nameParts.some(shown.has)
  const hasFinish = timeRoles.some((role) => role !== 'gap' && shown.has(role))
  // Columns with times only have no distances.
  const hasDistances = columns.some(
    ({ role, kind, unit }) => role === 'result' && (kind === 'text' || isDistanceUnit(unit)),
  )
  const hasBirthYear = shown.has('birthYear') || shown.has('birthDate')
  const splits: Fact = ['splits', (row) => shown.splits(row)]
  return [
    ...placeRoles.filter(shown.has).map((role): Fact => [role, (row) => shown.place(row, role)]),
    ...texts(['bib']),
    ...(hasName ? [['name', (row) => shown.name(row) || null] satisfies Fact] : []),
    ...texts(nameParts),
    ...(shown.has('sex') ? [['sex', (row) => shown.sex(row)] satisfies Fact] : []),
    ...(shown.has('age') ? [['age', (row) => shown.age(row)] satisfies Fact] : []),
    ...(hasBirthYear ? [['birthYear', (row) => shown.birthYear(row)] satisfies Fact] : []),
    ...texts(birthDates === 'full' ? ['birthDate'] : []),
    ...texts(textRoles),
    ['status', (row) => reader.status(row)],
    ...timeRoles
      .filter(shown.has)
      .flatMap((role): readonly Fact[] => [
        [role, (row) => shown.text(row, role) || null],
        ...(role === 'result' ? [] : [[`${role}Ms`, (row) => timeMs(shown, row, role)] satisfies Fact]),
      ]),
    ...(shown.hasGapsForResults && !shown.has('gap') ? [['gapMs', shown.gapMs] satisfies Fact] : []),
    ...(hasFinish ? [['resultMs', (row) => shown.finishMs(row)] satisfies Fact] : []),
    ...(hasDistances ? [['resultDistance', (row) => shown.finishDistance(row)] satisfies Fact] : []),
    ...(shown.has('points') ? [['points', (row) => shown.points(row)] satisfies Fact] : []),
    ...(shown.has('split') || shown.has('lap') ? [splits] : []),
  ]
}

const timeMs = (reader: FinisherReader, row: JsonObject, role: 'chipTime' | 'gunTime' | 'gap'): number | null =>
  role === 'gap' ? reader.timeMs(row, role) : reader.finishMs(row, role)
