import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type {
  SiteCategory,
  SiteChanges,
  SiteColumn,
  SiteDirectory,
  SiteFound,
} from '../../../preload/contract/publish/site.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { StoredTable } from '../columns/tableStore.ts'
import { changesPage, contentsPage, listPage } from './pages/pages.ts'
import type { PageAssets } from './pages/pageData.ts'
import type { SiteAsset } from './siteAssets.ts'
import { giveBackMemory } from '../../platform/sqlite/bodyCodec.ts'
import { hashOfText } from '../results/rules/textHash.ts'
import { changesSince, type KnownRows } from './changesSince.ts'
import { packPeople } from './rules/packedPeople.ts'
import { cutIndex } from './rules/siteIndex.ts'
import { readSite, type SiteContent, type SiteTable } from './readSite.ts'

/** A file of a site besides its entry. */
export type SiteFile = { readonly path: string; readonly sizeBytes: number }

/** What the entry leads to, as it is kept to tell later what changed. */
export type SiteBase = {
  /** Another value when anything but rows is another: look, columns, categories. */
  readonly made: string
  readonly directory: string
  readonly contents: string
  readonly files: readonly SiteFile[]
  /** One for each category of the directory. */
  readonly rows: readonly KnownRows[]
  readonly counts: readonly (readonly [rows: number, finishers: number])[]
}

export type SiteWanted = {
  readonly title: string
  readonly language: 'en' | 'ru'
  readonly columns: readonly SiteColumn[]
  readonly assets: readonly SiteAsset[]
}

export type BuiltSite = {
  readonly base: SiteBase
  readonly isWhole: boolean
  readonly assets: PageAssets
  readonly changes: string | null
  readonly changesPage: string | null
  /** All that the entry leads to. `spooledAt`: what `put` gave; null for a file that was made with `base`. */
  readonly files: readonly (SiteFile & { readonly spooledAt: number | null })[]
  readonly people: number
}

const rowsOfPage = 200
/** More changes than these are not loaded with every view: the pages are made again. */
const mostChanges = 500
const mostChangesBytes = 40_000
/** So few rows are made again whole, so that readers without scripts see every change in its place. */
const fewRows = 1_000

let scratch = new Uint8Array(1 << 18)

/** Valid until the next call: thousands of texts in memory of their own would wait for the garbage collector. */
const encode = (text: string): Uint8Array => {
  const mostBytes = text.length * 3
  if (scratch.byteLength < mostBytes) scratch = new Uint8Array(mostBytes)
  return scratch.subarray(0, new TextEncoder().encodeInto(text, scratch).written)
}

/** A tenth larger than by the usual level 6, in less than half the time. On this thread: handing small texts to others takes as long. */
const pack = (json: Uint8Array): Buffer => gzipSync(json, { level: 2, chunkSize: oneChunk })

/** For the few files that every view loads. */
const packTightly = (json: Uint8Array): Buffer => gzipSync(json, { level: 9 })

/** Most packed files fit in one, which leaves no parts to the garbage collector. Smaller chunks would lie in Node's pool. */
const oneChunk = Math.max(1 << 16, Buffer.poolSize)

/** A part of a file's path: the same content has the same one. */
const nameOf = (content: string | Uint8Array): string => hash('sha256', content, 'hex').slice(0, 16)

type BuildParts = {
  readonly cache: CategoryRowsCache
  readonly tables: readonly StoredTable[]
  readonly wanted: SiteWanted
  /** The site as it was made last; null: nothing to go by. */
  readonly base: SiteBase | null
  /** Keeps a file until it is sent, and tells where. The body is valid during the call only. */
  readonly put: (path: string, body: Uint8Array) => number
}

/**
 * Makes the files of a site: all of them, or, when few rows changed since `base`, only those of the changes.
 */
export const buildSite = async (parts: BuildParts): Promise<BuiltSite> => {
  const { wanted, base, put } = parts
  const files: (SiteFile & { readonly spooledAt: number })[] = []
  const written = new Set<string>()
  const write = (path: string, body: Uint8Array): string => {
    // Two of the same content are one file.
    if (written.has(path)) return path
    written.add(path)
    files.push({ path, sizeBytes: body.byteLength, spooledAt: put(path, body) })
    return path
  }
  const writer = createWriter(write)
  const assets = writeAssets(wanted, write)
  // The picture says whether results are final: the lists stay the same files when that changes.
  const listAssets: PageAssets = { ...assets, picture: null }
  const read = await readSite(parts.cache, parts.tables, wanted.columns)
  const made = nameOf(
    JSON.stringify([listAssets, wanted.columns, wanted.title, wanted.language, read.tables.map(shape)]),
  )
  if (base !== null && base.made === made) {
    const changed = writeChanges(parts, read, base, listAssets, writer)
    if (changed !== null) {
      const others = base.files.filter(({ path }) => !written.has(path))
      const all = [...others.map((file) => ({ ...file, spooledAt: null })), ...files]
      return { base, isWhole: false, assets, ...changed, files: all, people: read.people }
    }
  }
  const index = writeIndex(read, writer)
  const pages = read.tables.map((table) => writePages(table, wanted, listAssets, writer))
  const categories = read.tables.map(({ table, key, points, size, finishers }, at): SiteCategory => ({
    key,
    distance: table.distanceName,
    name: table.categoryName,
    rows: size,
    finishers,
    points,
    pages: pages[at]?.pages ?? [],
  }))
  const directory: SiteDirectory = { columns: wanted.columns, categories, index }
  const directoryText = JSON.stringify(directory)
  const directoryPath = write(`d/${nameOf(directoryText)}.bin`, packTightly(encode(directoryText)))
  const lists = read.tables.map(({ table, size, finishers }, at) => ({
    distance: table.distanceName,
    name: table.categoryName,
    rows: size,
    finishers,
    path: `${pages[at]?.file ?? ''}-1.html`,
  }))
  const html = contentsPage({ title: wanted.title, language: wanted.language, assets: listAssets, categories: lists })
  const contents = write(`l/${nameOf(html)}.html`, encode(html))
  const kept: SiteBase = {
    made,
    directory: directoryPath,
    contents,
    files: files.filter(({ path }) => path !== assets.picture).map(({ path, sizeBytes }) => ({ path, sizeBytes })),
    rows: read.tables.map(({ rowKeys }, at) => ({
      rowKeys: rowKeys(),
      hashes: pages[at]?.hashes ?? new Float64Array(),
    })),
    counts: read.tables.map(({ size, finishers }) => [size, finishers]),
  }
  return {
    base: kept,
    isWhole: true,
    assets,
    changes: null,
    changesPage: null,
    files,
    people: read.people,
  }
}

