import type { Instant } from '../../../preload/contract/ids.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { ReadCharset } from '../../../preload/contract/stages.ts'
import { readBodyStart, unexpectedReply } from '../organizations/rules/envelope.ts'
import { besideText } from './rules/replyText.ts'
import { readTable, type GiveRoles } from '../columns/rules/body/readBody.ts'
import { searchKeyOf } from '../columns/rules/searchText.ts'
import { originOf } from '../../kernel/urls.ts'
import { noReading, textOfBody, type BodyReading } from '../columns/bodyReading.ts'
import { derivation } from '../columns/rules/table/derivation.ts'
import type { SetAsideReply } from './setAside.ts'
import type { Shaped, ShapeBook } from '../columns/shapeBook.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** Derived data of a body, without rows, which would stay in memory until their batch is written. */
export type DerivedTable = {
  readonly kind: 'rows'
  readonly rows: number
  readonly total: number | null
  readonly columns: string
  readonly searchText: string
  /** Key of the columns in `searchText`. */
  readonly searchKey: string
  /** Null for UTF-8. */
  readonly charset: ReadCharset | null
  readonly shaped: Pick<Shaped, 'origin' | 'signature' | 'evidence'>
}

export type Derived =
  | DerivedTable
  /** `setAside`: the reply has rows, but they are not results. */
  | { readonly kind: 'no-rows'; readonly error: AppError | null; readonly setAside?: SetAsideReply }
  | { readonly kind: 'refused'; readonly error: AppError }

/** A body with what is told of it. */
export type TypedBody = {
  readonly body: Uint8Array
  readonly contentType: string
  readonly url: string
  readonly status: number
  /** Absent without a user's choice. */
  readonly reading?: BodyReading
}

/** `look` is shown the rows, which nobody keeps. */
export const deriveTable = (
  book: ShapeBook,
  { body, contentType, url, status, reading = noReading }: TypedBody,
  look: (...table: Parameters<GiveRoles>) => void = () => undefined,
): Derived => {
  const decoded = textOfBody(body, contentType, reading.charset)
  if (decoded === null) return { kind: 'no-rows', error: unexpectedReply(url, readBodyStart(body)) }
  const { text, charset } = decoded
  const shapes: Shaped[] = []
  const { read, table } = readTable(
    text,
    url,
    status,
    (columns, rows) => {
      const shaped = book.shape(originOf(url) ?? '', columns, rows, () => rows)
      shapes.push(shaped)
      look(shaped.columns, rows)
      return shaped.columns
    },
    reading.hasHeader,
  )
  const [shaped] = shapes
  if (read.kind === 'no-rows') return { kind: 'no-rows', error: withMessage(read.error, text) }
  if (read.kind !== 'rows') return read
  if (table === null || shaped === undefined) return { kind: 'no-rows', error: null }
  return derivedTable(shaped, read.rows.length, read.incomplete?.total ?? null, table.searchText, charset)
}

/** A reply that is only a message is shown by its text. */
const withMessage = (error: AppError | null, text: string): AppError | null => {
  const message = error?.kind === 'unexpected-reply' ? besideText(text) : ''
  return error?.kind === 'unexpected-reply' && message !== '' ? { ...error, message } : error
}

export const derivedTable = (
  { origin, signature, evidence, columns }: Shaped,
  rows: number,
  total: number | null,
  searchText: string,
  charset: ReadCharset | null,
): DerivedTable => ({
  kind: 'rows',
  rows,
  total,
  columns: JSON.stringify(columns),
  searchText,
  searchKey: searchKeyOf(columns),
  charset,
  shaped: { origin, signature, evidence },
})

/** Makes the derived table the one of its category. Within a transaction. */
export const writeTable = (
  database: Database,
  book: ShapeBook,
  place: { readonly category: number; readonly snapshot: number; readonly at: Instant },
  { rows, total, columns, searchText, searchKey, charset, shaped }: DerivedTable,
): void => {
  const shape = book.keep(shaped, place.at)
  database.run(
    `INSERT INTO category_tables
       (category, snapshot, rows, total, columns, search_text, shape, search_columns, evidence, derivation, charset)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (category) DO UPDATE SET snapshot = excluded.snapshot, rows = excluded.rows, total = excluded.total,
       columns = excluded.columns, search_text = excluded.search_text, shape = excluded.shape,
       search_columns = excluded.search_columns, evidence = excluded.evidence, derivation = excluded.derivation,
       charset = excluded.charset, readings = iif(snapshot = excluded.snapshot, readings + 1, 0)`,
    place.category,
    place.snapshot,
    rows,
    total,
    columns,
    searchText,
    shape,
    searchKey,
    JSON.stringify([...shaped.evidence]),
    derivation,
    charset === null ? null : JSON.stringify(charset),
  )
}
