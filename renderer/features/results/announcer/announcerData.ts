import type { Change } from '../../../../preload/contract/changes.ts'
import type { Column } from '../../../../preload/contract/columns.ts'
import type { CategoryId } from '../../../../preload/contract/ids.ts'
import type { ExpectedPeople, Finish, ResultsPage, Row } from '../../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import { cellText } from '../../../app/stage/cellText.ts'

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

const OUT: ReadonlySet<Row['status']> = new Set(['DSQ', 'DNF', 'DNS'])

/** The first of them that is there. */
export const clubOf = ({ club, team, city }: Pick<Finish, 'club' | 'team' | 'city'>): string => club || team || city

/** Somebody who is soon expected at the finish. */
export type Due = Pick<Finish, 'bib' | 'name' | 'club' | 'distanceName'> &
  Pick<ExpectedPeople['people'][number], 'point' | 'dueAt' | 'spreadMs'> & { readonly key: string }

const whoIn = (columns: readonly Column[]): ((row: Row) => Pick<Finish, 'bib' | 'name' | 'club'>) => {
  const read = reader(columns)
  return (row) => ({
    bib: read(row, 'bib'),
    name:
      read(row, 'name') ||
      [read(row, 'lastName'), read(row, 'firstName'), read(row, 'middleName')].filter((part) => part !== '').join(' '),
    club: read(row, 'club', 'team', 'city'),
  })
}

/** All distances, the next finisher first. */
export const dueOf = (expected: readonly ExpectedPeople[]): readonly Due[] =>
  expected
    .flatMap(({ distanceName, columns, people }) => {
      const who = whoIn(columns)
      return people.map(({ row, ...due }) => ({
        ...who(row),
        ...due,
        distanceName,
        key: `${row.category} ${row.index}`,
      }))
    })
    .toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0))

/** Somebody who is later than this was stopped, or was missed. */
const LATE_MS = 2 * 60_000
const SOON_MS = 10 * 60_000

/** As on the screens for spectators: who is due within ten minutes. */
export const dueSoon = (due: readonly Due[], nowMs: number): readonly Due[] =>
  due.filter(({ dueAt }) => Date.parse(dueAt) > nowMs - LATE_MS && Date.parse(dueAt) < nowMs + SOON_MS)

type Places = ReadonlyMap<CategoryId, { readonly distance: string; readonly category: string }>

/** Favourites as they stand now, finished or not, in the order of the rows, one for each person. */
export const favouritesOf = (
  { columns, rows }: Pick<ResultsPage, 'columns' | 'rows'>,
  places: Places,
): readonly Finish[] => {
  const read = reader(columns)
  const who = whoIn(columns)
  const found = new Map<string, Finish>()
  for (const row of rows) {
    const { distance = '', category = '' } = places.get(row.category) ?? {}
    const person = who(row)
    const place = OUT.has(row.status) ? null : row.place
    const placing = { category: row.category, index: row.index, categoryName: category, role: 'place' as const, place }
    const key = JSON.stringify([distance, person.bib, person.name])
    const known = found.get(key)
    found.set(key, {
      ...person,
      team: '',
      city: '',
      result: read(row, 'result', 'chipTime', 'gunTime'),
      distanceName: distance,
      learnedAt: null,
      ...known,
      placings: [...(known?.placings ?? []), placing],
    })
  }
  return [...found.values()]
}

/** Behind the first ten, everybody moves by one place whenever someone is entered late; nobody reads that out. */
const ANNOUNCED_PLACES = 10

const isAnnounced = ({ type, before, after }: Change): boolean =>
  type !== 'place' || [before, after].some((place) => place !== null && Number(place) <= ANNOUNCED_PLACES)

/** `changes`: newest first, without finishes; the same in several categories is told once. */
export const correctionsOf = (changes: readonly Change[], limit: number): readonly Correction[] => {
  const found = new Map<string, Correction>()
  for (const change of changes) {
    const { id, at, type, bib, name, before, after, distanceName: distance, categoryName, count, of } = change
    if (change.headline !== null || !isAnnounced(change)) continue
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
