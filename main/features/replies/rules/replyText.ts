import type { Json } from '../../../../preload/contract/ids.ts'
import { cellReader } from '../../columns/rules/table/columns.ts'
import { isObject } from '../../columns/rules/body/json.ts'
import { isMessageField, isRemarkField, tells } from './cellWords.ts'
import type { ReplyTable } from './tableSigns.ts'

/** Most characters of a reply's text that are stored for display. */
const mostCharacters = 300
const readRows = 20

/**
 * The text of a reply without results: its texts, then its numbers, without markup; for blank rows the values beside the list.
 * '' when all of it is blank.
 */
export const replyText = (table: ReplyTable, body: string): string => rowsText(table) || besideText(body)

/** In larger bodies the values beside the rows are not read. */
const mostBody = 1_000_000

/** The texts in the message fields of a JSON object; '' without any. */
export const besideText = (body: string): string => {
  const value = body.length > mostBody ? null : parsed(body)
  if (!isObject(value)) return ''
  const said = Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' && (isMessageField(name) || isRemarkField(name)) ? [plain(text)] : [],
  )
  return bounded(said.filter((text) => text !== '').join(' · '))
}

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

const bounded = (text: string): string =>
  text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`

const rowsText = ({ columns, rows }: ReplyTable): string => {
  const texts = new Set<string>()
  const numbers = new Set<string>()
  for (const row of rows.slice(0, readRows)) {
    for (const column of columns.slice(0, readRows)) {
      const cell = cellReader(column)(row)
      if (!tells(cell)) continue
      const text = plain(typeof cell === 'object' ? JSON.stringify(cell) : String(cell))
      if (/\p{L}/u.test(text)) texts.add(text)
      else if (text !== '') numbers.add(text)
    }
  }
  return bounded([...texts, ...numbers].join(' · '))
}

const plain = (text: string): string =>
  text
    .slice(0, 4 * mostCharacters)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
