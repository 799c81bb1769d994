/** Rows by table, and how many problems SQLite's own check found (at most 100). */
export type StoreCondition = { readonly rows: { readonly [table: string]: number }; readonly problems: number }
