import type { Input } from '../../../preload/contract.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { StartListReport } from '../../../preload/contract/columns.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import { notFound } from '../../kernel/result.ts'
import type { SingleUse } from '../../kernel/singleUse.ts'
import { turn, runInTurns } from '../../kernel/turns.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { isSamePerson, personReader } from '../columns/rules/joinedList.ts'
import type { TableStore } from '../columns/tableStore.ts'
import type { ReceivedFiles } from '../files/receivedFiles.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { ReadList } from './rules/readList.ts'
import type { StartListStore } from './startListTables.ts'

export type StartListParts = {
  readonly store: StartListStore & Pick<StageStore, 'stage'> & Pick<TableStore, 'tables'>
  readonly cache: Pick<CategoryRowsCache, 'load' | 'rowsOnceInSteps' | 'columns'>
  readonly received: Pick<ReceivedFiles, 'use'>
  readonly given: Pick<SingleUse<string>, 'claim'>
  readonly readFile: (path: string) => Promise<Result<ReadList>>
  readonly clock: Clock
  readonly emit: Emit
}

type Source = Input<'startList:join'>

/** Bibs named in a report. */
const mostBibs = 20

/** Tries a file, or joins it. */
export const createStartListUse = (parts: StartListParts) => {
  const { store, cache, emit } = parts

  const reportOf = async (stage: StageGuid, fileName: string, list: ReadList): Promise<StartListReport> => {
    const matched = new Set<string>()
    const others = new Set<string>()
    const seen = new Set<string>()
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
      const list = await parts.readFile(from)
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
