import type { AuditRule, CategoryId } from '../../../preload/contract.ts'
import { fold } from '../fold.ts'
import type { AuditCategory, AuditRow, CategoryRule, Found } from './auditTypes.ts'
import { foundAll, isTheRule, skip } from './auditTypes.ts'

/** A bib that stands on more than one row of a category. */
export const duplicateBibs: CategoryRule = ({ reader, rows }) => {
  if (!reader.has('bib')) return skip('duplicate-bib', 'no-column', ['bib'])
  const first = new Map<string, AuditRow>()
  const found: Found[] = []
  let withBib = 0
  for (const row of rows) {
    if (row.bib === '') continue
    withBib += 1
    const other = first.get(row.bib)
    if (other === undefined) first.set(row.bib, row)
    else found.push({ rule: 'duplicate-bib', row, says: { name: row.name, otherName: other.name }, other })
  }
  // Members of relays share their team's bib.
  return isTheRule(found.length, withBib) ? skip('duplicate-bib', 'other-meaning') : foundAll(found)
}

/** Of one row, what is kept of it until all categories of its distance are read. */
export type BibEntry = {
  readonly category: CategoryId
  readonly index: number
  readonly name: string
  readonly ms: number | null
  readonly time: string
}

export type BibFound = {
  readonly rule: Extract<AuditRule, 'bib-two-times' | 'bib-two-names'>
  readonly bib: string
  readonly entry: BibEntry
  readonly other: BibEntry
}

/** The rows of a distance by bib. */
export type BibEntries = Map<string, BibEntry[]>

export const collectBibs = ({ table, rows, timeText }: AuditCategory, entries: BibEntries): void => {
  for (const row of rows) {
    if (row.bib === '') continue
    const time = row.finishMs === null ? '' : timeText(row)
    const entry = { category: table.category, index: row.index, name: row.name, ms: row.finishMs, time }
    const known = entries.get(row.bib)
    if (known === undefined) entries.set(row.bib, [entry])
    else known.push(entry)
  }
}

export type BibCheck = { readonly found: readonly BibFound[]; readonly hasOtherClock: boolean }

/** One bib with two times, and one with two names, among the categories of a distance. */
export const checkBibs = (entries: BibEntries): BibCheck => {
  const times: BibFound[] = []
  const names: BibFound[] = []
  let shared = 0
  for (const [bib, rows] of entries) {
    if (rows.length < 2) continue
    shared += 1
    // Within a category that is a bib given out twice, which is told as such.
    const other = differing(rows, (a, b) => a.category !== b.category && areOtherNames(a.name, b.name))
    if (other !== null) names.push({ rule: 'bib-two-names', bib, ...other })
    // Two people are no contradiction in time; that they share the bib is told already.
    else {
      const timed = rows.filter(({ ms }) => ms !== null)
      const late = differing(
        timed,
        (a, b) => Math.abs((a.ms ?? 0) - (b.ms ?? 0)) >= 1000 && !areOtherNames(a.name, b.name),
      )
      if (late !== null) times.push({ rule: 'bib-two-times', bib, ...late })
    }
  }
  const hasOtherClock = isTheRule(times.length, shared)
  return { found: hasOtherClock ? names : [...times, ...names], hasOtherClock }
}

type Differing = { readonly entry: BibEntry; readonly other: BibEntry }

/** A row that differs, with one that it differs from: the one that fewer of the others agree with is told. */
const differing = (rows: readonly BibEntry[], differ: (a: BibEntry, b: BibEntry) => boolean): Differing | null => {
  for (const [at, a] of rows.entries()) {
    for (const b of rows.slice(at + 1)) {
      if (!differ(a, b)) continue
      const against = (entry: BibEntry): number => rows.filter((row) => differ(entry, row)).length
      return against(a) > against(b) ? { entry: a, other: b } : { entry: b, other: a }
    }
  }
  return null
}

/** Words in another order, or fewer of them, are the same name; names in two alphabets are not compared. */
const areOtherNames = (a: string, b: string): boolean => {
  if (a === b || a === '' || b === '') return false
  const [first, second] = [wordsOf(a), wordsOf(b)]
  const [few, many] = first.size <= second.size ? [first, second] : [second, first]
  if (isCyrillic(a) !== isCyrillic(b)) return false
  return ![...few].every((word) => many.has(word))
}

const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    fold(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  )

const isCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)
