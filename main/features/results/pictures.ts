import type { Input } from '../../../preload/contract.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Picture, PictureKind } from '../../../preload/contract/results.ts'
import { binAt, binTimes } from './rules/timeBins.ts'
import type { FieldFacts, FieldFactsCache } from './fieldFacts.ts'
import { turn } from '../../kernel/turns.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { notFound } from '../../kernel/result.ts'

type PictureParts = {
  readonly store: Pick<StageStore, 'stage'> & Pick<TableStore, 'tables' | 'tableOf'>
  readonly facts: FieldFactsCache
}

type Pictures = (input: Input<'results:picture'>) => Promise<Result<Picture>>

/** The times of one distance by person: a person in several categories counts once, with the first time found. */
type Times = { readonly byPerson: Map<number, number>; readonly nameless: number[] }

/** How times are spread, as numbers; whoever shows them draws the picture. */
export const createPictures =
  ({ store, facts }: PictureParts): Pictures =>
  async ({ stage, distance, categories, kind, person }) => {
    if (store.stage(stage) === null) return notFound('stage')
    const wanted = categories === undefined ? null : new Set(categories)
    const tables = store
      .tables(stage)
      .filter(
        (table) =>
          (distance === undefined || table.distanceGuid === distance) &&
          (wanted === null || wanted.has(table.category)),
      )
    const byDistance = new Map<string, Times>()
    for (const table of tables) {
      const times: Times = byDistance.get(table.distanceGuid) ?? { byPerson: new Map(), nameless: [] }
      byDistance.set(table.distanceGuid, times)
      collect(await facts.facts(table), kind, times)
      await turn()
    }
    const all = [...byDistance.values()].flatMap(({ byPerson, nameless }) => [...byPerson.values(), ...nameless])
    await turn()
    const values = all.filter((ms) => !Number.isNaN(ms))
    const { stepMs, bins, medianMs } = binTimes(values)
    const ms = person === undefined ? null : await timeOf(store.tableOf(person.category), person.index, kind, facts)
    return {
      ok: true,
      value: {
        kind,
        time: timeRole(tables, kind, facts),
        stepMs,
        bins,
        medianMs,
        counted: values.length,
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
        withoutTime: all.length - values.length,
        person:
          ms === null
            ? null
            : {
                ms,
                bin: binAt(bins, ms),
                faster: values.filter((value) => value < ms).length,
                slower: values.filter((value) => value > ms).length,
              },
        categories: tables.length,
        fetchedAt: tables.reduce<Instant | null>(
          (oldest, { fetchedAt }) => (oldest === null || fetchedAt < oldest ? fetchedAt : oldest),
          null,
        ),
      },
    }
  }

const timesOf = (facts: FieldFacts, kind: PictureKind): Float64Array =>
  kind === 'arrivals' ? (facts.gunMs ?? facts.finishMs) : facts.finishMs

const collect = (facts: FieldFacts, kind: PictureKind, times: Times): void => {
  const values = timesOf(facts, kind)
  for (const [index, person] of facts.persons.entries()) {
    const ms = values[index] ?? Number.NaN
    if (Number.isNaN(person)) times.nameless.push(ms)
    else if (Number.isNaN(times.byPerson.get(person) ?? Number.NaN)) times.byPerson.set(person, ms)
  }
}

const timeOf = async (
  table: StoredTable | null,
  index: number,
  kind: PictureKind,
  facts: FieldFactsCache,
): Promise<number | null> => {
  const ms = table === null ? undefined : timesOf(await facts.facts(table), kind)[index]
  return ms === undefined || Number.isNaN(ms) ? null : ms
}

const timeRole = (tables: readonly StoredTable[], kind: PictureKind, facts: FieldFactsCache): Picture['time'] => {
  const roles =
    kind === 'arrivals' ? (['gunTime', 'result', 'chipTime'] as const) : (['result', 'chipTime', 'gunTime'] as const)
  for (const table of tables) {
    const role = roles.find(facts.reader(table).has)
    if (role !== undefined) return role
  }
  return null
}
