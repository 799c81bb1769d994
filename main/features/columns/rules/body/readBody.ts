import type { Json } from '../../../../../preload/contract/ids.ts'
import type { AppError } from '../../../../../preload/contract/result.ts'
import { bodyLimits, tooLarge } from '../../../../kernel/bodyLimits.ts'
import { runAtOnce } from '../../../../kernel/turns.ts'
import { searchTextOf } from '../searchText.ts'
import type { TableColumn } from '../table/columns.ts'
import { describeRows, findColumns } from '../table/describeRows.ts'
import { hasAlteredDigits, parseExactly } from '../../../../kernel/text/exactNumbers.ts'
import { bodyStartOf, unexpectedReply } from '../../../organizations/rules/envelope.ts'
import { readBodyText, rowsInSteps, type BodyText } from './bodyText.ts'
import { isObject, type JsonObject } from './json.ts'
import type { FoundRows } from './foundRows.ts'
import { withRoles } from '../table/givenRoles.ts'
import { labelsIn, type Labels } from './labels.ts'
import { guessRoles } from '../roles/roles.ts'

/** A parsed results body. */
export type ReadBody =
  | ({ readonly kind: 'rows' } & FoundRows)
  /** `error` null: a recognised table that has no rows yet. */
  | { readonly kind: 'no-rows'; readonly error: AppError | null }
  | { readonly kind: 'refused'; readonly error: AppError }

/** `text` is null when the bytes are not text; `where` names the body in errors; `hasHeader` as of `readDelimited`. */
export const readBody = (
  text: string | null,
  where: string,
  status: number,
  parse = parseJson,
  hasHeader: boolean | null = null,
): ReadBody => {
  const said: BodyText = text === null ? { kind: 'other' } : readBodyText(text, parse, hasHeader)
  if (said.kind === 'other') return unexpected(text, where, text)
  if (said.kind === 'too-large') return { kind: 'refused', error: said.error }
  const body = said.kind === 'json' ? said.value : null
  if (isObject(body) && body['isSuccess'] === false) {
    const message = typeof body['message'] === 'string' ? body['message'].slice(0, 1_000) : ''
    return { kind: 'refused', error: { kind: 'refused-by-service', message, status } }
  }
  const found = said.kind === 'json' ? runAtOnce(rowsInSteps(said.value, text ?? '')) : said.found
  if (found === null) return unexpected(text, where)
  if (found.rows.length === 0) return { kind: 'no-rows', error: null }
  if (found.rows.length > bodyLimits.rows) return { kind: 'refused', error: tooLarge('rows') }
  return { kind: 'rows', ...found, ...(said.kind === 'json' ? { labels: labelsIn(said.value) } : {}) }
}

const unexpected = (text: string | null, where: string, faulty: string | null = null): ReadBody => ({
  kind: 'no-rows',
  error: unexpectedReply(where, bodyStartOf(text ?? ''), faulty),
})

type Table = { readonly columns: readonly TableColumn[]; readonly searchText: string }

/**
 * The body with the table of its rows, if it has one. Numbers that cannot be held exactly keep their digits as text; rows in
 * which one with an exponent is only found afterwards are read once more. A body of more than a table may be is refused.
 */
export const readTable = (
  text: string | null,
  where: string,
  status: number,
  giveRoles: GiveRoles = guessAlone,
  hasHeader: boolean | null = null,
): { readonly read: ReadBody; readonly table: Table | null } => {
  const hasLongNumber = text !== null && hasAlteredDigits(text)
  const read = readBody(text, where, status, hasLongNumber ? parseExactly : parseJson, hasHeader)
  if (read.kind !== 'rows') return { read, table: null }
  const described = describeRows(read.rows)
  if (described.kind === 'too-large') return { read: { kind: 'refused', error: described }, table: null }
  const exact = described.hasLargeNumber ? readBody(text, where, status, parseExactly, hasHeader) : read
  if (exact.kind !== 'rows') return { read: exact, table: null }
  const found = exact === read ? described.columns : findColumns(exact.rows)
  const columns = giveRoles(labelled(found, exact.labels), exact.rows)
  return { read: exact, table: { columns, searchText: searchTextOf(exact.rows, columns) } }
}

/** The columns with their roles: guessed from these rows alone, or by what is known of other tables of their shape. */
export type GiveRoles = (columns: readonly TableColumn[], rows: readonly JsonObject[]) => readonly TableColumn[]

const guessAlone: GiveRoles = (columns, rows) => withRoles(columns, guessRoles(columns, rows))

/** The columns of rows with the roles that these rows alone show. */
export const describeColumns = (rows: readonly JsonObject[]): readonly TableColumn[] =>
  guessAlone(findColumns(rows), rows)

const labelled = (columns: readonly TableColumn[], labels: Labels | undefined): readonly TableColumn[] =>
  labels === undefined || labels.size === 0
    ? columns
    : columns.map((column) => {
        const label = column.of === undefined ? labels.get(column.name) : undefined
        return label === undefined ? column : { ...column, label }
      })

const parseJson = (text: string): Json => JSON.parse(text) as Json
