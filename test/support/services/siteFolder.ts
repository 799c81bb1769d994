import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entryPage } from '../../../main/features/publish/pages/entryPage.ts'
import { changesPage, contentsPage, listPage } from '../../../main/features/publish/pages/pages.ts'
import { contentTypeOf } from '../../../main/features/publish/rules/entryState.ts'
import { cutIndex } from '../../../main/features/publish/rules/siteIndex.ts'
import { compareRows } from '../../../preload/shared/rowOrder.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type {
  SiteCategory,
  SiteChanges,
  SiteColumn,
  SiteDirectory,
  SiteFound,
  SiteRow,
  SiteState,
} from '../../../preload/contract/publish/site.ts'
import type { Status } from '../../../preload/contract/results.ts'
import { openDoor } from '../stores/frontDoor.ts'
import { longName } from './awkwardRace.ts'

export { longName }

/** A person of a distance; they stand in all categories that `categories` names. */
export type SitePerson = {
  readonly key: string
  readonly bib: string
  readonly name: string
  readonly club: string
  readonly city: string
  readonly distance: string
  readonly categories: readonly string[]
  readonly status: Status
  readonly timeMs: number
}

const siteColumns: readonly SiteColumn[] = ['bib', 'club', 'city']
const sitePoints = ['5 km', '10 km', 'Финиш']
const rowsOfPage = 200

type SiteFiles = Map<string, Buffer>

const nameOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
const clock = (ms: number): string => new Date(ms).toISOString().slice(12, 19)

const builtFile = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'out', 'site', name))

type SiteOptions = { readonly language?: 'en' | 'ru'; readonly publishedAt?: string }

type Category = { readonly distance: string; readonly name: string; readonly rows: readonly SiteRow[] }

const categoriesOf = (people: readonly SitePerson[]): readonly Category[] => {
  const members = Map.groupBy(
    people.flatMap((person) => person.categories.map((name) => ({ person, name }))),
    ({ person, name }) => `${person.distance}\n${name}`,
  )
  const names = [...members.keys()]
  const placed = new Map<string, Map<string, number | null>>()
  for (const [id, list] of members) {
    const order = list.map(({ person }) => person).sort((one, other) => one.timeMs - other.timeMs)
    let place = 0
    const places = order.map(({ key, status }) => [key, status === 'OK' ? (place += 1) : null] as const)
    placed.set(id, new Map(places))
  }
  return names.map((id) => {
    const [distance = '', name = ''] = id.split('\n')
    const rows = (members.get(id) ?? []).map(({ person }): SiteRow => {
      const { key, status, timeMs } = person
      const isOut = status !== 'OK'
      const points = status === 'DSQ' || status === 'DNS' ? [] : [timeMs * 0.4, timeMs * 0.8, isOut ? null : timeMs]
      const own = person.categories.map((one) => names.indexOf(`${person.distance}\n${one}`))
      return [
        key,
        placed.get(id)?.get(key) ?? null,
        person.name,
        isOut ? '' : clock(timeMs),
        status,
        [person.bib, person.club, person.city],
        points,
        own.map((at) => [at, placed.get(names[at] ?? '')?.get(key) ?? null] as const),
      ]
    })
    const facts = (row: SiteRow) => ({ place: row[1], result: row[3], status: row[4], key: row[0] })
    return { distance, name, rows: rows.sort((one, other) => compareRows(facts(one), facts(other))) }
  })
}

