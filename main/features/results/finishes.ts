import type { Input } from '../../../preload/contract.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Finish, Status } from '../../../preload/contract/results.ts'
import { createTurns } from '../../kernel/turns.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { StoredTable } from '../columns/tableStore.ts'
import type { FieldFacts, FieldFactsCache, ToldRow } from './fieldFacts.ts'
import type { RecentChangesStore } from './recentChanges.ts'
import { selectTables, type Results } from './results.ts'
import { isPersonKey, ledgerKeyOf } from './rules/ledgerKey.ts'
import { newestFinishes, type LearnedFinish } from './rules/newestFinishes.ts'

type FinishParts = {
  readonly store: Pick<RecentChangesStore, 'firstFinishes'>
  readonly cache: Pick<CategoryRowsCache, 'rowsInTurns'>
  readonly facts: FieldFactsCache
  readonly select: Results['select']
}

type PlacedRow = { readonly table: StoredTable; readonly index: number }

/** A person's rows in one distance; the result is that of `row`. */
type Candidate = { readonly ms: number; readonly row: PlacedRow; readonly rows: readonly PlacedRow[] }

export const createFinishes = ({ store, cache, facts, select }: FinishParts) => {
  const rowOf = async ({ table, index }: PlacedRow) => (await cache.rowsInTurns(table)).rows[index] ?? {}

  const keyOf = async ({ table, index }: PlacedRow): Promise<string | null> => {
    const { rows } = await cache.rowsInTurns(table)
    return ledgerKeyOf(facts.reader(table), rows, rows[index] ?? {})
  }

  /** When each person's result was learned, by the first of their categories that brought it. */
  const learn = async (
    stage: StoredTable['stage'],
    found: readonly Candidate[],
  ): Promise<readonly (Candidate & LearnedFinish)[]> => {
    const keys = new Map<PlacedRow, string>()
    for (const row of found.flatMap(({ rows }) => rows)) {
      const key = await keyOf(row)
      if (key !== null) keys.set(row, key)
    }
    const firsts = new Map<string, Instant>()
    const placeOf = (category: string, key: string): string => JSON.stringify([category, key])
    for (const { category, person, at } of store.firstFinishes(stage, [...new Set(keys.values())])) {
      firsts.set(placeOf(category, person), at)
      const known = firsts.get(placeOf('', person))
      if (isPersonKey(person) && (known === undefined || at < known)) firsts.set(placeOf('', person), at)
    }
    return found.map((candidate) => {
      const times = candidate.rows.flatMap((row) => {
        const key = keys.get(row)
        if (key === undefined) return []
        return firsts.get(placeOf(isPersonKey(key) ? '' : row.table.category, key)) ?? []
      })
      return { ...candidate, at: times.toSorted()[0] ?? null }
    })
  }

  const describe = async ({ row, rows, at: learnedAt }: Candidate & LearnedFinish): Promise<Finish> => {
    const reader = facts.reader(row.table)
    const source = await rowOf(row)
    const placings: Finish['placings'][number][] = []
    for (const { table, index } of rows) {
      const told = (await facts.facts(table)).tellRow(index)
      for (const one of saidPlaces(told)) {
        placings.push({ category: table.category, index, categoryName: table.categoryName, ...one })
      }
    }
    return {
      bib: reader.text(source, 'bib'),
      name: reader.name(source),
      club: reader.text(source, 'club') || reader.text(source, 'team') || reader.text(source, 'city'),
      result: reader.resultText(source),
      distanceName: row.table.distanceName,
      learnedAt,
      placings,
    }
  }

  return async ({ limit, ...query }: Input<'results:finishes'>): Promise<Result<readonly Finish[]>> => {
    // Everybody, so that a person's places of other categories are at hand and pages by person share the grouping.
    const selected = await select({ stage: query.stage, isByPerson: true })
    if (!selected.ok) return selected
    const { tables, total, rowAt, placesOfPerson } = selected.value
    const wanted = new Set(selectTables(tables, query))
    const read = new Map<StoredTable, FieldFacts>()
    for (const table of tables) read.set(table, await facts.facts(table))
    const turn = createTurns()
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
    const value: Finish[] = []
    for (const finish of newestFinishes(distances).slice(0, limit)) value.push(await describe(finish))
    return { ok: true, value }
  }
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
