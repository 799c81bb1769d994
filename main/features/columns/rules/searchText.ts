import type { Column } from '../../../../preload/contract/columns.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import { foldLines, foldSearched } from '../../../kernel/fold.ts'
import { cellText } from '../../../kernel/text/cellText.ts'
import { nameWords, squash, wordSet } from './headers/nameWords.ts'
import { wholeText } from './cells/places.ts'
import { cellReader, meaningReader, type CellReader, type TableColumn } from './table/columns.ts'
import { isSearchableName, wordsWithin } from './cells/wording.ts'
import type { JsonObject } from './body/json.ts'

const nameRoles: ReadonlySet<ColumnRole | undefined> = new Set<ColumnRole>([
  'name',
  'firstName',
  'lastName',
  'middleName',
])
const searchableRoles: ReadonlySet<ColumnRole | undefined> = new Set<ColumnRole>(['bib', 'club', 'city', 'team'])
/** Searched only where the cells are words: a country's code names no person. */
const placeRoles: ReadonlySet<ColumnRole | undefined> = new Set<ColumnRole>(['region', 'country'])
/** Columns without a role, and IDs, are searched if their words distinguish rows. */
const openRoles: ReadonlySet<ColumnRole | undefined> = new Set<ColumnRole | undefined>([undefined, 'id'])

/** Searched whatever its cells are (interface.md). */
const isPromised = ({ name, role, split }: Searched): boolean =>
  split === undefined && (nameRoles.has(role) || searchableRoles.has(role) || isSearchableName(name))

const isSearched = (column: Searched, areNamesKnown: boolean): boolean => {
  const { role, signs, of } = column
  // Whole cells of the other column are searched and contain it.
  if (of !== undefined) return false
  if (isPromised(column)) return true
  if (placeRoles.has(role)) return signs?.texts !== undefined
  if (!openRoles.has(role)) return false
  return signs?.texts === 'telling' || (signs?.texts === 'shared' && !areNamesKnown)
}

const bibWords = wordSet(
  'no nr num number numero nummer numer numeri bib bibno bibnumber startno startnr startnumber startnummer numerstartowy stno stnr dossard dorsal pettorale numpeito peito номер стартовыйномер ном стномер ゼッケン ゼッケンno 号码 参赛号 배번 배번호 startovnicislo gogusno',
)

/** Where no column has the role: unique short numbers under such a name, or in a table without names of columns. */
const isLikeBib = ({ name, role, split, signs }: Searched): boolean =>
  role === undefined &&
  split === undefined &&
  signs?.isUniqueNumber === true &&
  (/^\d{1,3}$/.test(name) || bibWords.has(squash(nameWords(name.slice(name.lastIndexOf('.') + 1)))))

type Searched = Column & Pick<TableColumn, 'signs'>

/**
 * The columns a table is searched by: all that may name a person, a number, a club or a place. That of the bibs comes first, so
 * that a line begins with its bib. Columns of splits are searched only for members and the like.
 */
export const searchColumnsOf = <C extends Searched>(columns: readonly C[]): readonly C[] => {
  const areNamesKnown = columns.some(({ role }) => nameRoles.has(role))
  const bib = bibOf(columns)
  const found = columns.filter((column) => column !== bib && isSearched(column, areNamesKnown))
  return bib === undefined ? found : [bib, ...found]
}

const bibOf = <C extends Searched>(columns: readonly C[]): C | undefined =>
  columns.find(({ role, split }) => role === 'bib' && split === undefined) ?? columns.find(isLikeBib)

/** Key of the columns in a search text; tables with the same key build it alike. */
export const searchKeyOf = (columns: readonly Searched[]): string => {
  const bib = bibOf(columns)
  return JSON.stringify(searchColumnsOf(columns).map((column) => (column === bib ? [column.name] : column.name)))
}

/** Whether the lines of the search text begin with bibs. */
export const hasBibLines = (columns: readonly Searched[]): boolean => bibOf(columns) !== undefined

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
  const readers = columns.map((column) => (isPromised(column) ? cellReader(column) : wordReader(column)))
  const [first] = columns
  return first?.role === 'bib' && first.part !== undefined ? [meaningReader(first), ...readers] : readers
}

/** Reads only the words of lists, such as names of members. */
const wordReader = (column: TableColumn): CellReader => {
  const read = cellReader(column)
  return (row) => {
    const cell = read(row)
    return typeof cell === 'object' && cell !== null ? wordsWithin(cell).join(' ') : cell
  }
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
  const folded = foldLines(joinLines(rows, readers, hasBibs))
  if (countLines(folded) === rows.length) return folded
  // A cell contains a line break, which would look like the end of its row.
  const unbroken = readers.map(
    (read): CellReader =>
      (row) =>
        cellText(read(row)).replace(/\n/g, ' '),
  )
  return foldLines(joinLines(rows, unbroken, hasBibs))
}

/** The search text of a table, and the columns it is made of. */
type SearchedTable = { readonly searchText: string; readonly columns: readonly TableColumn[] }
/** Rows of a table and their indexes, ascending. */
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
  const lost = new Set(gone)
  const isNew = new Set(come.places)
  const kept = linesOf(earlier.searchText).filter((_, line) => !lost.has(line))
  const [known, added] = [kept.values(), linesOf(searchTextOf(come.rows, columns)).values()]
  const lines = Array.from({ length: kept.length + isNew.size }, (_, line) => (isNew.has(line) ? added : known).next())
  return lines
    .map(({ value }) => value ?? '')
    .join('')
    .slice(1)
}

/** Each with its end, and with the space that all but the first of a text begin with. */
const linesOf = (searchText: string): readonly string[] => ` ${searchText}`.match(/[^\n]*\n/g) ?? []

/** The positions of the searched cells in a row. */
const placesOf = (columns: readonly TableColumn[]): string =>
  JSON.stringify([hasBibLines(columns), searchColumnsOf(columns).map(({ path, part }) => [path, part])])

const joinLines = (rows: readonly JsonObject[], readers: readonly CellReader[], hasBibs: boolean): string => {
  const parts: string[] = []
  for (const row of rows) {
    for (let place = 0; place < readers.length; place += 1) {
      const cell = readers[place]?.(row)
      const text = cellText(cell)
      // Two spaces end the bib, so it cannot contain two.
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
  foldSearched(text)
    .replace(/[ \n]+/g, ' ')
    .trim()

const countLines = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
