import { hash } from 'node:crypto'
import type { SiteChanges, SiteRow } from '../../../preload/contract/publish/site.ts'

/** The rows of a category as they were made: the key of each, and their hashes one after the other. */
export type KnownRows = { readonly rowKeys: readonly string[]; readonly hashes: string }

const hashLength = 11

/** `row`: as JSON. */
export const hashOfRow = (row: string): string => hash('sha1', row, 'base64url').slice(0, hashLength)

/** What differs from the known rows, category by category; null when that is more than `most` rows. */
export const changesSince = (
  known: readonly KnownRows[],
  categories: readonly { readonly size: number; readonly rows: (from: number, to: number) => readonly SiteRow[] }[],
  most: number,
): Pick<SiteChanges, 'rows' | 'gone'> | null => {
  const rows: (readonly [number, SiteRow])[] = []
  const gone: (readonly [number, string])[] = []
  for (const [category, current] of categories.entries()) {
    const { rowKeys = [], hashes = '' } = known[category] ?? {}
    const before = new Map(rowKeys.map((key, at) => [key, at * hashLength]))
    for (const row of current.rows(0, current.size)) {
      const at = before.get(row[0])
      const isSame = at !== undefined && hashes.slice(at, at + hashLength) === hashOfRow(JSON.stringify(row))
      if (!isSame) rows.push([category, row])
      before.delete(row[0])
    }
    for (const key of before.keys()) gone.push([category, key])
    if (rows.length + gone.length > most) return null
  }
  return { rows, gone }
}
