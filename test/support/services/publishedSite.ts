import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type {
  SiteChanges,
  SiteDirectory,
  SiteFound,
  SiteIndexPiece,
  SitePage,
  SiteRow,
  SiteState,
} from '../../../preload/contract/publish/site.ts'

/** Null: there is no such file. */
export type ReadFile = (path: string) => Promise<Buffer | null>

export const readFrom =
  (folder: string): ReadFile =>
  (path) =>
    readFile(join(folder, path)).catch(() => null)

/** A published site, read through every link that a reader could follow. */
export type PublishedSite = {
  readonly state: SiteState
  readonly directory: SiteDirectory
  readonly rows: ReadonlyMap<string, readonly SiteRow[]>
  readonly found: readonly SiteFound[]
  readonly changes: SiteChanges | null
  readonly paths: ReadonlySet<string>
}

const linkOf = /(?:href|src)="([^"#]+)/g

const propertyOf = (html: string, name: string): string | undefined =>
  html.split(`<meta property="${name}" content="`)[1]?.split('"')[0]

/** Null where there is no entry. Throws at a link that leads nowhere, so that half a site is never taken for a whole one. */
export const readPublished = async (read: ReadFile): Promise<PublishedSite | null> => {
  const entry = await read('index.html')
  if (entry === null) return null
  const paths = new Set(['index.html'])
  const bytesAt = async (path: string): Promise<Buffer> => {
    const body = await read(path)
    if (body === null) throw new Error(`${path} is missing`)
    paths.add(path)
    return body
  }
  const packed = async <T>(path: string): Promise<T> => JSON.parse(gunzipSync(await bytesAt(path)).toString()) as T
  const follow = async (from: string, html: string): Promise<void> => {
    for (const [, link = ''] of html.matchAll(linkOf)) {
      const { pathname, origin } = new URL(link, `http://site/${from}`)
      const path = decodeURIComponent(pathname.slice(1))
      if (origin !== 'http://site' || path === '' || paths.has(path)) continue
      const body = await bytesAt(path)
      if (path.endsWith('.html')) await follow(path, body.toString())
    }
  }
  const html = entry.toString()
  const json = /<script type="application\/json" id="site">([^<]*)<\/script>/.exec(html)?.[1]
  const state = JSON.parse(json ?? '') as SiteState
  await follow('index.html', html)
  const picture = propertyOf(html, 'og:image')
  const address = propertyOf(html, 'og:url')
  if (picture !== undefined)
    await bytesAt(address === undefined ? picture : picture.replace(new URL('.', address).href, ''))
  const contents = await bytesAt(state.contents)
  await follow(state.contents, contents.toString())
  const directory = await packed<SiteDirectory>(state.directory)
  const changes = state.changes === null ? null : await packed<SiteChanges>(state.changes)
  const rows = new Map<string, readonly SiteRow[]>()
  for (const [at, { name, pages }] of directory.categories.entries()) {
    const known = new Map<string, SiteRow>()
    for (const [path] of pages) for (const row of await packed<SitePage>(path)) known.set(row[0], row)
    for (const [category, row] of changes?.rows ?? []) if (category === at) known.set(row[0], row)
    for (const [category, key] of changes?.gone ?? []) if (category === at) known.delete(key)
    rows.set(name, [...known.values()])
  }
  const found: SiteFound[] = []
  for (const [, path] of directory.index) found.push(...(await packed<SiteIndexPiece>(path)))
  return { state, directory, rows, found, changes, paths }
}
