import type { ChangeType } from '../../../preload/contract/changes.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import { foldSearched } from '../../kernel/fold.ts'
import { isPersonKey } from '../results/rules/ledgerKey.ts'
import { pairMoves } from './rules/moves.ts'
import type { LedgerEntry, TableComparison } from './rules/compareTables.ts'
import type { Database } from '../../platform/sqlite/sqliteDatabase.ts'

/** The category whose table is replaced, the snapshot of the new table, and when that was fetched. */
export type LedgerPlace = { readonly category: number; readonly snapshot: number; readonly at: Instant }

/** Within the transaction that stores the snapshot. Details come right after their headline. */
export const writeLedger = (database: Database, place: LedgerPlace, { entries, headline }: TableComparison): void => {
  if (entries.length === 0 && headline === null) return
  const row = database.get('SELECT stage FROM categories WHERE id = ?', place.category)
  if (row === null) return
  const stage = String(row['stage'])
  const insert = (entry: WrittenEntry): number => insertEntry(database, stage, place, entry)
  for (const entry of entries) if (!entry.isDetail) insert({ ...entry, headline: null })
  if (headline === null) return
  const { count, of } = headline
  const id = insert({ ...blank, type: 'mass-recalculation', after: `${count} of ${of} rows`, count, of })
  for (const entry of entries) if (entry.isDetail) insert({ ...entry, headline: id })
}

/** An entry about a whole category. */
export const writeCategoryEntry = (
  database: Database,
  place: LedgerPlace,
  entry: { readonly type: ChangeType; readonly before: string | null; readonly after: string | null },
): void => {
  const row = database.get('SELECT stage FROM categories WHERE id = ?', place.category)
  if (row !== null) insertEntry(database, String(row['stage']), place, { ...blank, ...entry })
}

/** An entry about a row or, with other types, about the whole category. */
type WrittenEntry = Omit<LedgerEntry, 'type' | 'isDetail'> & {
  readonly type: ChangeType
  readonly headline?: number | null
  readonly count?: number
  readonly of?: number
}

const blank = {
  bib: null,
  name: null,
  before: null,
  after: null,
  index: null,
  person: null,
  personBefore: null,
  isFirstResult: false,
}

/** Gives the entry's id. */
export const insertEntry = (database: Database, stage: string, place: LedgerPlace, entry: WrittenEntry): number =>
  database.run(
    `INSERT INTO ledger (stage, category, snapshot, at, type, bib, name, before, after, row_index, person, person_before,
       headline, count, of_rows, is_first, search_text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    stage,
    place.category,
    place.snapshot,
    place.at,
    entry.type,
    entry.bib,
    entry.name,
    entry.before,
    entry.after,
    entry.index,
    entry.person,
    entry.personBefore,
    entry.headline ?? null,
    entry.count ?? null,
    entry.of ?? null,
    entry.isFirstResult ? 1 : 0,
    entry.bib === null && entry.name === null ? '' : foldSearched(` ${entry.bib ?? ''} ${entry.name ?? ''} `),
  )

/** See `LedgerStore.settleMoves`. The two entries of a move go, and one of its own comes, which readers by id then see. */
export const settleMoves = (database: Database, stage: string, since: Instant): number =>
  database.transaction(() => {
    const rows = database.all(
      `SELECT l.id, l.type, l.person, l.category, l.snapshot, l.at, l.bib, l.name, l.row_index, l.headline, l.before, l.after,
         c.category_name, c.distance_guid, c.distance_name
       FROM ledger l JOIN categories c ON c.id = l.category
       WHERE l.stage = ? AND l.at >= ? AND l.type IN ('new', 'vanished') AND l.person IS NOT NULL ORDER BY l.id`,
      stage,
      since,
    )
    const moves = pairMoves(
      rows
        .filter((row) => isPersonKey(String(row['person'])))
        .map((row) => ({
          row,
          isNew: row['type'] === 'new',
          person: String(row['person']),
          category: String(row['category']),
          distance: String(row['distance_guid']),
          bib: row['bib'] === null ? null : String(row['bib']),
          name: row['name'] === null ? null : String(row['name']),
        })),
    )
    for (const { from, to } of moves) {
      const isOneDistance = from.distance === to.distance
      const nameOf = ({ row }: typeof from): string =>
        isOneDistance
          ? String(row['category_name'])
          : `${String(row['distance_name'])} / ${String(row['category_name'])}`
      database.run('DELETE FROM ledger WHERE id IN (?, ?)', Number(from.row['id']), Number(to.row['id']))
      if (from.row['headline'] !== null) takeFromHeadline(database, Number(from.row['headline']))
      const place = { category: Number(to.category), snapshot: Number(to.row['snapshot']), at: to.row['at'] as Instant }
      insertEntry(database, stage, place, {
        ...blank,
        type: 'moved',
        bib: to.bib,
        name: to.name,
        before: nameOf(from),
        after: nameOf(to),
        index: to.row['row_index'] === null ? null : Number(to.row['row_index']),
        person: to.person,
        isFirstResult: (from.row['before'] ?? '') === '' && (to.row['after'] ?? '') !== '',
      })
    }
    return moves.length
  })

/** A row that moved did not vanish with the others; a headline over nothing goes. */
const takeFromHeadline = (database: Database, id: number): void => {
  database.run(
    "UPDATE ledger SET count = count - 1, after = (count - 1) || ' of ' || of_rows || ' rows' WHERE id = ?",
    id,
  )
  database.run('DELETE FROM ledger WHERE id = ? AND count <= 0', id)
}
