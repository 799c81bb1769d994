import type { CategoryId, Change, Column, ColumnRole, ResultsPage, Row } from '../../../../preload/contract.ts'
import { cellText } from '../cellText.ts'

/** What is read out of a row, as received. */
export type Facts = {
  readonly bib: string
  readonly name: string
  readonly club: string
  readonly result: string
  readonly place: number | null
}

export type Placing = { readonly id: CategoryId; readonly category: string; readonly place: number | null }

/** Somebody with a result: as told by the ledger, or as they stand in the rows. */
export type Finisher = Omit<Facts, 'place'> & {
  readonly key: string
  /** Id of the newest change that told of it; 0 for one that no change tells of. */
  readonly id: number
  readonly at: string | null
  readonly distance: string
  readonly placings: readonly Placing[]
}

/** One correction, told once although it came in several categories. */
export type Correction = Pick<Change, 'id' | 'at' | 'type' | 'bib' | 'name' | 'before' | 'after' | 'count' | 'of'> & {
  readonly key: string
  readonly distance: string
  readonly categories: readonly string[]
}

const rowKey = (category: CategoryId, index: number): string => `${category}:${index}`

const reader = (columns: readonly Column[]) => {
  const at = new Map<ColumnRole, number>()
  for (const [index, { role }] of columns.entries()) if (role !== undefined && !at.has(role)) at.set(role, index)
  return (row: Row, ...roles: readonly ColumnRole[]): string => {
    for (const role of roles) {
      const index = at.get(role)
      const text = index === undefined ? '' : cellText(row.cells[index] ?? null).trim()
      if (text !== '') return text
    }
    return ''
  }
}

const factsReader = (columns: readonly Column[]): ((row: Row) => Facts) => {
  const read = reader(columns)
  return (row) => ({
    bib: read(row, 'bib'),
    name: read(row, 'name') || `${read(row, 'lastName')} ${read(row, 'firstName')}`.trim(),
    club: read(row, 'club', 'team', 'city'),
    result: read(row, 'result', 'chipTime', 'gunTime'),
    place: row.place,
  })
}

/** By category and index, as a change names its row. */
export type RowFacts = ReadonlyMap<string, Facts>

export const rowFacts = ({ columns, rows }: Pick<ResultsPage, 'columns' | 'rows'>): RowFacts => {
  const facts = factsReader(columns)
  return new Map(rows.map((row) => [rowKey(row.category, row.index), facts(row)]))
}

/** A result that was not there before, of somebody who was known or not. */
export const isFinish = ({ type, after, isFirstResult }: Change): boolean =>
  (type === 'new' && after !== null && after !== '') || (type === 'result' && isFirstResult === true)

const personOf = ({ distanceName, bib, name }: Change): string => JSON.stringify([distanceName, bib, name])

/**
 * Last come first; who stands in several categories is one, with all places in the order of the categories.
 * `changes`: newest first.
 */
export const finishersOf = (
  changes: readonly Change[],
  rows: RowFacts,
  order: readonly CategoryId[],
  limit: number,
): readonly Finisher[] => {
  const rank = new Map(order.map((id, index) => [id, index]))
  const rankOf = ({ id }: Placing): number => rank.get(id) ?? order.length
  const found = new Map<string, Finisher>()
  for (const change of changes) {
    if (!isFinish(change)) continue
    const key = personOf(change)
    const known = found.get(key)
    if (known === undefined && found.size >= limit) continue
    const facts = change.index === null ? undefined : rows.get(rowKey(change.category, change.index))
    const placing = { id: change.category, category: change.categoryName, place: facts?.place ?? null }
    const first: Finisher = known ?? {
      key,
      id: change.id,
      at: change.at,
      bib: change.bib ?? '',
      name: change.name ?? '',
      distance: change.distanceName,
      club: facts?.club ?? '',
      result: facts?.result || (change.after ?? ''),
      placings: [],
    }
    found.set(key, { ...first, club: first.club || (facts?.club ?? ''), placings: [...first.placings, placing] })
  }
  return [...found.values()].map((finisher) => ({
    ...finisher,
    placings: finisher.placings.toSorted((a, b) => rankOf(a) - rankOf(b)),
  }))
}

/** Of the last finishers, by which their rows can be asked for. */
export const bibsOf = (changes: readonly Change[], limit: number): readonly string[] => [
  ...new Set(
    changes
      .filter(isFinish)
      .flatMap(({ bib }) => (bib === null ? [] : [bib]))
      .slice(0, limit),
  ),
]

type Place = { readonly distance: string; readonly category: string }

/** Favourites as they stand now, in the order of the rows, one for each person. */
export const favouritesOf = (
  { columns, rows }: Pick<ResultsPage, 'columns' | 'rows'>,
  places: ReadonlyMap<CategoryId, Place>,
): readonly Finisher[] => {
  const facts = factsReader(columns)
  const found = new Map<string, Finisher>()
  for (const row of rows) {
    const { distance = '', category = '' } = places.get(row.category) ?? {}
    const { place, ...said } = facts(row)
    const key = JSON.stringify([distance, said.bib, said.name])
    const known = found.get(key)
    const placings = [...(known?.placings ?? []), { id: row.category, category, place }]
    found.set(key, { ...(known ?? { key, id: 0, at: null, distance, ...said }), placings })
  }
  return [...found.values()]
}

/** What is no finish; newest first, the same in several categories told once. */
export const correctionsOf = (changes: readonly Change[], limit: number): readonly Correction[] => {
  const found = new Map<string, Correction>()
  for (const change of changes) {
    const { id, at, type, bib, name, before, after, distanceName: distance, categoryName, count, of } = change
    if (isFinish(change) || change.headline !== null) continue
    const isOwn = type === 'mass-recalculation' || type === 'moved'
    const key = JSON.stringify([type, distance, bib, name, before, after, isOwn ? categoryName : ''])
    const known = found.get(key)
    if (known === undefined && found.size >= limit) continue
    const numbers = { ...(count === undefined ? {} : { count }), ...(of === undefined ? {} : { of }) }
    found.set(key, {
      ...(known ?? { key, id, at, type, bib, name, before, after, distance, ...numbers }),
      categories: [categoryName, ...(known?.categories ?? [])],
    })
  }
  return [...found.values()]
}
