import * as z from 'zod'
import type { Parsed } from '../../../../preload/contract/operation.ts'

const owner = z.object({
  version: z.number(),
  desk: z.string(),
  turn: z.number().default(0),
  publishedAt: z.string(),
  confirmedAt: z.string().default(''),
})

/** Whose site an entry is; null for a page that Racedesk did not write. */
export type EntryOwner = Parsed<() => typeof owner>

export const ownerOf = (html: string): EntryOwner | null => {
  const json = /<script type="application\/json" id="site">([^<]*)<\/script>/.exec(html)?.[1]
  if (json === undefined) return null
  try {
    return owner.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** The form of the paths that this app writes below the folder of a site. Others may have files of that form, too. */
export const isOwnPath = (path: string): boolean =>
  /^(?:[dpsc]\/[0-9a-f]{16}\.bin|c\/[0-9a-f]{16}\.html|l\/[0-9a-f]{16}(?:-\d+)?\.html|a\/[0-9a-f]{16}\.\w{1,5})$/.test(
    path,
  )

/** The folders of those paths, and the place itself, where an interrupted entry may lie. */
export const ownFolders: readonly string[] = ['', 'd', 'p', 's', 'c', 'l', 'a']

const types: { readonly [ending: string]: string } = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

export const contentTypeOf = (path: string): string =>
  types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

export const entryPath = 'index.html'

/** Content and name of all other files belong together for ever. */
export const cacheControlOf = (path: string): string =>
  path === entryPath ? 'no-cache' : 'public, max-age=31536000, immutable'
