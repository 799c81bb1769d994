import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Podium, Status } from '../../../preload/contract/results.ts'
import type { FieldFactsCache } from './fieldFacts.ts'
import type { FinisherReader, PlaceRole } from './rules/finisher.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { turn, runInTurns } from '../../kernel/turns.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { notFound } from '../../kernel/result.ts'

type PodiumParts = {
  readonly store: Pick<StageStore, 'stage'> & Pick<TableStore, 'tables'>
  readonly cache: Pick<CategoryRowsCache, 'rowsOnceInSteps'>
  readonly facts: Pick<FieldFactsCache, 'reader'>
}

type Known = { readonly table: StoredTable; readonly parts: readonly Part[] }
/** Places of the whole category, or of the people of one sex or age group. */
type Part = Pick<Podium, 'group' | 'rows'>

const lastPlace = 3
/** As many as can share three places and still be read on a screen. */
const mostRows = 9

/** The first places of every category, as its own reply has them; read again when a body or the roles have changed. */
export const createPodium = ({
  store,
  cache,
  facts,
}: PodiumParts): ((stage: StageGuid) => Promise<Result<readonly Podium[]>>) => {
  const known = new Map<CategoryId, Known>()

  const partsOf = async (table: StoredTable): Promise<readonly Part[]> => {
    const found = known.get(table.category)
    if (found?.table.snapshot === table.snapshot && found.table.roles === table.roles) return found.parts
    const { rows } = await runInTurns(cache.rowsOnceInSteps(table))
    const parts = podiumsOf(rows, facts.reader(table))
    known.set(table.category, { table, parts })
    return parts
  }

  return async (stage) => {
    if (store.stage(stage) === null) return notFound('stage')
    const podiums: Podium[] = []
    for (const table of store.tables(stage)) {
      await turn()
      const parts = await partsOf(table)
      const { category, distanceName, categoryName, fetchedAt } = table
      podiums.push(...parts.map((part) => ({ category, distanceName, categoryName, fetchedAt, ...part })))
    }
    return { ok: true, value: podiums }
  }
}

/** With these statuses a place is a leftover, or one of the moment. */
const unranked: ReadonlySet<Status> = new Set(['DNF', 'DNS', 'DSQ', 'OTL', 'NC', 'on course'])

type Placed = { readonly row: JsonObject; readonly index: number; readonly place: number }

const podiumsOf = (rows: readonly JsonObject[], reader: FinisherReader): readonly Part[] => {
  const placed = (role: PlaceRole): readonly Placed[] =>
    !reader.has(role)
      ? []
      : rows.flatMap((row, index) => {
          const place = reader.place(row, role)
          return place === null || unranked.has(reader.status(row)) ? [] : [{ row, index, place }]
        })
  const part = (group: string, found: readonly Placed[]): Part => ({ group, rows: toRows(found, reader) })
  const first = (found: readonly Placed[]): readonly Placed[] => found.filter(({ place }) => place <= lastPlace)

  const own = first(placed('place'))
  const groups = groupRoles.map(([placeRole, groupRole]) =>
    [...Map.groupBy(first(placed(placeRole)), ({ row }) => reader.text(row, groupRole))].toSorted(([a], [b]) =>
      groupOrder.compare(a, b),
    ),
  )
  // Where all are of one sex or age group, its places are those of the category.
  const whole = groups.find((found) => found.length === 1)?.[0]?.[1]
  if (own.length > 0) {
    const isOwnOfLargerField = whole !== undefined && isRanking(whole) && (whole.length > own.length || hasNoFirst(own))
    return [part('', isOwnOfLargerField ? whole : own)]
  }
  const overall = firstOf(placed('placeOverall'))
  const main = whole !== undefined && isPodium(whole) ? whole : overall
  return [
    ...(main.length === 0 ? [] : [part('', main)]),
    ...groups
      .filter((found) => found.length > 1)
      .flatMap((found) => found.flatMap(([group, of]) => (group === '' || !isPodium(of) ? [] : [part(group, of)]))),
  ]
}

const groupOrder = new Intl.Collator('en', { numeric: true })
const groupRoles = [
  ['placeSex', 'sex'],
  ['placeCategory', 'ageGroup'],
] as const

/** Each place once, from the first on: none of a larger field. */
const isRanking = (found: readonly Placed[]): boolean => {
  const places = found.map(({ place }) => place).toSorted((a, b) => a - b)
  return places.every((place, at) => place === at + 1)
}

const hasNoFirst = (found: readonly Placed[]): boolean => found.every(({ place }) => place > 1)

/** More can only be places of several groups. */
const isPodium = ({ length }: readonly Placed[]): boolean => length <= mostRows

/** The three best places of all, those that share the third included. */
const firstOf = (placed: readonly Placed[]): readonly Placed[] => {
  const third = placed.map(({ place }) => place).toSorted((a, b) => a - b)[lastPlace - 1] ?? Infinity
  return placed.filter(({ place }) => place <= third)
}

const toRows = (placed: readonly Placed[], reader: FinisherReader): Podium['rows'] =>
  placed
    .toSorted((a, b) => a.place - b.place || a.index - b.index)
    .slice(0, mostRows)
    .map(({ row, index, place }) => ({
      index,
      place,
      bib: reader.text(row, 'bib'),
      name: reader.name(row),
      club: reader.text(row, 'club'),
      team: reader.text(row, 'team'),
      city: reader.text(row, 'city'),
      result: reader.resultText(row),
    }))
