import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { isStillRunning } from '../../platform/sqlite/processLife.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import type { WatchStore } from './watchStore.ts'

/** Which stages are watched, by which process. */
export const watchTables = (database: Database): WatchStore => ({
  rememberedWatches: () =>
    database
      .all('SELECT * FROM watches ORDER BY started_at, stage')
      .filter((row) => !isStillRunning(Number(row['pid']), String(row['started_at'])))
      .map((row) => ({
        stage: String(row['stage']) as StageGuid,
        everyS: Number(row['every_s']),
        categories: row['categories'] === null ? null : (JSON.parse(String(row['categories'])) as CategoryId[]),
        budgetMbPerHour: Number(row['budget_mb_per_hour']),
      })),
  rememberWatch: ({ stage, everyS, categories, budgetMbPerHour }, at) => {
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
  forgetWatch: (stage) => {
    database.run('DELETE FROM watches WHERE stage = ?', stage)
  },
})
