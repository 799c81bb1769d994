import type {
  ExportOptions,
  Preflight,
  PreflightCode,
  PreflightProblem,
  PreflightWarning,
  Respelling,
} from '../../../preload/contract/files.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import { readEntrant, type Entrant, type EntrantPlace, type Ranking } from './rules/handOver/entrant.ts'
import type { Finding } from './rules/handOver/finding.ts'
import { findingsOf, teamRepeats, unfinished, type HandOverProfile } from './rules/handOver/profile.ts'
import type { TimedRow } from '../results/rules/gaps.ts'
import { isBacked, personKeyFor, type Who } from '../results/rules/identity.ts'
import type { FinisherReader } from '../results/rules/finisher.ts'
import type { CategorySheet, FileDocument, Finisher } from './formats/format.ts'
import type { StoredTable } from '../columns/tableStore.ts'

export type HandOverOptions = Pick<ExportOptions, 'isTransliterated' | 'areFractionsCut' | 'spellings' | 'isFinal'>

/** A row of the document as a hand-over format reads it; one without findings goes into the file. */
export type CheckedRow = {
  readonly table: StoredTable
  readonly index: number
  readonly entrant: Entrant
  readonly findings: readonly Finding[]
}

/** Facts of a category before its rows are written. */
type CategorySurvey = { readonly leader: TimedRow | null; readonly hasFractions: boolean }

/** The categories that have rows in the document, in the order of the stage's tree. */
export const categoriesOf = async ({ categories }: FileDocument): Promise<readonly CategorySheet[]> => {
  const sheets: CategorySheet[] = []
  if (categories !== null) for await (const sheet of categories()) sheets.push(sheet)
  return sheets
}

/** Goes once over the category's rows of the document. */
export const surveyCategory = async ({ reader, finishers }: CategorySheet): Promise<CategorySurvey> => {
  let leader: TimedRow | null = null
  let hasFractions = false
  for await (const some of finishers()) {
    for (const { row } of some) {
      const ms = reader.finishMs(row)
      if (ms === null) continue
      if (ms % 1000 !== 0) hasFractions = true
      const isLeader = reader.place(row) === 1 && reader.status(row) === 'OK'
      if (isLeader && (leader === null || ms < (leader.ms ?? ms))) leader = { ms, laps: reader.laps(row) }
    }
  }
  return { leader, hasFractions }
}

/** Overall places as soon as one table of the file has them: places of categories say something else. */
const rankingOf = ({ results }: FileDocument, { isOneRace }: HandOverProfile): Ranking =>
  isOneRace && results?.tables.some(({ reader }) => reader.has('placeOverall')) === true ? 'placeOverall' : 'place'

/** The rows stand by place already, people without one last: over all, or within each category. */
export const isByPlace = async (document: FileDocument, profile: HandOverProfile): Promise<boolean> => {
  const { results } = document
  const { isOneRace } = profile
  const ranking = rankingOf(document, profile)
  if (results === undefined) return true
  const readers = new Map(results.tables.map(({ table, reader }) => [table.category, reader]))
  let last = 0
  let category: CategoryId | null = null
  for await (const some of results.finishers()) {
    for (const { table, row } of some) {
      if (!isOneRace && table.category !== category) last = 0
      category = table.category
      const reader = readers.get(table.category)
      const place = reader?.place(row, ranking) ?? Number.POSITIVE_INFINITY
      if (place < last) return false
      last = place
    }
  }
  return true
}

type Check = (table: StoredTable, reader: FinisherReader, finisher: Finisher, leader: TimedRow | null) => CheckedRow

