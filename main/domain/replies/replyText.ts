import { cellReader } from '../shape/columns.ts'
import { tells } from './cellWords.ts'
import type { ReplyTable } from './tableSigns.ts'

/** Characters of a reply's text that are kept to be shown. */
const mostCharacters = 300
const readRows = 20

/** What a reply says that holds no results: its texts, then its numbers, without markup; '' when all of it is blank. */
export const replyText = ({ columns, rows }: ReplyTable): string => {
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
  const all = [...texts, ...numbers].join(' · ')
  return all.length <= mostCharacters ? all : `${all.slice(0, mostCharacters - 1)}…`
}

const plain = (text: string): string =>
  text
    .slice(0, 4 * mostCharacters)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
