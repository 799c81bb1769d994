import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import { isStillRunning } from '../../platform/sqlite/processLife.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** A watch as it was begun, found again after a restart. */
export type StoredWatch = {
  readonly stage: StageGuid
  readonly everyS: number
  readonly categories: readonly CategoryId[] | null
  readonly budgetMbPerHour: number
}

/** Which stages are watched, by which process. */
export const watchTables = (database: Database) => ({
  /** Watches of processes that no longer run. */
  rememberedWatches: (): readonly StoredWatch[] =>
    database
      .all('SELECT * FROM watches ORDER BY started_at, stage')
      .filter((row) => !isStillRunning(Number(row['pid']), String(row['started_at'])))
      .map((row) => ({
        stage: String(row['stage']) as StageGuid,
        everyS: Number(row['every_s']),
        categories: row['categories'] === null ? null : (JSON.parse(String(row['categories'])) as CategoryId[]),
        budgetMbPerHour: Number(row['budget_mb_per_hour']),
      })),
  rememberWatch: ({ stage, everyS, categories, budgetMbPerHour }: StoredWatch, at: Instant): void => {
    database.run(
      `INSERT OR REPLACE INTO watches (stage, every_s, categories, budget_mb_per_hour, started_at, pid)
       VALUES (?, ?, ?, ?, ?, ?)`,
      stage,
      everyS,
      categories === null ? null : JSON.stringify(categories),
      budgetMbPerHour,
      at,
      process.pid,
    )
  },
  forgetWatch: (stage: StageGuid): void => {
    database.run('DELETE FROM watches WHERE stage = ?', stage)
  },
})

export type WatchStore = ReturnType<typeof watchTables>
