import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { FrozenMemory } from '../../kernel/face.ts'
import { readable, text } from '../../platform/sqlite/rowCells.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'
import { isHeld, readStored, type StoredScreens } from './rules/storedScreens.ts'

export type ScreenStore = ReturnType<typeof screenTables>

/** The screens of each stage, with the addresses that they had and what the frozen ones show. */
export const screenTables = (database: Database) => {
  return {
    /** Loaded once screens are served. */
    frozenScreens: async (): Promise<FrozenMemory> => (await import('./frozenTables.ts')).frozenTables(database),
    /** Null: none were arranged. */
    screens: (stage: StageGuid): StoredScreens | null => {
      const row = database.get('SELECT layout FROM screen_layouts WHERE stage = ?', stage)
      return row === null ? null : readStored(readable(row, 'layout'))
    },
    /** Screens that are not frozen any more lose what was kept of them. */
    saveScreens: (stage: StageGuid, screens: StoredScreens): void => {
      const held = screens.layout.screens.filter(isHeld).map(({ id }) => id)
      database.transaction(() => {
        database.run(
          'INSERT OR REPLACE INTO screen_layouts (stage, layout) VALUES (?, ?)',
          stage,
          JSON.stringify(screens),
        )
        database.run(
          'DELETE FROM frozen_screens WHERE stage = ? AND screen NOT IN (SELECT value FROM json_each(?))',
          stage,
          JSON.stringify(held),
        )
        database.run(
          `DELETE FROM frozen_contents WHERE stage = ?1 AND name NOT IN (
             SELECT n.value FROM frozen_screens f, json_each(f.contents) n WHERE f.stage = ?1)`,
          stage,
        )
      })
    },
    stagesWithScreens: (): readonly StageGuid[] =>
      database
        .all('SELECT l.stage FROM screen_layouts l JOIN stages s ON s.guid = l.stage WHERE s.removed_at IS NULL')
        .map((row) => text(row, 'stage') as StageGuid),
  }
}
