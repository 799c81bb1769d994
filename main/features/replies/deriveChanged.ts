import { searchTextAfter } from '../columns/rules/searchText.ts'
import type { TableColumn } from '../columns/rules/table/columns.ts'
import { columnsAfter } from '../columns/rules/table/columnsAfter.ts'
import { parseExactly } from '../../kernel/text/exactNumbers.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import { readBody } from '../columns/rules/body/readBody.ts'
import { originOf } from '../../kernel/urls.ts'
import { noReading, textOfBody } from '../columns/bodyReading.ts'
import type { ChangedRows } from './changedRows.ts'
import type { CurrentTable } from './compareStored.ts'
import { derivedTable, type DerivedTable, type TypedBody } from './deriveTable.ts'
import type { ShapeBook } from '../columns/shapeBook.ts'

/**
 * The table that `deriveTable` makes of a body, made of the current one and the rows that changed. Null when all rows have to be
 * read.
 */
export const deriveChanged = (
  book: ShapeBook,
  { columns, searchText }: CurrentTable,
  { before, after, known, total }: ChangedRows,
  fetched: TypedBody,
): { readonly derived: DerivedTable; readonly columns: readonly TableColumn[] } | null => {
  const found = searchText === null ? null : columnsAfter(columns, before.rows, known)
  if (searchText === null || found === null) return null
  const shaped = book.shape(originOf(fetched.url) ?? '', found, known, () => allRows(fetched))
  const text = searchTextAfter({ searchText, columns }, before.places, after, shaped.columns)
  return text === null
    ? null
    : { derived: derivedTable(shaped, known.length, total, text, null), columns: shaped.columns }
}

export const allRows = ({ body, contentType, url, status, reading = noReading }: TypedBody): readonly JsonObject[] => {
  const read = readBody(
    textOfBody(body, contentType, reading.charset)?.text ?? null,
    url,
    status,
    parseExactly,
    reading.hasHeader,
  )
  return read.kind === 'rows' ? read.rows : []
}
