import type { Cell } from '../../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import { fold } from '../../../kernel/fold.ts'
import type { JsonObject } from './body/json.ts'
import { foldBib } from './searchText.ts'
import { meaningReader, type CellReader, type TableColumn } from './table/columns.ts'

/** The people of a start list, by `foldBib` of their bibs. */
export type JoinedList = {
  readonly columns: readonly { readonly name: string; readonly role: ColumnRole }[]
  readonly people: ReadonlyMap<string, JoinedPerson>
}

/** `names`: folded words of the name, none where the list has no names. `cells` by the place of their column. */
export type JoinedPerson = { readonly names: readonly string[]; readonly cells: JsonObject }

/** Roles that describe a person whatever the race; the others come from the service alone. */
export const joinedRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'birthDate',
  'birthYear',
  'age',
  'sex',
  'club',
  'team',
  'city',
  'region',
  'country',
])

/** Where a row keeps what was joined to it; no service names a field so. */
const joinedKey = '#startList'

/** The columns that a table lacks. */
export const joinedColumns = (own: readonly TableColumn[], { columns }: JoinedList): readonly TableColumn[] =>
  own.every(({ role }) => role !== 'bib')
    ? []
    : columns.flatMap(({ name, role }, at): readonly TableColumn[] =>
        own.some((column) => column.role === role)
          ? []
          : [{ name: `start list: ${name}`, path: [joinedKey, String(at)], kind: 'text', role, isJoined: true }],
      )

const nameRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>(['name', 'firstName', 'lastName'])

export const nameWords = (texts: readonly (Cell | undefined)[]): readonly string[] =>
  texts.flatMap((text) =>
    typeof text === 'string'
      ? fold(text)
          .split(/[^\p{L}\p{N}]+/u)
          .filter(Boolean)
      : [],
  )

export type PersonInRow = { readonly bib: string; readonly names: readonly string[] }

/** Bib and name of a row, by the columns of its table; null for a table without bibs. */
export const personReader = (columns: readonly TableColumn[]): ((row: JsonObject) => PersonInRow) | null => {
  const bibColumn = columns.find(({ role }) => role === 'bib')
  if (bibColumn === undefined) return null
  const readBib = meaningReader(bibColumn)
  const readNames: readonly CellReader[] = columns
    .filter(({ role }) => role !== undefined && nameRoles.has(role))
    .map((column) => meaningReader(column))
  return (row) => {
    const bib = readBib(row)
    return {
      bib: typeof bib === 'string' || typeof bib === 'number' ? foldBib(String(bib)) : '',
      names: nameWords(readNames.map((read) => read(row))),
    }
  }
}

/** A bib passed on to somebody else has another name; where one side has none, the bib alone decides. */
export const isSamePerson = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((word) => other.includes(word))

export const joinRows = (
  rows: readonly JsonObject[],
  own: readonly TableColumn[],
  { people }: JoinedList,
): readonly JsonObject[] => {
  const personOf = personReader(own)
  if (personOf === null) return rows
  return rows.map((row) => {
    const { bib, names } = personOf(row)
    const person = bib === '' ? undefined : people.get(bib)
    return person === undefined || !isSamePerson(person.names, names) ? row : { ...row, [joinedKey]: person.cells }
  })
}
