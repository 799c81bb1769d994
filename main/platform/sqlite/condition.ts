import type { Database } from './sqliteDatabase.ts'

/** Rows by table, and how many problems SQLite's own check found (at most 100). */
export type StoreCondition = { readonly rows: { readonly [table: string]: number }; readonly problems: number }

/** Reads the whole database. */
export const examine = (database: Database): StoreCondition => {
  const tables = database.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite#_%' ESCAPE '#' ORDER BY name",
  )
  const rows = tables.map(({ name }) => {
    const count = database.get(`SELECT count(*) AS count FROM "${String(name)}"`)
    return [String(name), Number(count?.['count'])] as const
  })
  const found = database.all('PRAGMA quick_check(100)')
  const isFine = found.length === 1 && found[0]?.['quick_check'] === 'ok'
  return { rows: Object.fromEntries(rows), problems: isFine ? 0 : found.length }
}
