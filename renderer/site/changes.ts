import type { SiteChanges, SiteDirectory, SiteFound, SitePage, SiteRow } from '../../preload/contract/publish/site.ts'
import { compareRows } from '../../preload/shared/rowOrder.ts'

/** Rows of the pages and of the index, put right by later ones. */
export type Later = {
  /** By category and key; null: gone. */
  readonly rows: ReadonlyMap<string, SiteRow | null>
  readonly list: SiteChanges['rows']
  /** By category. */
  readonly counts: ReadonlyMap<number, readonly [rows: number, finishers: number]>
}

const idOf = (category: number, key: string): string => `${category} ${key}`

export const readChanges = (changes: SiteChanges | null): Later => {
  const rows = new Map<string, SiteRow | null>()
  for (const [category, key] of changes?.gone ?? []) rows.set(idOf(category, key), null)
  for (const [category, row] of changes?.rows ?? []) rows.set(idOf(category, row[0]), row)
  const counts = new Map(
    (changes?.counts ?? []).map(([category, all, finishers]) => [category, [all, finishers] as const]),
  )
  return { rows, list: changes?.rows ?? [], counts }
}

/** The later row, null where it is gone, undefined where there is none. */
export const laterRow = ({ rows }: Later, category: number, key: string): SiteRow | null | undefined =>
  rows.get(idOf(category, key))

const orderedRow = ([key, place, , result, status]: SiteRow): Parameters<typeof compareRows>[0] => ({
  key,
  place,
  result,
  status,
})

/** The page, from 0, that shows a row: by its place, or the last one without a place. */
export const pageOfPlace = (pages: SiteDirectory['categories'][number]['pages'], place: number | null): number => {
  if (place === null) return Math.max(0, pages.length - 1)
  let found = 0
  for (const [at, [, firstPlace]] of pages.entries()) if (firstPlace !== null && firstPlace <= place) found = at
  return found
}

/** The rows of a page, `page` from 0, with the later ones in their order. */
export const mergePage = (
  rows: SitePage,
  later: Later,
  category: number,
  pages: SiteDirectory['categories'][number]['pages'],
  page: number,
): SitePage => {
  const kept = rows.filter(([key]) => laterRow(later, category, key) === undefined)
  const others = later.list
    .filter(([at, row]) => at === category && pageOfPlace(pages, row[1]) === page)
    .map(([, row]) => row)
  return others.length === 0
    ? kept
    : kept.concat(others).sort((one, other) => compareRows(orderedRow(one), orderedRow(other)))
}

/** People of the index, with the later ones in their stead. */
export const mergeFound = (
  found: readonly SiteFound[],
  later: Later,
  { columns, categories }: SiteDirectory,
): readonly SiteFound[] => {
  const bibAt = columns.indexOf('bib')
  const foundFrom = (category: number, [key, place, name, result, status, texts]: SiteRow): SiteFound => {
    const page = pageOfPlace(categories[category]?.pages ?? [], place)
    return [key, name, texts[bibAt] ?? '', category, page, place, result, status]
  }
  const people = new Map<string, SiteFound>()
  for (const person of found) {
    const row = laterRow(later, person[3], person[0])
    if (row === undefined) people.set(person[0], person)
    else if (row !== null) people.set(person[0], foundFrom(person[3], row))
  }
  for (const [category, row] of later.list) if (!people.has(row[0])) people.set(row[0], foundFrom(category, row))
  return [...people.values()]
}
