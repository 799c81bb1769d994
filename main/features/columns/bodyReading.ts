import { isUtf8 } from 'node:buffer'
import type { ReadCharset } from '../../../preload/contract/stages.ts'
import { guessCharset } from './rules/body/charsets.ts'
import { charsetNamed, charsetOf, utf16Of } from '../../kernel/text/textBytes.ts'
import { decodeBody, readStart } from '../../platform/sqlite/bodyCodec.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'

/** A user's choices for reading the bodies of a category; null: the body decides. */
export type BodyReading = { readonly charset: string | null; readonly hasHeader: boolean | null }

export const noReading: BodyReading = { charset: null, hasHeader: null }

/** `charset` null: UTF-8. */
type DecodedBody = { readonly text: string; readonly charset: ReadCharset | null }

/** The choice for the category, else the one for its stage. */
export const readingOf = (database: Database, category: number): BodyReading => {
  const row = database.get(
    `SELECT coalesce(c.charset, g.charset) AS charset, coalesce(c.has_header, g.has_header) AS has_header
     FROM categories c JOIN stages g ON g.guid = c.stage WHERE c.id = ?`,
    category,
  )
  return row === null ? noReading : readingFrom(row)
}

/** Reads a row with `charset` and `has_header`. */
export const readingFrom = (row: SqlRow): BodyReading => ({
  charset: row['charset'] === null ? null : String(row['charset']),
  hasHeader: row['has_header'] === null ? null : row['has_header'] === 1,
})

/** Null: the bytes are not text. In a charset chosen by a user, every body is text. */
export const textOfBody = (body: Uint8Array, contentType: string, chosen: string | null): DecodedBody | null => {
  if (chosen !== null) {
    return { text: new TextDecoder(chosen).decode(body), charset: { name: chosen, by: 'chosen' } }
  }
  const text = decodeBody(body, contentType)
  if (text === null) return guessedText(body)
  const name = isUtf8(body) ? null : (utf16Of(body) ?? charsetNamed(charsetOf(contentType) ?? ''))
  return { text, charset: name === null ? null : { name, by: 'named' } }
}

const guessedText = (body: Uint8Array): DecodedBody | null => {
  const name = guessCharset(body)
  return name === null ? null : { text: new TextDecoder(name).decode(body), charset: { name, by: 'guessed' } }
}

type BodyStart = {
  readonly text: string
  readonly charset: ReadCharset | null
  readonly isText: boolean
  readonly isCut: boolean
}

/** At most so many characters from the start of a body; lossy where it is not text. */
export const startOf = (body: Buffer, contentType: string, most: number, chosen: string | null): BodyStart => {
  if (chosen === null && isUtf8(body)) return { ...readStart(body, contentType, most), charset: null }
  // A character takes at most four bytes in any supported charset.
  // Detection needs the whole body.
  const start = chosen === null ? body : body.subarray(0, 4 * most)
  const decoded = textOfBody(start, contentType, chosen)
  const text = decoded?.text ?? start.toString('utf8')
  const isCut = text.length > most || start.length < body.length
  return { text: text.slice(0, most), charset: decoded?.charset ?? null, isText: decoded !== null, isCut }
}
