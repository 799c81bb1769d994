import { hash } from 'node:crypto'
import type { SiteChanges, SiteRow } from '../../../preload/contract/publish/site.ts'

/** The rows of a category as they were made: key and hash of each. */
export type KnownRows = readonly (readonly [key: string, hash: string])[]

/** `row`: as JSON. */
export const hashOfRow = (row: string): string => hash('sha1', row, 'base64url').slice(0, 11)

/** What differs from the known rows, category by category; null when that is more than `most` rows. */
export const changesSince = (
  known: readonly KnownRows[],
  categories: readonly { readonly size: number; readonly rows: (from: number, to: number) => readonly SiteRow[] }[],
  most: number,
): Pick<SiteChanges, 'rows' | 'gone'> | null => {
  const rows: (readonly [number, SiteRow])[] = []
  const gone: (readonly [number, string])[] = []
  for (const [category, current] of categories.entries()) {
    const before = new Map(known[category])
    for (const row of current.rows(0, current.size)) {
      if (before.get(row[0]) !== hashOfRow(JSON.stringify(row))) rows.push([category, row])
      before.delete(row[0])
    }
    for (const key of before.keys()) gone.push([category, key])
    if (rows.length + gone.length > most) return null
  }
  return { rows, gone }
}
