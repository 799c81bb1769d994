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
import { identitiesOf } from './rules/identity.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import { orderRole, type FieldFacts, type FieldFactsCache } from './fieldFacts.ts'
import { createFieldSplits, splitsOf } from './fieldSplits.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'
import type { Results } from './results.ts'
import { notFound } from '../../kernel/result.ts'

export type PersonParts = {
  readonly store: Pick<TableStore, 'tableOf'>
  readonly cache: Pick<CategoryRowsCache, 'rowsInTurns'>
  readonly facts: FieldFactsCache
  readonly select: Results['select']
  /** The row itself, with the columns of its category. */
  readonly rowView: (category: CategoryId, index: number) => Promise<Result<PersonView>>
}

type People = (category: CategoryId, index: number) => Promise<Result<PersonCard>>

const mostPlacings = 100
const neighbourCount = 2

type Field = { readonly table: StoredTable; readonly rows: readonly JsonObject[]; readonly reader: FinisherReader }

/** One person across the categories of a stage, and among those around them in the category they were opened in. */
export const createPeople = ({ store, cache, facts, select, rowView }: PersonParts): People => {
  const splitsOfField = createFieldSplits()

  const placingsOf = async (table: StoredTable, index: number): Promise<readonly Placing[]> => {
    const selected = await select({ stage: table.stage, isByPerson: true })
    const { tables = [], placesOfPerson = null } = selected.ok ? selected.value : {}
    const known = tables.find(({ category }) => category === table.category)
    const rows = (known === undefined ? null : placesOfPerson?.(known, index)) ?? [{ table, index }]
    const placings: Placing[] = []
    for (const row of rows.slice(0, mostPlacings)) {
      placings.push(placingOf(row.table, await facts.facts(row.table), row.index))
    }
    return placings
  }

  return async (category, index) => {
    const view = await rowView(category, index)
    if (!view.ok) return view
    const table = store.tableOf(category)
    const rows = table === null ? [] : (await cache.rowsInTurns(table)).rows
    const row = rows[index]
    if (table === null || row === undefined) return notFound('row')
    const field: Field = { table, rows, reader: facts.reader(table) }
    const known = await facts.facts(table)
    return {
      ok: true,
      value: {
        ...view.value,
        name: field.reader.name(row),
        bib: field.reader.text(row, 'bib'),
        status: field.reader.status(row),
        rule: identitiesOf(field.reader, rows).key(row)?.rule ?? null,
        placings: await placingsOf(table, index),
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