const checker = (profile: HandOverProfile, document: FileDocument, options: HandOverOptions): Check => {
  const spellings = new Map(options.spellings?.map((spelling) => [`${spelling.category}:${spelling.index}`, spelling]))
  const hasCountries = document.results?.tables.some(({ reader }) => reader.has('country')) === true
  const requirements = profile.requirements.filter((requirement) => requirement !== 'country' || hasCountries)
  const areWhole = profile.requirements.includes('whole-seconds')
  const given = {
    names: profile.names,
    isTransliterated: options.isTransliterated === true,
    areFractionsCut: areWhole && options.areFractionsCut === true,
  }
  const ranking = rankingOf(document, profile)
  const isSeen = profile.isOneRace ? seenBefore(document) : () => false
  return (table, reader, { row, index }, leader) => {
    const { distanceName, categoryName } = table
    const place: EntrantPlace = { distanceName, categoryName, ranking, leader }
    const spelling = spellings.get(`${table.category}:${index}`)
    const entrant = readEntrant(reader, row, place, given, spelling)
    const findings = findingsOf(entrant, profile, requirements, options.isFinal === true)
    if (findings.length > 0 || !isSeen(table, reader, row)) return { table, index, entrant, findings }
    return { table, index, entrant, findings: [{ problem: 'twice' }] }
  }
}

/** Whether a person is there already from another category of the distance; only what is written is noted. */
const seenBefore = ({
  results,
}: FileDocument): ((table: StoredTable, reader: FinisherReader, row: Finisher['row']) => boolean) => {
  const tablesOf = Map.groupBy(results?.tables ?? [], ({ table }) => table.distanceGuid)
  const seen = new Map<string, (Who & { readonly category: CategoryId })[]>()
  return (table, reader, row) => {
    if ((tablesOf.get(table.distanceGuid)?.length ?? 0) < 2) return false
    const who = { bib: reader.text(row, 'bib'), name: reader.name(row), category: table.category }
    const person = personKeyFor(reader.text(row, 'id'), who)
    if (person === null) return false
    const key = `${table.distanceGuid}:${person.key}`
    const known = seen.get(key) ?? []
    if (known.some((other) => other.category !== who.category && isBacked(person.key, who, other))) return true
    seen.set(key, [...known, who])
    return false
  }
}

/** All rows of the document in the order asked for, as formats of one race write them. */
export async function* raceRows(
  document: FileDocument,
  profile: HandOverProfile,
  options: HandOverOptions,
): AsyncGenerator<readonly CheckedRow[]> {
  const { results } = document
  if (results === undefined) return
  const check = checker(profile, document, options)
  const readers = new Map(results.tables.map(({ table, reader }) => [table.category, reader]))
  for await (const some of results.finishers()) {
    yield some.flatMap((finisher) => {
      const reader = readers.get(finisher.table.category)
      return reader === undefined ? [] : [check(finisher.table, reader, finisher, null)]
    })
  }
}

/** The rows of one category. */
export async function* categoryRows(
  document: FileDocument,
  { table, reader, finishers }: CategorySheet,
  { leader }: CategorySurvey,
  profile: HandOverProfile,
  options: HandOverOptions,
): AsyncGenerator<readonly CheckedRow[]> {
  const check = checker(profile, document, options)
  for await (const some of finishers()) yield some.map((finisher) => check(table, reader, finisher, leader))
}

async function* allRows(
  document: FileDocument,
  profile: HandOverProfile,
  options: HandOverOptions,
): AsyncGenerator<readonly CheckedRow[]> {
  if (profile.isOneRace) {
    yield* raceRows(document, profile, options)
    return
  }
  const nothing = { leader: null, hasFractions: false }
  for (const sheet of await categoriesOf(document)) yield* categoryRows(document, sheet, nothing, profile, options)
}

const wantsTimes = ['time', 'time-or-gap'] as const

/** Rows whose respellings are given; the others are counted. */
const mostRespelled = 200

/** Which of the problems are given whole; all are counted. */
type ProblemWindow = { readonly offset: number; readonly limit: number }

