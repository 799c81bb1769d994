import type { SiteChanges, SiteRow } from '../../../preload/contract/publish/site.ts'
import { hashOfText } from '../results/rules/textHash.ts'

/** The rows of a category as they were made: the key of each, and the hash of its JSON. */
export type KnownRows = { readonly rowKeys: readonly string[]; readonly hashes: Float64Array }

const noHashes = new Float64Array()

/** What differs from the known rows, category by category; null when that is more than `most` rows. */
export const changesSince = (
  known: readonly KnownRows[],
  categories: readonly { readonly size: number; readonly rows: (from: number, to: number) => readonly SiteRow[] }[],
  most: number,
): Pick<SiteChanges, 'rows' | 'gone'> | null => {
  const rows: (readonly [number, SiteRow])[] = []
  const gone: (readonly [number, string])[] = []
  for (const [category, current] of categories.entries()) {
    const { rowKeys = [], hashes = noHashes } = known[category] ?? {}
    const before = new Map(rowKeys.map((key, at) => [key, at]))
    for (const row of current.rows(0, current.size)) {
      const at = before.get(row[0])
      const isSame = at !== undefined && hashes[at] === hashOfText(JSON.stringify(row))
      if (!isSame) rows.push([category, row])
      before.delete(row[0])
    }
    for (const key of before.keys()) gone.push([category, key])
    if (rows.length + gone.length > most) return null
  }
  return { rows, gone }
}
