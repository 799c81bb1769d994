import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { searchKeyOf } from '../columns/rules/searchText.ts'
import type { RulesOfReading } from './rulesOfReading.ts'
import { createRolesReader, shapeFrom } from '../columns/shapeRows.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import { whereWritable } from '../../platform/sqlite/whereWritable.ts'
import type { ShapeStore } from '../columns/tableStore.ts'

/** Shapes of tables with the roles of their columns, and the tables' columns read through them. */
export const shapeTables = (
  database: Database,
  path: string,
  rules: RulesOfReading,
): Omit<ShapeStore, 'readOtherwise'> => {
  const columnsWithRoles = createRolesReader(database)
  return {
    columnsOf: ({ category, snapshot }) => {
      const row = tableRow(database, category, snapshot)
      return row === null ? null : columnsWithRoles(row)
    },
    withRolesOf: ({ shape }, columns) => {
      const row = shape === null ? null : database.get('SELECT id AS shape, version FROM shapes WHERE id = ?', shape)
      return row === null ? columns : columnsWithRoles(row, columns)
    },
    searchTextOf: ({ category, snapshot }) => {
      const row = tableRow(database, category, snapshot)
      const columns = row === null ? null : columnsWithRoles(row)
      // A search text of other columns would find the wrong rows.
      if (columns === null || row?.['search_columns'] !== searchKeyOf(columns)) return null
      const text = database.get('SELECT search_text FROM category_tables WHERE category = ?', Number(category))
      return text === null ? null : String(text['search_text'])
    },
    shapes: (stage) => {
      whereWritable(path, () => rules.deriveStageAgain(database, stage))
      return database
        .all(`${shapeRows} WHERE s.id IN (${shapesOfStage}) ORDER BY stored_rows DESC, s.id`, stage)
        .map(shapeFrom)
    },
    correctShape: (id, corrections, at) => {
      database.run(
        `UPDATE shapes SET corrections = ?, corrected_at = ?, version = (SELECT max(version) + 1 FROM shapes) WHERE id = ?`,
        JSON.stringify([...corrections]),
        corrections.size === 0 ? null : at,
        id,
      )
      return database
        .all(
          'SELECT DISTINCT c.stage FROM category_tables t JOIN categories c ON c.id = t.category WHERE t.shape = ?',
          id,
        )
        .map((row) => String(row['stage']) as StageGuid)
    },
    noteDrift: (stage, categories) =>
      database.transaction(() => {
        for (const category of categories) {
          database.run(
            'DELETE FROM drifts WHERE category = (SELECT id FROM categories WHERE id = ? AND stage = ?)',
            Number(category),
            stage,
          )
        }
      }),
  }
}

const tableRow = (database: Database, category: CategoryId, snapshot: number): SqlRow | null =>
  database.get(
    `SELECT t.columns, t.shape, t.search_columns, s.version
     FROM category_tables t LEFT JOIN shapes s ON s.id = t.shape WHERE t.category = ? AND t.snapshot = ?`,
    Number(category),
    snapshot,
  )

const shapesOfStage =
  'SELECT t.shape FROM category_tables t JOIN categories c ON c.id = t.category WHERE c.stage = ? AND t.shape IS NOT NULL'

const shapeRows = `
  SELECT s.*,
    (SELECT coalesce(sum(t.rows), 0) FROM category_tables t WHERE t.shape = s.id) AS stored_rows,
    (SELECT count(*) FROM category_tables t WHERE t.shape = s.id) AS stored_categories,
    (SELECT count(DISTINCT c.stage) FROM category_tables t JOIN categories c ON c.id = t.category WHERE t.shape = s.id)
      AS stored_stages
  FROM shapes s`