/** Makes the files of a site from plain people, as the desk makes them from stored rows. */
export const createSite = (people: readonly SitePerson[], options: SiteOptions = {}) => {
  const files: SiteFiles = new Map()
  const { language = 'en' } = options
  const title = 'Весенний забег 2026'
  const write = (path: string, body: Buffer | string): string => {
    files.set(path, Buffer.from(body))
    return path
  }
  const pack = (folder: string, content: unknown): string => {
    const text = JSON.stringify(content)
    return write(`${folder}/${nameOf(text)}.bin`, gzipSync(text))
  }
  const style = builtFile('site.css')
  const script = builtFile('site.js')
  const assets = {
    script: write(`a/${nameOf(script)}.js`, script),
    style: write(`a/${nameOf(style)}.css`, style),
    picture: null,
    logo: null,
  }
  const frame = { title, language, assets }
  const categories = categoriesOf(people)
  const finishersOf = ({ rows }: Category): number => rows.filter(([, , , , status]) => status === 'OK').length
  const lists: { distance: string; name: string; rows: number; finishers: number; path: string }[] = []
  const listed = categories.map((category): SiteCategory => {
    const { distance, name, rows } = category
    const key = nameOf(`${distance} ${name}`).slice(0, 10)
    const file = nameOf(JSON.stringify(rows))
    const pages = Math.max(1, Math.ceil(rows.length / rowsOfPage))
    const about = { ...frame, key, distance, name, columns: siteColumns, pages, total: rows.length, file }
    const paths = Array.from({ length: pages }, (_, at) => {
      const part = rows.slice(at * rowsOfPage, (at + 1) * rowsOfPage)
      const receivedAt = '2026-05-16T09:30:00.000Z' as Instant
      write(`l/${file}-${at + 1}.html`, listPage({ ...about, receivedAt, page: at + 1, rows: part }))
      return [pack('p', part), part[0]?.[1] ?? null] as const
    })
    const finishers = finishersOf(category)
    lists.push({ distance, name, rows: rows.length, finishers, path: `${file}-1.html` })
    return { key, distance, name, rows: rows.length, finishers, points: sitePoints, pages: paths }
  })
  const found = people.map((person): SiteFound => {
    const at = categories.findIndex(
      ({ distance, name }) => distance === person.distance && name === person.categories[0],
    )
    const position = categories[at]?.rows.findIndex(([key]) => key === person.key) ?? 0
    const row = categories[at]?.rows[position]
    if (row === undefined) throw new Error('a person without a row')
    return [person.key, person.name, person.bib, at, Math.floor(position / rowsOfPage), row[1], row[3], row[4]]
  })
  const pieces = cutIndex(found)
  const index = pieces.map(
    ({ firstKey, people: members }) =>
      [
        firstKey,
        pack(
          's',
          members.map((at) => found[at]),
        ),
      ] as const,
  )
  const directory = pack('d', { columns: siteColumns, categories: listed, index } satisfies SiteDirectory)
  const html = contentsPage({ ...frame, categories: lists })
  const contents = write(`l/${nameOf(html)}.html`, html)

  /** Writes the entry; people of `changed` have other rows than those of the lists. */
  const publish = (
    changed: readonly SitePerson[] | null,
    more: { readonly publishedAt?: string; readonly isFinal?: boolean } = {},
  ) => {
    const { publishedAt = options.publishedAt ?? '2026-05-16T09:31:00.000Z', isFinal = false } = more
    let changes: string | null = null
    let changesPath: string | null = null
    if (changed !== null) {
      const known = new Map(categories.flatMap(({ rows }, at) => rows.map((row) => [`${at} ${row[0]}`, row] as const)))
      const rows: (readonly [number, SiteRow])[] = []
      for (const { distance, name, rows: newer } of categoriesOf(changed)) {
        const at = categories.findIndex((one) => one.distance === distance && one.name === name)
        for (const row of newer) {
          if (JSON.stringify(known.get(`${at} ${row[0]}`)) !== JSON.stringify(row)) rows.push([at, row])
          known.delete(`${at} ${row[0]}`)
        }
      }
      const gone = [...known].map(([id, row]) => [Number(id.split(' ')[0]), row[0]] as const)
      changes = pack('c', { rows, gone, counts: [] } satisfies SiteChanges)
      const list = rows.map(([at, row]) => ({
        distance: categories[at]?.distance ?? '',
        name: categories[at]?.name ?? '',
        row,
      }))
      const page = changesPage({ ...frame, columns: siteColumns, rows: list, gone: gone.length })
      changesPath = write(`c/${nameOf(page)}.html`, page)
    }
    const state: SiteState = {
      version: 1,
      title,
      publishedAt: publishedAt as Instant,
      confirmedAt: publishedAt as Instant,
      isFinal,
      directory,
      changes,
      contents,
      desk: 'a1b2c3d4',
      turn: 1,
    }
    write('index.html', entryPage({ state, assets, language, readerUrl: null, changesPage: changesPath }))
  }
  publish(null)
  return { files, publish, directory, categories }
}

export const serveFiles = async (files: SiteFiles) => {
  const asked: string[] = []
  const { endpoint, stop } = await openDoor((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?', 1)[0] ?? '').replace(/^\/results\//, '')
    const body = files.get(path === '' ? 'index.html' : path)
    asked.push(path)
    if (body === undefined) return void response.writeHead(404).end('Not found')
    const etag = `"${createHash('sha1').update(body).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    response.writeHead(200, {
      'content-type': contentTypeOf(path === '' ? 'index.html' : path),
      'content-length': body.byteLength,
      'cache-control': path === '' || path === 'index.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
      etag,
    })
    response.end(body)
  })
  return { url: `${endpoint}/results/`, asked, close: stop }
}

const surnames = ['Иванов', 'Кузнецов', 'Щербаков', 'Соловьёв', 'Петров', 'Юрьев', 'Hansen', 'Müller', 'Žukov', 'Øster']
const endings = ['', 'ский', 'енко', 'ин', 'ых', 'чук', 'sen', 'mann', 'ova', 'ев']
const firstNames = ['Пётр', 'Анна', 'Фёдор', 'Ольга', 'Алексей', 'Mette', 'Jürgen', 'Софья', 'Илья', 'Мария']

export const hostileName = `<script>alert(1)</script>"'&\u202Eгнев`

/** 2,000 people in 6 categories, made of nobody: DSQ, DNF and DNS, long and hostile names, one bib twice. */
export const sitePeople = (count = 2_000): readonly SitePerson[] =>
  Array.from({ length: count }, (_, at): SitePerson => {
    const isLong = at % 2 === 1
    const status: Status =
      at === 4 ? 'DSQ' : at === 6 ? 'DNF' : at === 8 ? 'DNS' : at % 97 === 50 ? 'DNF' : at % 211 === 60 ? 'DNS' : 'OK'
    const plain = `${surnames[at % 10] ?? ''}${endings[Math.floor(at / 10) % 10] ?? ''} ${firstNames[Math.floor(at / 100) % 10] ?? ''}`
    const name = at === 0 ? longName : at === 2 ? hostileName : at === 1 ? 'Соловьёв Пётр' : plain
    const bib = at === 11 ? '100' : String(100 + at)
    return {
      key: at === 11 || at === 0 ? nameOf(`${name} ${at}`).slice(0, 10) : bib,
      bib,
      name,
      club: at % 3 === 0 ? '' : at % 3 === 1 ? 'Динамо' : 'Клуб любителей бега «Парсек»',
      city: at % 4 === 0 ? 'Тула' : 'Нижний Новгород',
      distance: isLong ? '21 km' : '10 km',
      categories: ['Overall', at % 4 < 2 ? 'Men' : 'Women'],
      status,
      timeMs: 1_860_000 + at * 1_000 + (isLong ? 2_000_000 : 0),
    }
  })
