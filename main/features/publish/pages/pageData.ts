import type { Instant } from '../../../../preload/contract/ids.ts'
import type { SiteColumn, SiteRow, SiteState } from '../../../../preload/contract/publish/site.ts'

/** Paths from the site's root. */
export type PageAssets = {
  readonly script: string
  readonly style: string
  readonly picture: string | null
  readonly logo: string | null
}

/** Every fixed text stands in both languages; `language` is the one shown first. */
export type PageLanguage = 'en' | 'ru'

type PageFrame = {
  readonly title: string
  readonly language: PageLanguage
  readonly assets: PageAssets
}

export type EntryPageData = {
  readonly state: SiteState
  readonly assets: PageAssets
  readonly language: PageLanguage
  /** The address at which readers find the site; null: unknown. */
  readonly readerUrl: string | null
  /** Path of the page of changes from the site's root. */
  readonly changesPage: string | null
}

export type ContentsPageData = PageFrame & {
  readonly categories: readonly {
    readonly distance: string
    readonly name: string
    readonly rows: number
    readonly finishers: number
    /** Of the first page, from the folder of the lists. */
    readonly path: string
  }[]
}

export type ListPageData = PageFrame & {
  readonly key: string
  readonly distance: string
  readonly name: string
  readonly columns: readonly SiteColumn[]
  readonly receivedAt: Instant
  /** The name that the pages of the category share: `FILE-N.html`. */
  readonly file: string
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly rows: readonly SiteRow[]
}

export type ChangesPageData = PageFrame & {
  readonly columns: readonly SiteColumn[]
  readonly rows: readonly { readonly distance: string; readonly name: string; readonly row: SiteRow }[]
  /** People who have left a category. */
  readonly gone: number
}