const shape = ({ key, points }: SiteTable): unknown => [key, points]

type Writer = {
  /** Packs JSON by gzip. */
  readonly packed: (folder: string, json: string | Uint8Array) => string
  readonly write: (path: string, body: Uint8Array) => string
}

const createWriter = (write: Writer['write']): Writer => ({
  write,
  packed: (folder, json) => {
    const bytes = typeof json === 'string' ? encode(json) : json
    const packed = pack(bytes)
    const path = write(`${folder}/${nameOf(bytes)}.bin`, packed)
    giveBackMemory(packed)
    return path
  },
})

const writeAssets = (wanted: SiteWanted, write: Writer['write']): PageAssets => {
  const assets: { -readonly [K in keyof PageAssets]: PageAssets[K] } = {
    script: '',
    style: '',
    picture: null,
    logo: null,
  }
  for (const { name, ending, body } of wanted.assets) assets[name] = write(`a/${nameOf(body)}.${ending}`, body)
  return assets
}

type WrittenPages = {
  readonly pages: SiteCategory['pages']
  /** The name that the pages to be read without scripts share. */
  readonly file: string
  readonly hashes: Float64Array
}

/** The pages of a category, to be read by the script and without one. */
const writePages = (
  { table, key, rows, size }: SiteTable,
  { columns, language, title }: SiteWanted,
  assets: PageAssets,
  writer: Writer,
): WrittenPages => {
  const count = Math.max(1, Math.ceil(size / rowsOfPage))
  const parts = Array.from({ length: count }, (_, at) => rows(at * rowsOfPage, (at + 1) * rowsOfPage))
  const { distanceName: distance, categoryName: name, fetchedAt: receivedAt } = table
  const about = { title, language, assets, key, distance, name, columns, receivedAt, pages: count, total: size }
  const pages: SiteCategory['pages'][number][] = []
  const hashes = new Float64Array(size)
  for (const [at, part] of parts.entries()) {
    const texts = part.map((row) => JSON.stringify(row))
    hashes.set(texts.map(hashOfText), at * rowsOfPage)
    pages.push([writer.packed('p', `[${texts.join(',')}]`), part[0]?.[1] ?? null])
  }
  // Pages name each other, so their name is of what they are made of.
  const file = nameOf(JSON.stringify([about, pages]))
  for (const [at, part] of parts.entries()) {
    const html = listPage({ ...about, file, page: at + 1, rows: part })
    writer.write(`l/${file}-${at + 1}.html`, encode(html))
  }
  return { pages, file, hashes }
}

const writeIndex = ({ people, found }: SiteContent, writer: Writer): SiteDirectory['index'] => {
  const packed = packPeople(people)
  /** Each is made once, both to be packed and to be found. */
  const packing = function* (): Iterable<SiteFound> {
    for (let at = 0; at < people; at += 1) {
      const person = found(at, rowsOfPage)
      packed.add(person)
      yield person
    }
  }
  const pieces = cutIndex(packing())
  return pieces.map(({ firstKey, people: members }) => [firstKey, writer.packed('s', packed.piece(members))])
}

/** Null: too much has changed since. */
const writeChanges = (
  { tables, wanted }: BuildParts,
  read: SiteContent,
  base: SiteBase,
  assets: PageAssets,
  writer: Writer,
): Pick<BuiltSite, 'changes' | 'changesPage'> | null => {
  const rows = changesSince(base.rows, read.tables, mostChanges)
  if (rows === null) return null
  const counts = read.tables.flatMap(({ size, finishers }, at): SiteChanges['counts'] => {
    const known = base.counts[at]
    return known?.[0] === size && known[1] === finishers ? [] : [[at, size, finishers]]
  })
  const count = rows.rows.length + rows.gone.length
  if (count + counts.length === 0) return { changes: null, changesPage: null }
  const total = tables.reduce((sum, table) => sum + table.rows, 0)
  if (total <= fewRows) return null
  const text = JSON.stringify({ ...rows, counts } satisfies SiteChanges)
  const body = packTightly(encode(text))
  if (body.byteLength > mostChangesBytes) return null
  const changes = writer.write(`c/${nameOf(text)}.bin`, body)
  const changed = rows.rows.map(([category, row]) => ({
    distance: read.tables[category]?.table.distanceName ?? '',
    name: read.tables[category]?.table.categoryName ?? '',
    row,
  }))
  const { title, language, columns } = wanted
  const html = changesPage({ title, language, assets, columns, rows: changed, gone: rows.gone.length })
  return { changes, changesPage: writer.write(`c/${nameOf(html)}.html`, encode(html)) }
}
