import type {
  SiteChanges,
  SiteDirectory,
  SiteFound,
  SitePage,
  SiteRow,
  SiteState,
} from '../../preload/contract/publish/site.ts'
import { laterRow, mergeFound, pageOfPlace, readChanges, type Later } from './changes.ts'
import { choosePieces } from './query.ts'
import { fetchPacked, type Fetched } from './reach.ts'
import { searchKey } from '../../preload/shared/searchKey.ts'

/** A state of the site with what it leads to. */
export type Site = {
  readonly state: SiteState
  readonly directory: SiteDirectory
  readonly later: Later
}

export const loadSite = async (state: SiteState): Promise<Fetched<Site>> => {
  const [directory, changes] = await Promise.all([
    fetchPacked<SiteDirectory>(state.directory),
    state.changes === null ? null : fetchPacked<SiteChanges>(state.changes),
  ])
  if (directory.kind !== 'found') return directory
  if (changes !== null && changes.kind !== 'found') return changes
  return { kind: 'found', value: { state, directory: directory.value, later: readChanges(changes?.value ?? null) } }
}

/** Everybody in these pieces of the index, and whoever changed since. */
export const loadPeople = async (
  { directory, later }: Site,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<Fetched<readonly SiteFound[]>> => {
  const pieces = await Promise.all(paths.map((path) => fetchPacked<readonly SiteFound[]>(path, signal)))
  const people: SiteFound[] = []
  for (const piece of pieces) {
    if (piece.kind !== 'found') return piece
    people.push(...piece.value)
  }
  return { kind: 'found', value: mergeFound(people, later, directory) }
}

/** A person of the address `#/p/KEY`; null: nobody has that key. */
export const loadFound = async (site: Site, key: string, signal?: AbortSignal): Promise<Fetched<SiteFound | null>> => {
  const word = searchKey(key)
  const { paths } = choosePieces(site.directory.index, { text: key, words: [{ key: word, stem: word }] })
  const people = await loadPeople(site, paths, signal)
  if (people.kind !== 'found') return people
  return { kind: 'found', value: people.value.find(([own]) => own === key) ?? null }
}

export type Person = { readonly category: number; readonly row: SiteRow }

export const loadPerson = async (site: Site, key: string, signal?: AbortSignal): Promise<Fetched<Person | null>> => {
  const found = await loadFound(site, key, signal)
  if (found.kind !== 'found') return found
  if (found.value === null) return { kind: 'found', value: null }
  const [, , , category, page] = found.value
  const later = laterRow(site.later, category, key)
  if (later !== undefined) return { kind: 'found', value: later === null ? null : { category, row: later } }
  const path = site.directory.categories[category]?.pages[page]?.[0]
  if (path === undefined) return { kind: 'missing' }
  const rows = await fetchPacked<SitePage>(path, signal)
  if (rows.kind !== 'found') return rows
  const row = rows.value.find(([own]) => own === key)
  return { kind: 'found', value: row === undefined ? null : { category, row } }
}

export const countsOf = ({ directory, later }: Site, category: number): readonly [rows: number, finishers: number] => {
  const { rows = 0, finishers = 0 } = directory.categories[category] ?? {}
  return later.counts.get(category) ?? [rows, finishers]
}

/** Distance and category, without saying the same twice. */
export const categoryTexts = ({ directory }: Site, category: number): readonly string[] => {
  const { distance = '', name = '' } = directory.categories[category] ?? {}
  return [distance, name].filter((text, at, all) => text !== '' && all.indexOf(text) === at)
}

/** The address of a category, at the page of a place. */
export const categoryLink = ({ directory }: Site, category: number, place: number | null = 0): string => {
  const { key = '', pages = [] } = directory.categories[category] ?? {}
  const page = place === 0 ? 0 : pageOfPlace(pages, place)
  return `#/c/${encodeURIComponent(key)}${page === 0 ? '' : `/${page + 1}`}`
}

export const personLink = (key: string): string => `#/p/${encodeURIComponent(key)}`
