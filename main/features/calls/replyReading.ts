import type { CallRowsQuery } from '../../../preload/contract/calls.ts'
import type { CallId, Json } from '../../../preload/contract/ids.ts'
import { cellText } from '../../kernel/text/cellText.ts'
import { callBounds, excessOfJson, type Excess } from '../../kernel/bodyLimits.ts'
import { fold, searchWords } from '../../kernel/fold.ts'
import { indexLines, readJsonLine, readTextLine, type LineIndex, type LineReader } from './rules/replyLines.ts'
import { parseInSteps } from '../../kernel/text/parseInSteps.ts'
import { cellReader, type CellReader } from '../columns/rules/table/columns.ts'
import { parseExactly } from '../../kernel/text/exactNumbers.ts'
import type { ListTable } from '../columns/rules/body/findList.ts'
import { compareKeys, sortKeyOf, type SortKey } from '../results/rules/sortKeys.ts'
import { guessCharset } from '../columns/rules/body/charsets.ts'
import { charsetOf } from '../../kernel/text/textBytes.ts'
import { turn, runInTurns } from '../../kernel/turns.ts'
import type { CallStore } from './callTables.ts'

export type ReplyRows = ListTable & { readonly readers: ReadonlyMap<string, CellReader> }

export type ReplyLines = { readonly read: LineReader; readonly index: LineIndex }

/** A reply's body, understood as far as it has been asked about. */
export type ReplyReading = {
  readonly text: string
  readonly isText: boolean
  /** Undefined when the text is not JSON or exceeds the limits of parsing. */
  readonly value: Json | undefined
  readonly excess: Excess | null
  readonly rows: () => ReplyRows | null
  readonly lines: (isFormatted: boolean) => Promise<ReplyLines>
  /** Row numbers that a query selects, in its order. Null: the sort names a column that is not there. */
  readonly select: (query: CallRowsQuery) => Promise<readonly number[] | null>
}

export type ReplyReadings = {
  readonly of: (id: CallId) => Promise<ReplyReading | null>
  readonly remember: (id: CallId, reading: ReplyReading) => void
  readonly forget: () => void
}

/** Replies kept at hand, by the length of their texts; the last one is kept however long it is. */
const keptLength = 40_000_000

export const createReplyReadings = (store: Pick<CallStore, 'callBody' | 'callById'>): ReplyReadings => {
  const kept = new Map<CallId, ReplyReading>()
  const remember = (id: CallId, reading: ReplyReading): void => {
    kept.delete(id)
    kept.set(id, reading)
    let length = [...kept.values()].reduce((sum, { text }) => sum + text.length, 0)
    for (const [old, { text }] of kept) {
      if (length <= keptLength || old === id) return
      kept.delete(old)
      length -= text.length
    }
  }
  return {
    of: async (id) => {
      const known = kept.get(id)
      if (known !== undefined) return known
      const body = await store.callBody(id)
      if (body === null) return null
      const reading = await readReplyBody(body, store.callById(id)?.headers['content-type'] ?? '')
      remember(id, reading)
      return reading
    },
    remember,
    forget: () => kept.clear(),
  }
}

export const readReplyBody = async (body: Uint8Array, contentType: string): Promise<ReplyReading> => {
  const { text, isText } = decode(body, contentType)
  const { findListTable, findTextTable } = await import('../columns/rules/body/findList.ts')
  const excess = excessOfJson(text, callBounds)
  const value = isText && excess === null ? await runInTurns(parse(text)) : undefined
  let rows: ReplyRows | null | undefined
  const textTable = (): ListTable | null => (isText ? findTextTable(text) : null)
  const tableRows = (): ReplyRows | null => {
    if (rows === undefined) rows = withReaders(value === undefined ? textTable() : findListTable(value))
    return rows
  }
  const lines = new Map<boolean, Promise<ReplyLines>>()
  let selected: { readonly key: string; readonly order: Promise<readonly number[] | null> } | null = null
  return {
    text,
    isText,
    value,
    excess,
    rows: tableRows,
    lines: (isFormatted) => {
      const isJson = isFormatted && value !== undefined
      const known = lines.get(isJson)
      if (known !== undefined) return known
      const read = isJson ? readJsonLine : readTextLine
      const indexed = runInTurns(indexLines(text, read)).then((index) => ({ read, index }))
      lines.set(isJson, indexed)
      return indexed
    },
    select: (query) => {
      const key = JSON.stringify([query.search, query.column, query.sort])
      if (selected?.key !== key) selected = { key, order: selectRows(tableRows(), query) }
      return selected.order
    },
  }
}

const decode = (body: Uint8Array, contentType: string): { readonly text: string; readonly isText: boolean } => {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(body), isText: true }
  } catch {
    return { text: decodeAs(charsetOf(contentType) ?? guessCharset(body) ?? 'utf-8', body), isText: false }
  }
}

const decodeAs = (charset: string, body: Uint8Array): string => {
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

/** Nesting beyond what a call stack holds counts as no JSON: it is still shown as text. */
function* parse(text: string): Generator<undefined, Json | undefined> {
  try {
    return yield* parseInSteps(text.startsWith('\uFEFF') ? text.slice(1) : text, parseExactly)
  } catch {
    return undefined
  }
}

const withReaders = (table: ListTable | null): ReplyRows | null =>
  table && { ...table, readers: new Map(table.columns.map((column) => [column.name, cellReader(column)])) }

const selectRows = async (table: ReplyRows | null, query: CallRowsQuery): Promise<readonly number[] | null> => {
  if (table === null) return []
  const { search = '', column, sort = [] } = query
  const asked = column === undefined ? sort : [...sort, { column }]
  if (asked.some((entry) => !table.readers.has(entry.column))) return null
  const found = await matchingRows(table, searchWords(search), column)
  if (sort.length === 0) return found
  const keys: (readonly SortKey[])[] = []
  for (const entry of sort) keys.push(await sortKeysOf(table, found, entry.column))
  return [...found].sort((a, b) => {
    for (const [place, entry] of sort.entries()) {
      const order = compareKeys(keys[place]?.[a] ?? null, keys[place]?.[b] ?? null, entry.isDescending ?? false)
      if (order !== 0) return order
    }
    return a - b
  })
}

/** By row number. */
const sortKeysOf = async (table: ReplyRows, rows: readonly number[], column: string): Promise<readonly SortKey[]> => {
  const keys = table.rows.map((): SortKey => null)
  const read = table.readers.get(column)
  const kind = table.columns.find(({ name }) => name === column)?.kind ?? 'text'
  for (const index of rows) {
    const row = table.rows[index]
    if (row !== undefined) keys[index] = sortKeyOf(read?.(row), kind)
    if (index % 64 === 0) await turn()
  }
  return keys
}

const matchingRows = async (
  table: ReplyRows,
  words: readonly string[],
  column: string | undefined,
): Promise<readonly number[]> => {
  const all = table.rows.map((_, index) => index)
  if (words.length === 0) return all
  const readers = [...table.readers].filter(([name]) => column === undefined || name === column)
  const found: number[] = []
  for (const index of all) {
    const row = table.rows[index]
    if (row === undefined) continue
    const line = fold(readers.map(([, read]) => cellText(read(row))).join('\n'))
    if (words.every((word) => line.includes(word))) found.push(index)
    if (index % 64 === 0) await turn()
  }
  return found
}
