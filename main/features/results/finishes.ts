import type { Input } from '../../../preload/contract.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Finish, Status } from '../../../preload/contract/results.ts'
import { turn, runInTurns } from '../../kernel/turns.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { FieldFacts, FieldFactsCache, ToldRow } from './fieldFacts.ts'
import type { RecentChangesStore } from './recentChanges.ts'
import { selectTables, type Results } from './results.ts'
import { isPersonKey, ledgerKeyOf } from './rules/ledgerKey.ts'
import { rememberAnswer } from './rememberAnswer.ts'
import { newestFinishes, type LearnedFinish } from './rules/newestFinishes.ts'

type FinishParts = {
  readonly store: Pick<RecentChangesStore, 'firstFinishes' | 'lastChange'> & Pick<TableStore, 'tables'>
  readonly cache: Pick<CategoryRowsCache, 'rowsOnceInSteps'>
  readonly facts: FieldFactsCache
  readonly select: Results['select']
}

type PlacedRow = { readonly table: StoredTable; readonly index: number }

/** A person's rows in one distance; the result is that of `row`. */
type Candidate = { readonly ms: number; readonly row: PlacedRow; readonly rows: readonly PlacedRow[] }

/** How many questions are remembered: screens ask the same again after each poll. */
const keptAnswers = 8

/** The parts of a row that a list of finishers has, and its key in the history. */
type Told = Pick<Finish, 'bib' | 'name' | 'club' | 'team' | 'city' | 'result'> & { readonly key: string | null }

export const createFinishes = ({ store, cache, facts, select }: FinishParts) => {
  const answers = new Map<string, Promise<Result<readonly Finish[]>>>()
  /** By row, for as long as the table is the same: a change of one category reads no other. */
  const toldOf = new WeakMap<FieldFacts, Map<number, Told>>()

  /** Each table is read at most once, however its rows are mixed with those of others. */
  const tell = async (rows: readonly PlacedRow[]): Promise<(row: PlacedRow) => Told | undefined> => {
    const byTable = new Map<StoredTable, ReadonlyMap<number, Told>>()
    for (const [table, own] of Map.groupBy(rows, (row) => row.table)) {
      const tableFacts = await facts.facts(table)
      const told = toldOf.get(tableFacts) ?? new Map<number, Told>()
      toldOf.set(tableFacts, told)
      byTable.set(table, told)
      const missing = own.filter(({ index }) => !told.has(index))
      if (missing.length === 0) continue
      const { rows: read } = await runInTurns(cache.rowsOnceInSteps(table))
      const reader = facts.reader(table)
      for (const [at, { index }] of missing.entries()) {
        if (at % 256 === 0) await turn()
        const row = read[index] ?? {}
        told.set(index, {
          key: ledgerKeyOf(reader, read, row),
          bib: reader.text(row, 'bib'),
          name: reader.name(row),
          club: reader.text(row, 'club'),
          team: reader.text(row, 'team'),
          city: reader.text(row, 'city'),
          result: reader.resultText(row),
        })
      }
    }
    return ({ table, index }) => byTable.get(table)?.get(index)
  }

  /** When each person's result was learned, by the first of their categories that brought it. */
  const learn = async (
    stage: StoredTable['stage'],
    found: readonly Candidate[],
  ): Promise<readonly (Candidate & LearnedFinish)[]> => {
    const told = await tell(found.flatMap(({ rows }) => rows))
    const keys = new Set<string>()
    for (const row of found.flatMap(({ rows }) => rows)) {
      const key = told(row)?.key ?? null
      if (key !== null) keys.add(key)
    }
    const firsts = new Map<string, Instant>()
    const placeOf = (category: string, key: string): string => JSON.stringify([category, key])
    for (const { category, person, at } of store.firstFinishes(stage, [...keys])) {
      firsts.set(placeOf(category, person), at)
      const known = firsts.get(placeOf('', person))
      if (isPersonKey(person) && (known === undefined || at < known)) firsts.set(placeOf('', person), at)
    }
    return found.map((candidate) => {
      const times = candidate.rows.flatMap((row) => {
        const key = told(row)?.key ?? null
        if (key === null) return []
        return firsts.get(placeOf(isPersonKey(key) ? '' : row.table.category, key)) ?? []
      })
      return { ...candidate, at: times.toSorted()[0] ?? null }
    })
  }

  const describe = async (found: readonly (Candidate & LearnedFinish)[]): Promise<readonly Finish[]> => {
    const told = await tell(found.map(({ row }) => row))
    const finishes: Finish[] = []
    for (const { row, rows, at: learnedAt } of found) {
      const placings: Finish['placings'][number][] = []
      for (const { table, index } of rows) {
        const said = saidPlaces((await facts.facts(table)).tellRow(index))
        const { category, categoryName } = table
        placings.push(...said.map((one) => ({ category, index, categoryName, ...one })))
      }
      const known = told(row)
      if (known === undefined) continue
      const { key: _key, ...person } = known
      finishes.push({ ...person, distanceName: row.table.distanceName, learnedAt, placings })
    }
    return finishes
  }

  const find = async ({ limit, ...query }: Input<'results:finishes'>): Promise<Result<readonly Finish[]>> => {
    // Everybody, so that a person's places of other categories are at hand and pages by person share the grouping.
    const selected = await select({ stage: query.stage, isByPerson: true })
    if (!selected.ok) return selected
    const { tables, total, rowAt, placesOfPerson } = selected.value
    const wanted = new Set(selectTables(tables, query))
    const read = new Map<StoredTable, FieldFacts>()
    for (const table of tables) read.set(table, await facts.facts(table))
    const byDistance = new Map<string, { candidates: Candidate[]; most: number }>()
    for (let position = 0; position < total; position += 1) {
      if (position % 1_000 === 0) await turn()
      const { table, index } = rowAt(position)
      const own = placesOfPerson?.(table, index) ?? []
      for (const rows of rowsByDistance(own)) {
        const candidate = finishOf(rows, (row) => wanted.has(row.table), read)
        const distance = rows[0]?.table.distanceGuid
        if (candidate === null || distance === undefined) continue
        const known = byDistance.get(distance) ?? { candidates: [], most: 8 * limit + 400 }
        byDistance.set(distance, known)
        known.candidates.push(candidate)
        if (known.candidates.length < known.most) continue
        // Only the slowest are wanted, so that tens of thousands of others are not kept until the end.
        known.candidates = slowest(known.candidates, limit)
        known.most = Math.max(known.most, 2 * known.candidates.length)
      }
    }
    const distances = []
    for (const { candidates } of byDistance.values()) {
      distances.push(await learn(query.stage, slowest(candidates, limit)))
      await turn()
    }
    return { ok: true, value: await describe(newestFinishes(distances).slice(0, limit)) }
  }

  // Moves that are settled later date finishes otherwise, though all tables stay.
  return (query: Input<'results:finishes'>): Promise<Result<readonly Finish[]>> =>
    rememberAnswer(
      answers,
      JSON.stringify([query, store.tables(query.stage), store.lastChange(query.stage)]),
      keptAnswers,
      () => find(query),
    )
}

