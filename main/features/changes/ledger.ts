import type { Input } from '../../../preload/contract.ts'
import type {
  Change,
  ChangeMark,
  ChangeMarks,
  ChangesPage,
  ChangesQuery,
  ChangeType,
} from '../../../preload/contract/changes.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { finisherReader } from '../results/rules/finisher.ts'
import { searchWords, withoutApostrophes } from '../../kernel/fold.ts'
import { isPersonKey, ledgerKeyOf } from '../results/rules/ledgerKey.ts'
import { hashOfText } from '../results/rules/textHash.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { turn } from '../../kernel/turns.ts'
import type { LedgerFilter, LedgerStore, StoredChange } from './ledgerStore.ts'
import type { StoredMarks } from '../results/recentChanges.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import { notFound } from '../../kernel/result.ts'
import { setBounded } from '../../kernel/bounded.ts'

/** The last change of a row within the last minutes, as a table shows it for a while. */
type RecentChange = { readonly type: ChangeType; readonly at: Instant }
/** Recent changes of a category's rows, by `ledgerKeyOf`. */
export type RecentChanges = ReadonlyMap<string, RecentChange>

export type Ledger = {
  readonly page: (input: Input<'results:changes'>) => Promise<Result<ChangesPage>>
  /** Sets the mark at change `to`, or at the last stored change without it. */
  readonly mark: (stage: StageGuid, mark: ChangeMark, to?: MarkedTo) => Result<ChangeMarks>
  /** Every change of the query up to now, oldest first, read in pieces and anew by every call. */
  readonly read: (
    query: ChangesQuery,
  ) => Promise<Result<{ readonly total: number; readonly changes: () => Iterable<Change> }>>
  /** By category; at most one look into the store, and none while nothing was written since the last. */
  readonly recent: (stage: StageGuid) => ReadonlyMap<CategoryId, RecentChanges>
  /** Tells once of what was written since it told last. */
  readonly tell: (stage: StageGuid) => void
  /** A take or a poll of the stage has ended: people who changed category are told as moved. */
  readonly settle: (stage: StageGuid, sinceMs?: number) => void
}

/** The newest change that the user has seen or exported; `at` is when, the present time without it. */
export type MarkedTo = { readonly lastId: number; readonly at?: Instant }

export type LedgerParts = {
  readonly store: LedgerStore & TableStore & StageStore
  readonly cache: Pick<CategoryRowsCache, 'rowsInTurns' | 'columns'>
  readonly clock: Clock
  readonly emit: Emit
}

const marks: readonly ChangeMark[] = ['looked', 'printed', 'exported']
const recentMs = 600_000
/** A person who leaves one category and appears in another within this time has moved. */
const moveMs = 600_000
const pieceRows = 500

