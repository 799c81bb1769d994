import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Podium, Status } from '../../../preload/contract/results.ts'
import { finisherReader, type FinisherReader } from './rules/finisher.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import { createCategoryRows } from '../columns/categoryRows.ts'
import { createTurns, runInTurns } from '../../kernel/turns.ts'
import type { ShapeStore, StoredTable, TableStore } from '../columns/tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { notFound } from '../../kernel/result.ts'

type Known = { readonly table: StoredTable; readonly columns: unknown; readonly rows: Podium['rows'] }

const lastPlace = 3
/** As many as can share three places and still be read on a screen. */
const mostRows = 9

/** The first three places of every category, as its own reply has them; read again when a body or the roles have changed. */
export const createPodium = (
  store: ShapeStore & StageStore & TableStore,
): ((stage: StageGuid) => Promise<Result<readonly Podium[]>>) => {
  const known = new Map<CategoryId, Known>()

  const rowsOf = async (table: StoredTable): Promise<Podium['rows']> => {
    const columns = store.columnsOf(table)
    const found = known.get(table.category)
    if (
      found?.table.snapshot === table.snapshot &&
      found.table.reading === table.reading &&
      isSame(found.columns, columns)
    )
      return found.rows
    // A private cache, so that the shared one keeps rows on screens.
    const cache = createCategoryRows(store)
    const rows = firstPlaces(
      (await runInTurns(cache.rowsOnceInSteps(table))).rows,
      finisherReader(cache.columns(table)),
    )
    known.set(table.category, { table, columns, rows })
    return rows
  }

  return async (stage) => {
    if (store.stage(stage) === null) return notFound('stage')
    const turn = createTurns()
    const podiums: Podium[] = []
    for (const table of store.tables(stage)) {
      await turn()
      const rows = await rowsOf(table)
      const fetchedAt = rows.length === 0 ? undefined : store.tableOf(table.category)?.fetchedAt
      if (fetchedAt === undefined) continue
      const { category, distanceName, categoryName } = table
      podiums.push({ category, distanceName, categoryName, fetchedAt, rows })
    }
    return { ok: true, value: podiums }
  }
}

/** With these statuses a place is a leftover, or one of the moment. */
const unranked: ReadonlySet<Status> = new Set(['DNF', 'DNS', 'DSQ', 'OTL', 'NC', 'on course'])

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const firstPlaces = (rows: readonly JsonObject[], reader: FinisherReader): Podium['rows'] => {
  const placed = rows.flatMap((row, index) => {
    const place = reader.place(row)
    if (place === null || place > lastPlace || unranked.has(reader.status(row))) return []
    return [{ row, index, place }]
  })
  return placed
    .toSorted((a, b) => a.place - b.place || a.index - b.index)
    .slice(0, mostRows)
    .map(({ row, index, place }) => ({
      index,
      place,
      bib: reader.text(row, 'bib'),
      name: reader.name(row),
      club: reader.text(row, 'club') || reader.text(row, 'team'),
      result: reader.text(row, 'result') || reader.text(row, 'chipTime') || reader.text(row, 'gunTime'),
    }))
}
