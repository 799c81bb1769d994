import type { StageGuid } from '../../../preload/contract/ids.ts'
import { readable, text } from '../../platform/sqlite/rowCells.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import type { FrozenTables } from './frozenTables.ts'
import { readStored, type StoredScreens } from './rules/storedScreens.ts'

export type ScreenStore = ReturnType<typeof screenTables>

/** The screens of each stage, with the addresses that they had and what the frozen ones show. */
export const screenTables = (database: Database) => {
  return {
    /** Loaded once screens are served. */
    frozenScreens: async (): Promise<FrozenTables> => (await import('./frozenTables.ts')).frozenTables(database),
    /** Null: none were arranged. */
    screens: (stage: StageGuid): StoredScreens | null => {
      const row = database.get('SELECT layout FROM screen_layouts WHERE stage = ?', stage)
      return row === null ? null : readStored(readable(row, 'layout'))
    },
    saveScreens: (stage: StageGuid, screens: StoredScreens): void => {
      database.run(
        'INSERT OR REPLACE INTO screen_layouts (stage, layout) VALUES (?, ?)',
        stage,
        JSON.stringify(screens),
      )
    },
    stagesWithScreens: (): readonly StageGuid[] =>
      database
        .all('SELECT l.stage FROM screen_layouts l JOIN stages s ON s.guid = l.stage WHERE s.removed_at IS NULL')
        .map((row) => text(row, 'stage') as StageGuid),
  }
}