export const createLedger = ({ store, cache, clock, emit }: LedgerParts): Ledger => {
  /** Earlier changes were announced by the process that wrote them. */
  const startId = store.newestChange()
  const toldId = new Map<StageGuid, number>()
  const indexes = new Map<CategoryId, { readonly table: StoredTable; readonly keys: Float64Array }>()
  const recentOf = new Map<
    StageGuid,
    { readonly lastId: number; readonly from: number; readonly value: RecentByCategory }
  >()
  const instantAt = (ms: number): Instant => new Date(ms).toISOString() as Instant

  /** By row the `hashOfText` of its key; NaN where it has none. */
  const keysOf = async (table: StoredTable): Promise<Float64Array> => {
    const known = indexes.get(table.category)
    if (known?.table.snapshot === table.snapshot && known.table.roles === table.roles) return known.keys
    const { rows } = await cache.rowsInTurns(table)
    const reader = finisherReader(cache.columns(table))
    const keys = new Float64Array(table.rows).fill(Number.NaN)
    for (const [index, row] of rows.entries()) {
      if (index % 1_000 === 0) await turn()
      const key = ledgerKeyOf(reader, rows, row)
      if (key !== null) keys[index] = hashOfText(key)
    }
    setBounded(indexes, table.category, { table, keys }, keptIndexes)
    return keys
  }

  /** The row's place is that of a snapshot which may have been replaced, or read otherwise, since. */
  const withPlaceNow = async (
    { change, snapshot, person }: StoredChange,
    tables: ReadonlyMap<CategoryId, StoredTable>,
  ): Promise<Change> => {
    const table = tables.get(change.category)
    if (table === undefined || change.type === 'vanished') return { ...change, index: null }
    if ((table.snapshot === snapshot && table.reading === 0) || change.index === null) return change
    const index = person === null ? -1 : (await keysOf(table)).indexOf(hashOfText(person))
    return { ...change, index: index === -1 ? null : index }
  }

  const placesNow = async (stage: StageGuid, found: readonly StoredChange[]): Promise<readonly Change[]> => {
    const tables = new Map(store.tables(stage).map((table) => [table.category, table]))
    const changes: Change[] = []
    for (const one of found) {
      changes.push(await withPlaceNow(one, tables))
      await turn()
    }
    return changes
  }

  /** All keys that the person of a row ever had in the ledger. */
  const personKeys = async (
    stage: StageGuid,
    { category, index }: { readonly category: CategoryId; readonly index: number },
  ) => {
    const table = store.tableOf(category)
    const rows = table === null ? [] : (await cache.rowsInTurns(table)).rows
    const row = rows[index]
    if (table === null || row === undefined) return null
    const key = ledgerKeyOf(finisherReader(cache.columns(table)), rows, row)
    if (key === null) return { keys: [], category }
    const keys = new Set([key])
    for (let size = 0; size !== keys.size && keys.size < 50;) {
      size = keys.size
      for (const earlier of store.earlierKeysOf(stage, [...keys])) keys.add(earlier)
    }
    return { keys: [...keys], category: isPersonKey(key) ? null : category }
  }

  const filterOf = async (query: ChangesQuery & { readonly afterId?: number }): Promise<Result<LedgerFilter>> => {
    const { stage, since } = query
    if (store.stage(stage) === null) return notFound('stage')
    const person = query.person === undefined ? undefined : await personKeys(stage, query.person)
    if (person === null) return notFound('row')
    const words = searchWords(withoutApostrophes(query.search ?? ''))
    const mark = marks.find((known) => known === since)
    const isAll = query.isFlat === true || person !== undefined || words.length > 0
    const ownCategory = person?.category ?? null
    const markedId = mark === undefined ? 0 : (store.changeMarks(stage)[mark]?.lastId ?? 0)
    const afterId = Math.max(query.afterId ?? 0, markedId)
    return {
      ok: true,
      value: {
        stage,
        types: query.types ?? null,
        categories: ownCategory === null ? (query.categories ?? null) : [ownCategory],
        persons: person?.keys ?? null,
        words,
        since: mark === undefined ? ((since ?? null) as Instant | null) : null,
        afterId: afterId === 0 ? null : afterId,
        untilId: null,
        headline: query.headline ?? (isAll ? null : 'none'),
        areFinishes: query.areFinishes ?? null,
      },
    }
  }

  const tell = (stage: StageGuid): void => {
    const lastId = store.lastChange(stage)
    const told = toldId.get(stage) ?? startId
    if (lastId <= told) return
    toldId.set(stage, lastId)
    emit({ name: 'ledger:changed', data: { stage, count: store.countChangesAfter(stage, told), lastId } })
  }

  return {
    page: async ({ offset, limit, ...query }) => {
      // Read before the changes: a change stored in between may be listed twice but is never skipped.
      const lastId = store.lastChange(query.stage)
      const filter = await filterOf(query)
      if (!filter.ok) return filter
      const counts = store.changeCounts(filter.value)
      const { types } = filter.value
      let total = 0
      for (const [type, count] of counts) if (types?.includes(type) ?? true) total += count
      const isOldestFirst = query.afterId !== undefined
      const found = store.changes(filter.value, { offset, limit, isOldestFirst })
      const arrivals =
        query.areFinishes === false
          ? sum(store.changeCounts({ ...filter.value, areFinishes: null }).values()) - sum(counts.values())
          : null
      return {
        ok: true,
        value: {
          total,
          lastId,
          marks: timesOf(store.changeMarks(query.stage)),
          counts: Object.fromEntries(counts),
          people: store.changedPeople(filter.value),
          ...(arrivals === null ? {} : { arrivals }),
          changes: await placesNow(query.stage, found),
        },
      }
    },
    mark: (stage, mark, to) => {
      if (store.stage(stage) === null) return notFound('stage')
      const newest = store.lastChange(stage)
      const lastId = Math.min(to?.lastId ?? newest, newest)
      store.markChanges(stage, mark, { at: to?.at ?? instantAt(clock()), lastId })
      return { ok: true, value: timesOf(store.changeMarks(stage)) }
    },
    read: async (query) => {
      const asked = await filterOf({ isFlat: true, ...query })
      if (!asked.ok) return asked
      const filter = { ...asked.value, untilId: store.lastChange(query.stage) }
      const { types } = filter
      let total = 0
      for (const [type, count] of store.changeCounts(filter)) if (types?.includes(type) ?? true) total += count
      return { ok: true, value: { total, changes: () => inPieces(store, filter) } }
    },
    recent: (stage) => {
      const lastId = store.lastChange(stage)
      const from = clock() - recentMs
      const known = recentOf.get(stage)
      // Readers drop outdated changes.
      if (known?.lastId === lastId && from - known.from < recentMs / 60) return known.value
      const value: Map<CategoryId, Map<string, RecentChange>> = new Map()
      for (const { category, person, type, at } of store.recentChanges(stage, { since: instantAt(from) })) {
        const rows = value.get(category) ?? new Map<string, RecentChange>()
        rows.set(person, { type, at })
        value.set(category, rows)
      }
      recentOf.set(stage, { lastId, from, value })
      return value
    },
    tell,
    settle: (stage, sinceMs = clock() - moveMs) => {
      if (store.settleMoves(stage, instantAt(sinceMs)) > 0) tell(stage)
    },
  }
}

const sum = (counts: Iterable<number>): number => {
  let total = 0
  for (const count of counts) total += count
  return total
}

const timesOf = ({ looked, printed, exported }: StoredMarks): ChangeMarks => ({
  looked: looked?.at ?? null,
  printed: printed?.at ?? null,
  exported: exported?.at ?? null,
})

type RecentByCategory = ReadonlyMap<CategoryId, RecentChanges>

/** Categories whose rows are kept findable by person. */
const keptIndexes = 40

function* inPieces(store: LedgerStore & TableStore & StageStore, filter: LedgerFilter): Generator<Change> {
  let afterId = filter.afterId
  for (;;) {
    const piece = store.changes({ ...filter, afterId }, { offset: 0, limit: pieceRows, isOldestFirst: true })
    for (const { change } of piece) yield change
    const last = piece.at(-1)
    if (last === undefined || piece.length < pieceRows) return
    afterId = last.change.id
  }
}
