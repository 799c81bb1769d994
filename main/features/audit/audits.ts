import type { Audit } from '../../../preload/contract/audit.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { finisherReader } from '../results/rules/finisher.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { makeRoomFor, type Keeper } from '../results/room.ts'
import { runInTurns } from '../../kernel/turns.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { notFound } from '../../kernel/result.ts'
import { setBounded } from '../../kernel/bounded.ts'

export type AuditParts = {
  readonly store: Pick<StageStore, 'stage'> & Pick<TableStore, 'tables'>
  readonly cache: Pick<CategoryRowsCache, 'rowsOnceInSteps' | 'columns'>
  readonly others: readonly Keeper[]
}

export type Audits = (stage: StageGuid, categories: readonly CategoryId[] | null) => Promise<Result<Audit>>

/** Audits whose answers are kept until rows or roles change. */
const keptAudits = 4

/** Reads every row of a stage, or of some of its categories, and tells what contradicts itself. Others get their turns. */
export const createAudits = ({ store, cache, others }: AuditParts): Audits => {
  const known = new Map<string, Promise<Audit>>()
  const audit = async (tables: readonly StoredTable[]): Promise<Audit> => {
    // Loaded on first use: the rules would slow every start.
    const { auditTables } = await import('./rules/audit.ts')
    const read = tables.map((table) => ({
      category: table.category,
      distance: table.distanceGuid,
      distanceName: table.distanceName,
      categoryName: table.categoryName,
      *read() {
        const { rows } = yield* cache.rowsOnceInSteps(table)
        const columns = cache.columns(table)
        return { columns, rows, reader: finisherReader(columns) }
      },
    }))
    const report = await runInTurns(auditTables(read))
    const fetchedAt = tables.reduce<Instant | null>(
      (oldest, table) => (oldest === null || table.fetchedAt < oldest ? table.fetchedAt : oldest),
      null,
    )
    return { ...report, categories: tables.length, fetchedAt }
  }
  return async (stage, categories) => {
    if (store.stage(stage) === null) return notFound('stage')
    const wanted = categories === null ? null : new Set(categories)
    const tables = store.tables(stage).filter(({ category }) => wanted === null || wanted.has(category))
    const key = tables.map(({ category, snapshot, roles }) => `${category}:${snapshot}:${roles}`).join(' ')
    const found = known.get(key)
    if (found !== undefined) return { ok: true, value: await found }
    makeRoomFor(
      tables.reduce((sum, { rows }) => sum + rows, 0),
      others,
    )
    const running = audit(tables)
    setBounded(known, key, running, keptAudits)
    running.catch(() => known.delete(key))
    return { ok: true, value: await running }
  }
}