/** With all that are as slow as the last of them: results that are no times are told apart only by when they were learned. */
const slowest = (candidates: readonly Candidate[], limit: number): Candidate[] => {
  const slowestFirst = candidates.toSorted((a, b) => b.ms - a.ms)
  const last = slowestFirst[limit - 1]?.ms ?? 0
  return slowestFirst.filter(({ ms }) => ms >= last)
}

/** Nearly everybody is in one distance. */
const rowsByDistance = (rows: readonly PlacedRow[]): Iterable<readonly PlacedRow[]> => {
  const [first] = rows
  return rows.every(({ table }) => table.distanceGuid === first?.table.distanceGuid)
    ? [rows]
    : Map.groupBy(rows, ({ table }) => table.distanceGuid).values()
}

const OUT: ReadonlySet<Status> = new Set(['DSQ', 'DNF', 'DNS'])
const otherRoles = ['placeOverall', 'placeSex', 'placeCategory'] as const

type SaidPlace = Pick<Finish['placings'][number], 'role' | 'place'>

/** The row's own place, else every other it has, else none. */
const saidPlaces = (told: ToldRow): readonly SaidPlace[] => {
  const none: SaidPlace = { role: 'place', place: null }
  if (OUT.has(told.status)) return [none]
  if (told.place !== null) return [{ role: 'place', place: told.place }]
  const others = otherRoles.flatMap((role) => (told[role] === null ? [] : [{ role, place: told[role] }]))
  return others.length === 0 ? [none] : others
}

/** The person's race time in wanted rows, by the gun where one has it; null for someone who has not finished there. */
const finishOf = (
  rows: readonly PlacedRow[],
  isWanted: (row: PlacedRow) => boolean,
  read: ReadonlyMap<StoredTable, FieldFacts>,
): Candidate | null => {
  let untimed: PlacedRow | null = null
  for (const row of rows.filter(isWanted)) {
    const facts = read.get(row.table)
    const ms = timeAt(facts?.gunMs, row.index) ?? timeAt(facts?.finishMs, row.index)
    if (ms !== null) return { ms, row, rows }
    const told = facts?.tellRow(row.index)
    if (told?.status === 'OK' && told.result !== '') untimed ??= row
  }
  return untimed === null ? null : { ms: 0, row: untimed, rows }
}

const timeAt = (times: Float64Array | null | undefined, index: number): number | null => {
  const ms = times?.[index]
  return ms === undefined || Number.isNaN(ms) ? null : ms
}
