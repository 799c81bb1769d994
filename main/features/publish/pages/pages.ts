import type { SiteRow, SiteState } from '../../../../preload/contract/publish/site.ts'

export const contentsPage = (page: object): string => `contents${JSON.stringify(page)}`
export const changesPage = (page: object): string => `changes${JSON.stringify(page)}`
export const listPage = ({
  rows,
  ...page
}: {
  readonly rows: readonly SiteRow[]
  readonly file: string
  readonly page: number
}): string =>
  `<table>${JSON.stringify(page)}${rows.map((row) => `<tr><td>${row[1]}<td>${row[2]}<td>${row[3] || row[4]}${row[5].map((text) => `<td>${text}`).join('')}`).join('\n')}`
export const entryPage = ({ state }: { readonly state: SiteState; readonly [name: string]: unknown }): string =>
  `<!doctype html><script type="application/json" id="site">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>`
