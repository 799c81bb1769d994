import type { Input } from '../../../preload/contract.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { StartListReport } from '../../../preload/contract/columns.ts'
import { tooManyBytes } from '../../kernel/bodyLimits.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import { invalidInput, notFound } from '../../kernel/result.ts'
import type { SingleUse } from '../../kernel/singleUse.ts'
import { createTurns, runInTurns } from '../../kernel/turns.ts'
import type { FileReader } from '../../platform/files/files.ts'
import { textOfBody } from '../columns/bodyReading.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { isSamePerson, personReader } from '../columns/rules/joinedList.ts'
import type { TableStore } from '../columns/tableStore.ts'
import type { ReceivedFiles } from '../files/receivedFiles.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { readList, type ListFault, type ReadList } from './rules/readList.ts'
import type { StartListStore } from './startListTables.ts'

export type StartListParts = {
  readonly store: StartListStore & Pick<StageStore, 'stage'> & Pick<TableStore, 'tables'>
  readonly cache: Pick<CategoryRowsCache, 'load' | 'rowsOnceInSteps' | 'columns'>
  readonly received: Pick<ReceivedFiles, 'use'>
  readonly given: Pick<SingleUse<string>, 'claim'>
  readonly reader: Pick<FileReader, 'bytes'>
  /** As a text of cells. */
  readonly readSpreadsheet: (path: string) => Promise<Result<string>>
  readonly clock: Clock
  readonly emit: Emit
}

/** Every XLSX workbook begins so. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const textIn = (bytes: Uint8Array): Result<string> => {
  const decoded = textOfBody(bytes, '', null)
  return decoded === null
    ? invalidInput('file', 'neither text nor an XLSX workbook')
    : { ok: true, value: decoded.text }
}

type Source = Input<'startList:join'>

/** A start list of 100,000 lines with long ones has no more bytes. */
const limitBytes = 32_000_000
/** Bibs named in a report. */
const mostBibs = 20

const faults: { readonly [F in ListFault]: string } = {
  'no-rows': 'no lines of a table were found',
  'no-bibs': 'no column of bibs was found',
  'no-columns': 'no column of birth dates, clubs, cities or the like was found',
}

/** Tries a file, or joins it. */
export const createStartListUse = (parts: StartListParts) => {
  const { store, cache, reader, emit } = parts

  const readFrom = async (path: string): Promise<Result<ReadList>> => {
    const read = await reader.bytes(path, limitBytes)
    if (!read.ok) return read
    if (read.value === null) return { ok: false, error: tooManyBytes(limitBytes) }
    const text = isZip(read.value) ? await parts.readSpreadsheet(path) : textIn(read.value)
    if (!text.ok) return text
    const list = readList(text.value)
    return typeof list === 'string' ? invalidInput('file', faults[list]) : { ok: true, value: list }
  }

  const reportOf = async (stage: StageGuid, fileName: string, list: ReadList): Promise<StartListReport> => {
    const matched = new Set<string>()
    const others = new Set<string>()
    const seen = new Set<string>()
    const turn = createTurns()
    await cache.load()
    const own: ReadonlySet<ColumnRole>[] = []
    for (const table of store.tables(stage)) {
      const columns = cache.columns(table)
      const personOf = personReader(columns)
      if (personOf === null) continue
      own.push(
        new Set(columns.flatMap(({ role, isJoined }) => (role === undefined || isJoined === true ? [] : [role]))),
      )
      for (const row of (await runInTurns(cache.rowsOnceInSteps(table))).rows) {
        const { bib, names } = personOf(row)
        seen.add(bib)
        const person = list.joined.people.get(bib)
        if (person !== undefined) (isSamePerson(person.names, names) ? matched : others).add(bib)
      }
      await turn()
    }
    const some = (bibs: readonly string[]) => ({ total: bibs.length, bibs: bibs.slice(0, mostBibs) })
    return {
      fileName,
      lines: list.lines,
      columns: list.columns.map((column) => {
        const { role, isJoined } = column
        const isSent = isJoined && role !== null && own.length > 0 && own.every((roles) => roles.has(role))
        return isSent ? { ...column, isSent } : column
      }),
      matched: matched.size,
      unmatched: some([...list.joined.people.keys()].filter((bib) => !seen.has(bib))),
      repeated: some([...list.repeated]),
      otherNames: some([...others].filter((bib) => !matched.has(bib))),
      withoutBib: list.withoutBib,
    }
  }

  return async (input: Source, isKept: boolean): Promise<Result<StartListReport>> => {
    const { stage, name } = input
    const path = 'ticket' in input ? parts.given.claim(input.ticket) : null
    if ('ticket' in input && path === null) return notFound('file')
    const work = async (from: string): Promise<Result<StartListReport>> => {
      const list = await readFrom(from)
      if (!list.ok) return list
      if (store.stage(stage) === null) return notFound('stage')
      const report = await reportOf(stage, name, list.value)
      if (!isKept) return { ok: true, value: report }
      store.saveStartList(stage, report, list.value.joined, new Date(parts.clock()).toISOString() as Instant)
      emit({ name: 'stage:changed', data: { stage } })
      return { ok: true, value: report }
    }
    return 'file' in input ? await parts.received.use(input.file, work) : await work(path ?? '')
  }
}
