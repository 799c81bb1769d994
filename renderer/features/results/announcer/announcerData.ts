import type { Change } from '../../../../preload/contract/changes.ts'
import type { Column } from '../../../../preload/contract/columns.ts'
import type { CategoryId } from '../../../../preload/contract/ids.ts'
import type { ResultsPage, Row } from '../../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import { cellText } from '../../../app/stage/cellText.ts'

/** Facts of a row, as received. */
export type Facts = {
  readonly bib: string
  readonly name: string
  readonly club: string
  readonly result: string
  readonly place: number | null
}

export type Placing = { readonly id: CategoryId; readonly category: string; readonly place: number | null }

/** A person with a result, from the ledger or from the rows. */
export type Finisher = Omit<Facts, 'place'> & {
  readonly key: string
  /** ID of the newest change about it; 0 without one. */
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
    name:
      read(row, 'name') ||
      [read(row, 'lastName'), read(row, 'firstName'), read(row, 'middleName')].filter((part) => part !== '').join(' '),
    club: read(row, 'club', 'team', 'city'),
    result: read(row, 'result', 'chipTime', 'gunTime'),
    place: row.place,
  })
}

/** Rows by the person they name in a distance, each with the place of its category. */
type PersonRows = ReadonlyMap<string, readonly PersonRow[]>

type PersonRow = {
  readonly facts: Facts
  readonly placing: Placing
  /** The row's time is not a result. */
  readonly isOut: boolean
}

const OUT: ReadonlySet<Row['status']> = new Set(['DSQ', 'DNF', 'DNS'])

export type Places = ReadonlyMap<CategoryId, { readonly distance: string; readonly category: string }>

export const personRows = ({ columns, rows }: Pick<ResultsPage, 'columns' | 'rows'>, places: Places): PersonRows => {
  const read = factsReader(columns)
  const found = new Map<string, PersonRow[]>()
  for (const row of rows) {
    const { distance = '', category = '' } = places.get(row.category) ?? {}
    const facts = read(row)
    const key = personKey(distance, facts.bib, facts.name)
    const known = found.get(key)
    const isOut = OUT.has(row.status)
    const one = { facts, placing: { id: row.category, category, place: isOut ? null : row.place }, isOut }
    if (known === undefined) found.set(key, [one])
    else known.push(one)
  }
  return found
}

const personKey = (distance: string, bib: string | null, name: string | null): string =>
  JSON.stringify([distance, bib ?? '', name ?? ''])

/**
 * Last come first, without those who were taken out of the results since; who stands in several categories is one. Places are those of all the rows that name the person, once these
 * are at hand. `changes`: newest first.
 */
export const finishersOf = (changes: readonly Change[], rows: PersonRows, limit: number): readonly Finisher[] => {
  const found = new Map<string, Finisher>()
  for (const { id, at, category, categoryName, distanceName: distance, bib, name, after } of changes) {
    const key = personKey(distance, bib, name)
    const known = found.get(key)
    if (known === undefined && found.size >= limit) continue
    const own = rows.get(key)
    if (own?.every(({ isOut }) => isOut) === true) continue
    const facts = own?.[0]?.facts
    const told: Placing = { id: category, category: categoryName, place: null }
    found.set(key, {
      key,
      id: known?.id ?? id,
      at: known?.at ?? at,
      bib: bib ?? '',
      name: name ?? '',
      distance,
      club: facts?.club ?? '',
      result: facts?.result || known?.result || (after ?? ''),
      placings: own?.map(({ placing }) => placing) ?? [...(known?.placings ?? []), told],
    })
  }
  return [...found.values()]
}

/** Bibs of the last finishers, to request their rows. */
export const bibsOf = (changes: readonly Change[], limit: number): readonly string[] =>
  [...new Set(changes.flatMap(({ bib }) => (bib === null ? [] : [bib])))].slice(0, limit)

/** Favourites as they stand now, in the order of the rows, one for each person. */
export const favouritesOf = (page: Pick<ResultsPage, 'columns' | 'rows'>, places: Places): readonly Finisher[] =>
  [...personRows(page, places)].flatMap(([key, own]) => {
    const [first] = own
    if (first === undefined) return []
    const { place: _, ...said } = first.facts
    const distance = places.get(first.placing.id)?.distance ?? ''
    return [{ key, id: 0, at: null, distance, ...said, placings: own.map(({ placing }) => placing) }]
  })

/** `changes`: newest first, without finishes; the same in several categories is told once. */
export const correctionsOf = (changes: readonly Change[], limit: number): readonly Correction[] => {
  const found = new Map<string, Correction>()
  for (const change of changes) {
    const { id, at, type, bib, name, before, after, distanceName: distance, categoryName, count, of } = change
    if (change.headline !== null) continue
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
