import type { Result } from '../../../preload/contract/result.ts'
import type { FoundRow, Found } from '../../../preload/contract/results.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { RowFields } from './rowFields.ts'
import type { StageSearch } from './stageSearch.ts'
import { createTurns } from '../../kernel/turns.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { StageStore } from '../stages/stageStore.ts'

type FindEverywhere = (query: { readonly search: string; readonly limit: number }) => Promise<Result<Found>>

export type FindParts = {
  readonly store: Pick<StageStore, 'stages'> & Pick<TableStore, 'tables'>
  readonly cache: Pick<CategoryRowsCache, 'rowsInTurns'>
  readonly fields: Pick<RowFields, 'reader'>
  readonly stageSearch: StageSearch
}

type Hit = {
  readonly stage: ReturnType<StageStore['stages']>[number]
  readonly table: StoredTable
  readonly index: number
}

/** Finds rows over all stages: those whose bib is asked for first, then stage by stage in the order of their list. */
export const createFindEverywhere = ({ store, cache, fields, stageSearch }: FindParts): FindEverywhere => {
  const describe = async ({ stage, table, index }: Hit): Promise<FoundRow> => {
    const row = (await cache.rowsInTurns(table)).rows[index] ?? {}
    const reader = fields.reader(table)
    return {
      stage: stage.guid,
      stageName: stage.name,
      category: table.category,
      distanceName: table.distanceName,
      categoryName: table.categoryName,
      index,
      bib: reader.text(row, 'bib'),
      name: reader.name(row),
      club: reader.text(row, 'club') || reader.text(row, 'team'),
      result: reader.text(row, 'result') || reader.text(row, 'chipTime') || reader.text(row, 'gunTime'),
      place: reader.place(row),
      status: reader.status(row),
    }
  }

  return async ({ search, limit }) => {
    const bibs: Hit[] = []
    const others: Hit[] = []
    let total = 0
    for (const stage of store.stages()) {
      const tables = store.tables(stage.guid)
      const hits = tables.length === 0 ? null : await stageSearch.find(stage.guid, tables, tables, search, true)
      if (hits === null) continue
      total += hits.rows.length
      const places = locateAll(tables, hits.rows.slice(0, hits.bibs + limit))
      for (const [at, place] of places.entries()) (at < hits.bibs ? bibs : others).push({ stage, ...place })
    }
    const turn = createTurns()
    const rows: FoundRow[] = []
    for (const hit of [...bibs, ...others].slice(0, limit)) {
      rows.push(await describe(hit))
      await turn()
    }
    return { ok: true, value: { total, rows } }
  }
}

/** Rows numbered through all tables as places in them. */
const locateAll = (
  tables: readonly StoredTable[],
  rows: readonly number[],
): readonly { readonly table: StoredTable; readonly index: number }[] => {
  const ends: number[] = []
  for (const table of tables) ends.push((ends.at(-1) ?? 0) + table.rows)
  return rows.flatMap((row) => {
    const at = ends.findIndex((end) => row < end)
    const table = tables[at]
    return table === undefined ? [] : [{ table, index: row - ((ends[at] ?? 0) - table.rows) }]
  })
}
