import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ScreenId } from '../../../preload/contract/screens/layout.ts'
import type { FrozenMemory, FrozenScreen } from '../../kernel/face.ts'
import { number, readable } from '../../platform/sqlite/rowCells.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** All lists of 26,000 rows take less than a megabyte. Screens that were frozen at different times have lists of their own. */
const mostFrozenBytes = 32 * 1024 ** 2

export type FrozenTables = FrozenMemory & {
  /** Forgets the stage's other screens. */
  readonly keepOnly: (stage: StageGuid, screens: readonly ScreenId[]) => void
}

/** What the frozen screens of each stage show. */
export const frozenTables = (database: Database): FrozenTables => ({
  frozenScreen: (stage, screen) => {
    const row = database.get('SELECT shown FROM frozen_screens WHERE stage = ? AND screen = ?', stage, screen)
    const shown = row === null ? null : readable(row, 'shown')
    if (shown === null) return null
    const contents = database.all(
      `SELECT c.name, c.gzipped FROM frozen_screens f, json_each(f.contents) n
         JOIN frozen_contents c ON c.stage = f.stage AND c.name = n.value
         WHERE f.stage = ? AND f.screen = ? ORDER BY n.key`,
      stage,
      screen,
    )
    return {
      shown: shown as FrozenScreen['shown'],
      contents: contents.flatMap(({ name, gzipped }) =>
        gzipped instanceof Uint8Array ? [{ name: String(name), gzipped }] : [],
      ),
    }
  },
  keepFrozenScreen: (stage, screen, { shown, contents }) => {
    database.transaction(() => {
      const names = JSON.stringify(contents.map(({ name }) => name))
      const others = database.get(
        `SELECT coalesce(sum(length(gzipped)), 0) AS bytes FROM frozen_contents
           WHERE stage = ? AND name NOT IN (SELECT value FROM json_each(?))`,
        stage,
        names,
      )
      const own = contents.reduce((sum, { gzipped }) => sum + gzipped.length, 0)
      if (others !== null && number(others, 'bytes') + own > mostFrozenBytes) return
      for (const { name, gzipped } of contents) {
        database.run('INSERT OR IGNORE INTO frozen_contents VALUES (?, ?, ?)', stage, name, gzipped)
      }
      database.run(
        'INSERT OR REPLACE INTO frozen_screens VALUES (?, ?, ?, ?)',
        stage,
        screen,
        JSON.stringify(shown),
        names,
      )
    })
  },
  keepOnly: (stage, screens) => {
    database.transaction(() => {
      database.run(
        'DELETE FROM frozen_screens WHERE stage = ? AND screen NOT IN (SELECT value FROM json_each(?))',
        stage,
        JSON.stringify(screens),
      )
      database.run(
        `DELETE FROM frozen_contents WHERE stage = ?1 AND name NOT IN (
           SELECT n.value FROM frozen_screens f, json_each(f.contents) n WHERE f.stage = ?1)`,
        stage,
      )
    })
  },
})
