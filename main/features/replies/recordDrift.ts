import { changesInShort, fieldChanges } from '../columns/rules/table/drift.ts'
import type { Evidence } from '../columns/rules/table/tableShape.ts'
import { writeCategoryEntry, type LedgerPlace } from '../changes/ledgerWriting.ts'
import { evidenceFrom } from '../columns/shapeRows.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/**
 * Compares the fields of a table with those of the one whose place it takes; what was lost or is otherwise goes into the ledger. What is
 * kept for people to see is the difference from the fields that somebody last saw; fields that come back end it. Within a
 * transaction, before the table is written.
 */
export const recordDrift = (database: Database, place: LedgerPlace, evidence: Evidence): void => {
  const { category, at } = place
  const row = database.get(
    `SELECT t.evidence, d.fields_before FROM category_tables t LEFT JOIN drifts d ON d.category = t.category
     WHERE t.category = ?`,
    category,
  )
  if (row === null || row['evidence'] === null) return
  const changes = fieldChanges(evidenceFrom(row['evidence']), evidence)
  if (changes.length === 0) return
  // A race that goes on brings fields; nobody has to read that.
  if (changes.some(({ type }) => type !== 'new')) {
    writeCategoryEntry(database, place, { type: 'drift', before: null, after: changesInShort(changes) })
  }
  const seen = row['fields_before'] ?? row['evidence']
  const unseen = fieldChanges(evidenceFrom(seen), evidence)
  if (unseen.length === 0) database.run('DELETE FROM drifts WHERE category = ?', category)
  else {
    database.run(
      'INSERT OR REPLACE INTO drifts (category, at, fields_before, changes) VALUES (?, ?, ?, ?)',
      category,
      at,
      String(seen),
      JSON.stringify(unseen),
    )
  }
}
