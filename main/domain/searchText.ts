import type { Cell, Column, ColumnRole } from '../../preload/contract.ts'
import { fold } from './fold.ts'
import { cellReader, type CellReader, type TableColumn } from './shape/columns.ts'
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
  const readers = searchColumnsOf(columns).map((column) => cellReader(column))
  const hasBibs = hasBibLines(columns)
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

const joinLines = (rows: readonly JsonObject[], readers: readonly CellReader[], hasBibs: boolean): string => {
  const parts: string[] = []
  for (const row of rows) {
    for (let place = 0; place < readers.length; place += 1) {
      const cell = readers[place]?.(row)
      parts.push(typeof cell === 'string' ? cell : textOf(cell))
      if (place === 0 && hasBibs) parts.push('')
    }
    parts.push('\n')
  }
  return parts.join(' ')
}

const textOf = (cell: Cell | undefined): string => {
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

const countLines = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** A table's search text with the start of every line, ready to be searched many times. */
export type SearchIndex = { readonly text: string; readonly starts: Uint32Array }

export const indexSearchText = (text: string, rows: number): SearchIndex => {
  const starts = new Uint32Array(rows + 1)
  let position = 0
  for (let row = 1; row <= rows; row += 1) {
    position = text.indexOf('\n', position) + 1
    starts[row] = position
  }
  return { text, starts }
}

/** Appends to `hits` the rows, in order and moved by `offset`, whose line holds every word. Words are folded, longest first. */
export const searchRows = (index: SearchIndex, words: readonly string[], offset: number, hits: number[]): void => {
  const { text, starts } = index
  const [first, ...others] = words
  if (first === undefined) return
  /** Where each other word comes next, at or after the line looked at last. */
  const next = others.map(() => -1)
  let row = 0
  for (let at = text.indexOf(first); at !== -1;) {
    while ((starts[row + 1] ?? text.length) <= at) row += 1
    const furthest = furthestOf(others, next, text, starts[row] ?? 0)
    if (furthest === -1) return
    const end = starts[row + 1] ?? text.length
    if (furthest < end) {
      hits.push(offset + row)
      at = text.indexOf(first, end)
    } else {
      // No line before that of the furthest word holds them all.
      while ((starts[row + 1] ?? text.length) <= furthest) row += 1
      at = text.indexOf(first, starts[row])
    }
  }
}

/** The furthest of the words' next places from `start` on; -1 when one comes no more, 0 when there are no words. */
const furthestOf = (words: readonly string[], next: number[], text: string, start: number): number => {
  let furthest = 0
  for (let position = 0; position < words.length; position += 1) {
    let at = next[position] ?? -1
    if (at < start) {
      at = text.indexOf(words[position] ?? '', start)
      next[position] = at
    }
    if (at === -1) return -1
    if (at > furthest) furthest = at
  }
  return furthest
}
