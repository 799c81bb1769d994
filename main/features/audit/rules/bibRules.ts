import type { AuditRule } from '../../../../preload/contract/audit.ts'
import type { CategoryId } from '../../../../preload/contract/ids.ts'
import { fold } from '../../../kernel/fold.ts'
import {
  foundAll,
  isTheRule,
  skip,
  type AuditCategory,
  type AuditRow,
  type CategoryRule,
  type Found,
} from './auditTypes.ts'

/** A bib that stands on more than one row of a category. */
export const duplicateBibs: CategoryRule = ({ reader, rows, units, noPlaces, mayShareBib }) => {
  if (!reader.has('bib')) return skip('duplicate-bib', 'no-column', ['bib'])
  const first = new Map<string, AuditRow>()
  const found: Found[] = []
  let withBib = 0
  let sharing = 0
  for (const row of rows) {
    if (row.bib === '') continue
    withBib += 1
    if (!mayShareBib(row)) continue
    sharing += 1
    const other = first.get(row.bib)
    if (other === undefined) first.set(row.bib, row)
    else found.push({ rule: 'duplicate-bib', row, says: { name: row.name, otherName: other.name }, other })
  }
  // Members of relays share their team's bib, and classes of cars have numbers of their own.
  if (!isTheRule(sharing, withBib)) return foundAll(found)
  return skip('duplicate-bib', units !== rows || noPlaces?.reason === 'teams' ? 'teams' : 'other-meaning')
}

/** The facts of one row, kept until all categories of its distance are read. */
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

/** The rows of a distance by bib; of one that has a single category only those that may share theirs. */
export type BibEntries = Map<string, BibEntry[]>

/** Rows of a category checked in one turn. */
const rowsPerStep = 2_000

export function* collectBibs(
  { table, rows, timeText, mayShareBib }: AuditCategory,
  entries: BibEntries,
  isAlone: boolean,
): Generator<undefined, void> {
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerStep === 0) yield
    if (row.bib === '' || (isAlone && !mayShareBib(row))) continue
    const time = row.finishMs === null ? '' : timeText(row)
    const entry = { category: table.category, index: row.index, name: row.name, ms: row.finishMs, time }
    const known = entries.get(row.bib)
    if (known === undefined) entries.set(row.bib, [entry])
    else known.push(entry)
  }
}

export type BibCheck = { readonly found: readonly BibFound[]; readonly hasOtherClock: boolean }

/** Bibs checked in one turn. */
const bibsPerStep = 100

/** One bib with two times, and one with two names, among the categories of a distance; gives way between the bibs. */
export function* checkBibs(entries: BibEntries): Generator<undefined, BibCheck> {
  const times: BibFound[] = []
  const names: BibFound[] = []
  let shared = 0
  let looked = 0
  for (const [bib, rows] of entries) {
    looked += 1
    if (looked % bibsPerStep === 0) yield
    if (rows.length < 2) continue
    shared += 1
    const areOthers = nameComparer()
    // Within one category it is the issue "bib given twice".
    const other = yield* differing(
      rows,
      ({ category, name }) => `${category} ${name}`,
      (a, b) => a.category !== b.category && areOthers(a.name, b.name),
    )
    if (other !== null) names.push({ rule: 'bib-two-names', bib, ...other })
    // Two people may have different times; their shared bib is reported already.
    else {
      const timed = rows.filter(({ ms }) => ms !== null)
      const late = yield* differing(
        timed,
        ({ ms, name }) => `${ms} ${name}`,
        (a, b) => Math.abs((a.ms ?? 0) - (b.ms ?? 0)) >= 1000 && !areOthers(a.name, b.name),
      )
      if (late !== null) times.push({ rule: 'bib-two-times', bib, ...late })
    }
  }
  const hasOtherClock = isTheRule(times.length, shared)
  return { found: hasOtherClock ? names : [...times, ...names], hasOtherClock }
}

type Differing = { readonly entry: BibEntry; readonly other: BibEntry }
type Alike = { readonly entry: BibEntry; count: number }

/**
 * A row that differs, with one that it differs from: of the two, the row with fewer agreeing rows is reported. Rows with the same
 * `keyOf` are equal for `differ`, so each key is compared once, however many rows share a bib.
 */
function* differing(
  rows: readonly BibEntry[],
  keyOf: (entry: BibEntry) => string,
  differ: (a: BibEntry, b: BibEntry) => boolean,
): Generator<undefined, Differing | null> {
  const byKey = new Map<string, Alike>()
  for (const entry of rows) {
    const known = byKey.get(keyOf(entry))
    if (known === undefined) byKey.set(keyOf(entry), { entry, count: 1 })
    else known.count += 1
  }
  const kinds = [...byKey.values()]
  for (const [at, { entry: a }] of kinds.entries()) {
    if (at > 0) yield
    for (let next = at + 1; next < kinds.length; next += 1) {
      const b = kinds[next]?.entry
      if (b === undefined || !differ(a, b)) continue
      const against = (entry: BibEntry): number =>
        kinds.reduce((sum, other) => sum + (differ(entry, other.entry) ? other.count : 0), 0)
      return against(a) > against(b) ? { entry: a, other: b } : { entry: b, other: a }
    }
  }
  return null
}

/** `areOtherNames` that takes each name apart once. */
const nameComparer = (): ((a: string, b: string) => boolean) => {
  const known = new Map<string, ReadonlySet<string>>()
  return (a, b) =>
    areOtherNames(a, b, (name) => {
      const words = known.get(name) ?? wordsOf(name)
      known.set(name, words)
      return words
    })
}

/** Words in another order, or fewer of them, are the same name; names in two alphabets are not compared. */
const areOtherNames = (a: string, b: string, words: (name: string) => ReadonlySet<string>): boolean => {
  if (a === b || a === '' || b === '') return false
  const [first, second] = [words(a), words(b)]
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
