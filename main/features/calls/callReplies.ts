import type { CallPiece, CallView } from '../../../preload/contract/calls.ts'
import type { CallId } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { boundTree } from './rules/boundedTree.ts'
import type { JsonChanges } from './rules/jsonChanges.ts'
import { findLines, readLines } from './rules/replyLines.ts'
import { describeReply } from './calls.ts'
import type { ReplyReading, ReplyReadings } from './replyReading.ts'
import { runInTurns } from '../../kernel/turns.ts'
import type { CallStore } from './callTables.ts'
import { invalidInput, notFound } from '../../kernel/result.ts'

const mostMatches = 10_000
const mostChanges = 2_000
const mostComparedLines = 200_000

/** Pieces of stored replies, each of bounded size whatever the reply's own. */
export const createCallReplies =
  (store: Pick<CallStore, 'callById'>, readings: ReplyReadings) =>
  async (id: CallId, view: CallView): Promise<Result<CallPiece>> => {
    const call = store.callById(id)
    if (call === null) return noReply
    const reading = await readings.of(id)
    if (view.kind === 'reply') return { ok: true, value: { kind: 'reply', reply: describeReply(call, reading) } }
    if (reading === null) return noReply
    return await pieceOf(reading, view, readings)
  }

const noReply = notFound('reply')

const pieceOf = async (
  reading: ReplyReading,
  view: Exclude<CallView, { kind: 'reply' }>,
  readings: ReplyReadings,
): Promise<Result<CallPiece>> => {
  const { text, value } = reading
  switch (view.kind) {
    case 'text':
      return piece({ kind: 'text', text: text.slice(view.offset, view.offset + view.limit), total: text.length })
    case 'lines': {
      const { read, index } = await reading.lines(view.isFormatted)
      return piece({ kind: 'lines', lines: readLines(text, read, index, view.offset, view.limit), total: index.lines })
    }
    case 'matches': {
      const { read } = await reading.lines(view.isFormatted)
      const lines = await runInTurns(findLines(text, read, view.search, mostMatches + 1))
      return piece({ kind: 'matches', lines: lines.slice(0, mostMatches), isCut: lines.length > mostMatches })
    }
    case 'rows': {
      const { kind, offset, limit, ...query } = view
      const selected = await reading.select(query)
      if (selected === null) {
        return invalidInput('view', 'no such column')
      }
      const table = reading.rows()
      const readers = table === null ? [] : table.columns.map(({ name }) => table.readers.get(name))
      const rows = selected.slice(offset, offset + limit).map((index) => {
        const row = table?.rows[index]
        return { index, cells: readers.map((read) => (row === undefined ? null : (read?.(row) ?? null))) }
      })
      return piece({ kind, total: selected.length, rows })
    }
    case 'tree':
      return piece({ kind: 'tree', ...boundTree(value ?? null) })
    case 'changes': {
      const before = await readings.of(view.since)
      return before === null ? noReply : piece({ kind: 'changes', ...(await changesBetween(before, reading)) })
    }
  }
}

const piece = (value: CallPiece): Result<CallPiece> => ({ ok: true, value })

const changesBetween = async (before: ReplyReading, after: ReplyReading): Promise<JsonChanges> => {
  // Loaded on first use: few runs compare replies.
  const { compareJson, compareLineLists } = await import('./rules/jsonChanges.ts')
  if (before.text === after.text) return { changes: [], isCut: false }
  if (before.value !== undefined && after.value !== undefined)
    return compareJson(before.value, after.value, mostChanges)
  return compareLineLists(await linesOf(before), await linesOf(after), mostChanges)
}

const linesOf = async (reading: ReplyReading): Promise<readonly string[]> => {
  const { read, index } = await reading.lines(true)
  return readLines(reading.text, read, index, 0, mostComparedLines)
}
