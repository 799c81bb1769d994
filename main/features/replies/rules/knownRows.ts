import { finisherReader } from '../../results/rules/finisher.ts'
import { fold } from '../../../kernel/fold.ts'
import { cellReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { tells } from './cellWords.ts'
import type { ReplyTable } from './tableSigns.ts'

/** Texts that identify a row, whatever the names of its columns. */
type RowTexts = { readonly cells: ReadonlySet<string>; readonly name: string; readonly bib: string }

/** Most columns read of a wide table. */
const mostColumns = 200
/** Most rows of the earlier table whose texts are in memory at once, spread over the table. */
const mostRows = 10_000
/** Bibs alone are small numbers: this many must match to recognize the same people. */
const fewestBibs = 3
/** Ids, places, ages and counts look like such bibs. */
const smallNumber = /^\d{1,4}$/

/**
 * Whether some row of the later table is about a person of the earlier one: it has the name, or the bib with another value of that
 * row; without names and bibs two values that only that row had. Or most rows have bibs of the earlier table in the column for
 * bibs, beside another column of a finisher.
 */
export const hasKnownRow = (earlier: ReplyTable, later: ReplyTable): boolean => {
  const readEarlier = textsReader(earlier.columns)
  const readLater = textsReader(later.columns)
  const step = Math.ceil(earlier.rows.length / mostRows)
  const before = earlier.rows.filter((_, index) => index % step === 0).map(readEarlier)
  const byName = new Set(before.map(({ name }) => name).filter((name) => /\p{L}.*\p{L}/u.test(name)))
  const byBib = new Map(before.filter(({ bib }) => bib !== '').map((row) => [row.bib, row]))
  const bySingle = byName.size === 0 && byBib.size === 0 ? onlyHolders(before) : new Map<string, RowTexts>()
  const bibs = new Set<string>()
  for (const row of later.rows) {
    const is = readLater(row)
    if (byName.has(is.name)) return true
    for (const text of is.cells) {
      if (byName.has(text)) return true
      const was = byBib.get(text) ?? bySingle.get(text)
      if (was === undefined) continue
      const isSure = bySingle.size > 0 || text === is.bib
      if (text === is.bib) bibs.add(text)
      for (const other of is.cells) {
        if (other !== text && was.cells.has(other) && (isSure || !smallNumber.test(other))) return true
      }
    }
  }
  return bibs.size >= Math.max(fewestBibs, later.rows.length / 2) && later.columns.some(isOfFinisher)
}

/** Lists of other things have ids and a status, too. */
const othersRoles: ReadonlySet<TableColumn['role']> = new Set<TableColumn['role']>([undefined, 'id', 'status', 'bib'])
const isOfFinisher = ({ role }: TableColumn): boolean => !othersRoles.has(role)

const onlyHolders = (rows: readonly RowTexts[]): ReadonlyMap<string, RowTexts> => {
  const holders = new Map<string, RowTexts | null>()
  for (const row of rows) for (const text of row.cells) holders.set(text, holders.has(text) ? null : row)
  return new Map([...holders].filter((holder): holder is [string, RowTexts] => holder[1] !== null))
}

const textsReader = (columns: readonly TableColumn[]): ((row: JsonObject) => RowTexts) => {
  const reader = finisherReader(columns)
  const readers = columns.slice(0, mostColumns).map(cellReader)
  return (row) => {
    const cells = new Set<string>()
    for (const read of readers) {
      const cell = read(row)
      if (tells(cell) && typeof cell !== 'object') cells.add(plainOf(String(cell)))
    }
    const bib = reader.text(row, 'bib')
    return { cells, name: plainOf(reader.name(row) || reader.text(row, 'team')), bib: tells(bib) ? plainOf(bib) : '' }
  }
}

/** A key that is equal for "Озёрный Пётр" and "Пётр ОЗЕРНЫЙ", and for bibs 7 and 007. */
const plainOf = (text: string): string =>
  fold(text)
    .trim()
    .replace(/^0+(?=\d+$)/, '')
    .split(/\s+/)
    .sort()
    .join(' ')