/** Reads every row of the document by the rules of a profile. */
export const inspectRows = async (
  document: FileDocument,
  profile: HandOverProfile,
  options: HandOverOptions,
  { offset, limit }: ProblemWindow,
): Promise<Pick<Preflight, 'rows' | 'taken' | 'respelled' | 'respellings' | 'problems' | 'warnings'>> => {
  const items: PreflightProblem[] = []
  const respellings: Respelling[] = []
  const distances = new Set<string>()
  const leading = new Set<CategoryId>()
  const timed = new Set<CategoryId>()
  /** Categories with somebody who has no time, and no status that explains it. */
  const untimed = new Set<CategoryId>()
  /** Finishers of whom only a gap is known, and rows whose first and last name are not told apart. */
  const lacking = { times: 0, names: 0 }
  const isOfTeam = teamRepeats()
  let ofTeams = 0
  const isByCategory = rankingOf(document, profile) === 'place'
  const rowsOf = new Map<PreflightCode, number>()
  const counts = { rows: 0, taken: 0, respelled: 0, problems: 0 }
  for await (const some of allRows(document, profile, options)) {
    for (const checked of some) {
      const { table, entrant, findings } = checked
      counts.rows += 1
      if (entrant.isGapOnly && entrant.status === 'OK') lacking.times += 1
      if (findings.some(({ problem }) => problem === 'name-not-split')) lacking.names += 1
      for (const finding of findings) {
        if (counts.problems >= offset && items.length < limit) items.push(problemOf(checked, finding))
        counts.problems += 1
      }
      for (const code of new Set(findings.map(({ problem }) => problem))) rowsOf.set(code, (rowsOf.get(code) ?? 0) + 1)
      if (findings.length > 0) continue
      counts.taken += 1
      if (entrant.respellings.length > 0) {
        if (counts.respelled < mostRespelled) respellings.push(...respellingsOf(checked))
        counts.respelled += 1
      }
      distances.add(table.distanceGuid)
      if (isOfTeam(entrant)) ofTeams += 1
      if (entrant.resultMs !== null) timed.add(table.category)
      else if (unfinished.includes(entrant.status)) untimed.add(table.category)
      if (isByCategory && entrant.status === 'OK' && entrant.rank === 1) leading.add(table.category)
    }
  }
  const { problems: total, ...counted } = counts
  const perProblem = [...rowsOf].map(([problem, rows]) => ({ problem, rows }))
  const warnings: PreflightWarning[] = []
  if (profile.isOneRace && distances.size > 1) warnings.push('several-distances')
  if (profile.isOneRace && leading.size > 1) warnings.push('places-of-categories')
  const wantsCountries = profile.requirements.includes('country')
  if (wantsCountries && document.results?.tables.some(({ reader }) => reader.has('country')) !== true) {
    warnings.push('no-country')
  }
  if (document.results?.tables.some(({ reader }) => reader.isUnitOpen) === true) warnings.push('unit-open')
  if (lacking.names > 0) warnings.push('names-in-one-piece')
  if (lacking.times > 0 && wantsTimes.some((one) => profile.requirements.includes(one))) warnings.push('gaps-only')
  if (counts.taken > 0 && timed.size === 0) warnings.push('no-results')
  else if ([...untimed].some((category) => !timed.has(category))) warnings.push('no-results-in-category')
  if (profile.areTeamsSaidOnce !== true && ofTeams * 3 > counts.taken) warnings.push('times-of-teams')
  return { ...counted, respellings, problems: { total, rows: perProblem, items }, warnings }
}

const problemOf = (checked: CheckedRow, finding: Finding): PreflightProblem => ({ ...whoOf(checked), ...finding })

const respellingsOf = (checked: CheckedRow): readonly Respelling[] =>
  checked.entrant.respellings.map((respelt) => ({ ...whoOf(checked), ...respelt }))

const whoOf = ({ table, index, entrant }: CheckedRow): Omit<PreflightProblem, keyof Finding> => ({
  category: table.category,
  index,
  distanceName: table.distanceName,
  categoryName: table.categoryName,
  bib: entrant.bib,
  name: entrant.names.whole,
})
