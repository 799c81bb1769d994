import type { Cell, Column, ColumnRole } from '../../preload/contract.ts'
import { fold } from './fold.ts'
import { wholeText } from './places.ts'
import { cellReader, meaningReader, type CellReader, type TableColumn } from './shape/columns.ts'
import type { JsonObject } from './shape/findRows.ts'

const searchable = new Set([
  'number',
  'bib',
  'name',
  'fullname',
  'firstname',
  'lastname',
  'middlename',
  'club',
  'team',
  'city',
])

const searchableRoles: ReadonlySet<ColumnRole | undefined> = new Set<ColumnRole>([
  'bib',
  'name',
  'firstName',
  'lastName',
  'middleName',
  'club',
  'city',
  'team',
])

/** Whatever the roles say, search reads columns whose last dotted part has one of these names (interface.md). */
const isSearchableName = (columnName: string): boolean =>
  searchable.has(columnName.slice(columnName.lastIndexOf('.') + 1).toLowerCase())

/** The columns a table is searched by: that of the bibs first, so that a line begins with its bib; never those of splits. */
export const searchColumnsOf = <C extends Column>(columns: readonly C[]): readonly C[] => {
  const found = columns.filter(
    ({ name, role, split }) => split === undefined && (searchableRoles.has(role) || isSearchableName(name)),
  )
  const bib = found.find(({ role }) => role === 'bib')
  return bib === undefined ? found : [bib, ...found.filter((column) => column !== bib)]
}

/** What a search text is made of: texts of tables with the same key are made alike. */
export const searchKeyOf = (columns: readonly Column[]): string =>
  JSON.stringify(searchColumnsOf(columns).map(({ name, role }) => (role === 'bib' ? [name] : name)))

/** Whether the lines of the search text begin with bibs. */
export const hasBibLines = (columns: readonly Column[]): boolean => searchColumnsOf(columns)[0]?.role === 'bib'

/**
 * One folded line per row: its searchable cells in the order of `searchColumnsOf`, each set apart by a space, empty ones too,
 * the bib by two. The count of lines is the count of rows; every line but the first begins with a space of its own.
 */
export const searchTextOf = (rows: readonly JsonObject[], columns: readonly TableColumn[]): string => {
  const readers = readersOf(searchColumnsOf(columns))
  const hasBibs = hasBibLines(columns)
  const pieces: string[] = []
  for (let from = 0; from < rows.length;) {
    let to = from
    for (let length = 0; to < rows.length && length < pieceLength; to += 1) length += lengthOf(rows[to] ?? {}, readers)
    pieces.push(pieceOf(rows.slice(from, to), readers, hasBibs))
    from = to
  }
  return pieces.join(' ')
}

/** A bib with something else in its cell begins its line, and the whole cell is found as well. */
const readersOf = (columns: readonly TableColumn[]): readonly CellReader[] => {
  const readers = columns.map((column) => cellReader(column))
  const [first] = columns
  return first?.role === 'bib' && first.part !== undefined ? [meaningReader(first), ...readers] : readers
}

/** Characters folded in one piece, since folding makes several copies of the text. */
const pieceLength = 1_000_000

const lengthOf = (row: JsonObject, readers: readonly CellReader[]): number => {
  let length = 0
  for (const read of readers) {
    const cell = read(row)
    length += typeof cell === 'string' ? cell.length + 1 : 8
  }
  return length
}

const pieceOf = (rows: readonly JsonObject[], readers: readonly CellReader[], hasBibs: boolean): string => {
  const folded = fold(joinLines(rows, readers, hasBibs))
  if (countLines(folded) === rows.length) return folded
  // Some cell holds a line break, which would be taken for the end of its row.
  const unbroken = readers.map(
    (read): CellReader =>
      (row) =>
        textOf(read(row)).replace(/\n/g, ' '),
  )
  return fold(joinLines(rows, unbroken, hasBibs))
}

/** The search text of a table, and the columns it is made of. */
export type SearchedTable = { readonly searchText: string; readonly columns: readonly TableColumn[] }
/** Rows of a table, and where they stand in it, rising. */
export type PlacedRows = { readonly rows: readonly JsonObject[]; readonly places: readonly number[] }

/**
 * `searchTextOf` a table by that of an earlier one: lines of rows that both have are taken over. `gone` are the places of rows
 * that only the earlier one has, `come` the rows that only this one has. Null when the two are searched by different columns.
 */
export const searchTextAfter = (
  earlier: SearchedTable,
  gone: readonly number[],
  come: PlacedRows,
  columns: readonly TableColumn[],
): string | null => {
  if (placesOf(earlier.columns) !== placesOf(columns)) return null
  const kept = withoutLines(spaced(earlier.searchText), gone)
  return withLines(kept, come.places, spaced(searchTextOf(come.rows, columns)).split('\n')).slice(1)
}

/** With the space before the first line that all others begin with. */
const spaced = (searchText: string): string => (searchText === '' ? '' : ` ${searchText}`)

/** Walks through a text of lines, forwards only: where the line with this number begins. */
const lineStarts = (text: string): ((line: number) => number) => {
  let start = 0
  let current = 0
  return (line) => {
    for (; current < line; current += 1) start = text.indexOf('\n', start) + 1
    return start
  }
}

const withoutLines = (text: string, lines: readonly number[]): string => {
  const startOf = lineStarts(text)
  const parts: string[] = []
  let from = 0
  for (const line of lines) {
    parts.push(text.slice(from, startOf(line)))
    from = startOf(line + 1)
  }
  return parts.join('') + text.slice(from)
}

/** Each of `lines` comes to stand at its place in the result. */
const withLines = (text: string, places: readonly number[], lines: readonly string[]): string => {
  const startOf = lineStarts(text)
  const parts: string[] = []
  let from = 0
  for (const [index, place] of places.entries()) {
    const start = startOf(place - index)
    parts.push(text.slice(from, start), lines[index] ?? '', '\n')
    from = start
  }
  return parts.join('') + text.slice(from)
}

/** Where the searched cells stand in a row. */
const placesOf = (columns: readonly TableColumn[]): string =>
  JSON.stringify([hasBibLines(columns), searchColumnsOf(columns).map(({ path, part }) => [path, part])])

const joinLines = (rows: readonly JsonObject[], readers: readonly CellReader[], hasBibs: boolean): string => {
  const parts: string[] = []
  for (const row of rows) {
    for (let place = 0; place < readers.length; place += 1) {
      const cell = readers[place]?.(row)
      const text = typeof cell === 'string' ? cell : textOf(cell)
      // Two spaces end the bib, so there are none in it.
      if (place !== 0 || !hasBibs) parts.push(text)
      else if (plainBib.test(text)) parts.push(text, '')
      else parts.push(...writtenBib(text))
    }
    parts.push('\n')
  }
  return parts.join(' ')
}

const plainBib = /^[0-9A-Za-z]*$/

/** A bib written 596.0 is found by either writing, and by 596 exactly. */
const writtenBib = (text: string): readonly string[] => {
  const bib = wholeText(text.trim())
  return bib === text.trim() ? [foldBib(text), ''] : [bib, '', text]
}

/** A bib, or a query that may be one, as bibs are compared: folded, with single spaces. */
export const foldBib = (text: string): string =>
  fold(text)
    .replace(/[ \n]+/g, ' ')
    .trim()

const textOf = (cell: Cell | undefined): string => {
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

const countLines = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
