import type { Instant } from '../ids.ts'
import type { Status } from '../results.ts'

/**
 * The files of a published site, as the desk writes and the site's own script reads them. Paths are relative to the site's
 * root. `index.html` alone is ever replaced; every other file has its content's hash in its path and never changes:
 * `d/HASH.bin` the directory, `p/HASH.bin` a page of rows, `s/HASH.bin` a piece of the search index, `c/HASH.bin` the changes,
 * `c/HASH.html` the same to read without scripts, `l/HASH-N.html` the pages of a category to read without scripts (page 1
 * first), `l/HASH.html` the list of categories, `a/HASH.*` script, style and pictures. Every `.bin` is JSON, packed by gzip.
 */

/** The columns of people that a site may show besides name, place, result and points of the course. */
export type SiteColumn = (typeof siteColumns)[number]
export const siteColumns = [
  'bib',
  'sex',
  'club',
  'team',
  'city',
  'region',
  'country',
  'birthYear',
  'birthDate',
] as const

/** In the entry, as JSON in `<script type="application/json" id="site">`. */
export type SiteState = {
  readonly version: 1
  readonly title: string
  readonly publishedAt: Instant
  /** When the oldest of the results was last confirmed by the service. */
  readonly confirmedAt: Instant
  readonly isFinal: boolean
  readonly directory: string
  /** What has changed since the files of the directory were made; null: nothing. */
  readonly changes: string | null
  /** The list of categories for readers without scripts. */
  readonly contents: string
  /** Which desk publishes here: another one does not overwrite its entry. */
  readonly desk: string
  /** Rises with each time that the desk publishes. */
  readonly turn: number
}

export type SiteDirectory = {
  /** Columns of `SiteRow`'s texts, in their order. */
  readonly columns: readonly SiteColumn[]
  /** In the order of the stage. */
  readonly categories: readonly SiteCategory[]
  /** The pieces of the search index by their first key, rising. */
  readonly index: readonly (readonly [firstKey: string, path: string])[]
}

export type SiteCategory = {
  /** Stays the same as long as distance and category keep their names. */
  readonly key: string
  readonly distance: string
  readonly name: string
  readonly rows: number
  readonly finishers: number
  /** Points of the course, as the service calls them. */
  readonly points: readonly string[]
  /** The pages of rows by place, with the place of their first row; null: one without a place. */
  readonly pages: readonly (readonly [path: string, firstPlace: number | null])[]
}

/**
 * A person in one category. Rows go by place; those without one follow, by status and key.
 * With DSQ, DNF and DNS there is neither place nor result; with DSQ and DNS no points either.
 */
export type SiteRow = readonly [
  /** In the person's address, `#/p/KEY`: the bib where only one person has it. */
  key: string,
  place: number | null,
  name: string,
  /** As received, numbers of seconds as a clock; '' without one. */
  result: string,
  status: Status,
  /** '' where the person has none. */
  texts: readonly string[],
  /** From the start to each point of the category, in ms; null where not passed. */
  pointsMs: readonly (number | null)[],
  /** All categories of the person, by their number in the directory. */
  placings: readonly (readonly [category: number, place: number | null])[],
]

export type SitePage = readonly SiteRow[]

/** A person as the search shows them, from the largest of their categories. */
export type SiteFound = readonly [
  key: string,
  name: string,
  bib: string,
  category: number,
  /** Number of the page of the category, from 0. */
  page: number,
  place: number | null,
  result: string,
  status: Status,
]

/**
 * A person is in the piece of each of their keys: every word of the name with the words that follow it and then those before
 * it (`ivanov petr`, `petr ivanov`; of a name's first 16 words), the bib, and the key of their address, each by `searchKey`. A
 * piece has the keys from its first one up to the first of the next piece.
 */
export type SiteIndexPiece = readonly SiteFound[]

/** Later rows than those of the pages and the search index. */
export type SiteChanges = {
  /** New, or in place of the row with that key. */
  readonly rows: readonly (readonly [category: number, row: SiteRow])[]
  readonly gone: readonly (readonly [category: number, key: string])[]
  /** Of the categories with other counts than in the directory. */
  readonly counts: readonly (readonly [category: number, rows: number, finishers: number])[]
}
