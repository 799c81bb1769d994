import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type {
  NearNeighbour,
  Neighbour,
  PersonCard,
  PersonGap,
  PersonView,
  Placing,
} from '../../../preload/contract/results.ts'
import type { FinisherReader } from './rules/finisher.ts'
import { gapBetween, type TimedRow } from './rules/gaps.ts'
import { isBacked, personKeyOf, type Who } from './rules/identity.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { orderRole, rowsOfPerson, type FieldFacts, type FieldFactsCache } from './fieldFacts.ts'
import { createFieldSplits, splitsOf } from './fieldSplits.ts'
import { createTurns } from '../../kernel/turns.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import { notFound } from '../../kernel/result.ts'

export type PersonParts = {
  readonly store: Pick<TableStore, 'tableOf' | 'tables'>
  readonly cache: Pick<CategoryRowsCache, 'rowsInTurns'>
  readonly facts: FieldFactsCache
  /** The row itself, with the columns of its category. */
  readonly rowView: (category: CategoryId, index: number) => Promise<Result<PersonView>>
}

type People = (category: CategoryId, index: number) => Promise<Result<PersonCard>>

const mostPlacings = 100
const neighbourCount = 2

type Field = { readonly table: StoredTable; readonly rows: readonly JsonObject[]; readonly reader: FinisherReader }

/** One person across the categories of a stage, and among those around them in the category they were opened in. */
export const createPeople = ({ store, cache, facts, rowView }: PersonParts): People => {
  const splitsOfField = createFieldSplits()

  const whoAt = async (table: StoredTable, index: number): Promise<Who> => {
    const row = (await cache.rowsInTurns(table)).rows[index] ?? {}
    const reader = facts.reader(table)
    return { bib: reader.text(row, 'bib'), name: reader.name(row) }
  }

  /** Rows of another category with the same key, without those of another person. */
  const backed = async (
    found: readonly number[],
    other: StoredTable,
    key: string,
    who: Who,
  ): Promise<readonly number[]> => {
    if (!key.startsWith('id:')) return found
    const same: number[] = []
    for (const at of found) if (isBacked(key, who, await whoAt(other, at))) same.push(at)
    return same
  }

  const placingsOf = async (table: StoredTable, index: number, key: string | null): Promise<readonly Placing[]> => {
    if (key === null) return [placingOf(table, await facts.facts(table), index)]
    const placings: Placing[] = []
    const who = await whoAt(table, index)
    const turn = createTurns()
    for (const other of store.tables(table.stage)) {
      await turn()
      const known = await facts.facts(other)
      const found = placings.length >= mostPlacings ? [] : rowsOfPerson(known, key)
      if (found.length === 0) continue
      const same = other.category === table.category ? found : await backed(found, other, key, who)
      placings.push(...same.map((at) => placingOf(other, known, at)))
    }
    return placings.slice(0, mostPlacings)
  }

  return async (category, index) => {
    const view = await rowView(category, index)
    if (!view.ok) return view
    const table = store.tableOf(category)
    const rows = table === null ? [] : (await cache.rowsInTurns(table)).rows
    const row = rows[index]
    if (table === null || row === undefined) return notFound('row')
    const field: Field = { table, rows, reader: facts.reader(table) }
    const key = personKeyOf(field.reader, row)
    const known = await facts.facts(table)
    return {
      ok: true,
      value: {
        ...view.value,
        name: field.reader.name(row),
        bib: field.reader.text(row, 'bib'),
        status: field.reader.status(row),
        rule: key?.rule ?? null,
        placings: await placingsOf(table, index, key?.key ?? null),
        splits: splitsOf(row, field.reader, await splitsOfField(table, rows, field.reader)),
        ...aroundOf(field, known, index),
      },
    }
  }
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

const placingOf = (table: StoredTable, facts: FieldFacts, index: number): Placing => ({
  category: table.category,
  index,
  distanceName: table.distanceName,
  categoryName: table.categoryName,
  ...facts.tellRow(index),
  rows: table.rows,
  finishers: facts.finishers,
})

const neighbourAt = ({ table, rows, reader }: Field, index: number): Neighbour => {
  const row = rows[index] ?? {}
  return {
    category: table.category,
    index,
    place: reader.place(row, orderRole(reader)),
    bib: reader.text(row, 'bib'),
    name: reader.name(row),
    result: reader.resultText(row),
    resultMs: reader.finishMs(row),
    status: reader.status(row),
  }
}

/** The rows before and behind by place; none for a row without a place. */
const aroundOf = (field: Field, facts: FieldFacts, index: number): Pick<PersonCard, 'gaps' | 'before' | 'behind'> => {
  const { order } = facts
  const at = order.indexOf(index)
  if (at === -1) return { gaps: { leader: null, ahead: null, behind: null }, before: [], behind: [] }
  const timed = (row: number): TimedRow => ({
    ms: numberOrNull(facts.finishMs[row]),
    laps: field.reader.laps(field.rows[row] ?? {}),
  })
  const own = timed(index)
  const near = (row: number): NearNeighbour => ({ ...neighbourAt(field, row), ms: gapBetween(own, timed(row)) })
  const between = (from: number, to: number): readonly NearNeighbour[] =>
    [...order.subarray(Math.max(0, from), Math.max(0, to))].map(near)
  const gapTo = (position: number): PersonGap | null => {
    const other = position < 0 || position === at ? undefined : order[position]
    const found = other === undefined ? null : near(other)
    return found === null || found.ms === null ? null : { ...found, ms: found.ms }
  }
  return {
    gaps: { leader: gapTo(0), ahead: gapTo(at - 1), behind: gapTo(at + 1) },
    before: between(at - neighbourCount, at),
    behind: between(at + 1, at + 1 + neighbourCount),
  }
}
