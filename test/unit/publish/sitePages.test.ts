import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryPage } from '../../../main/features/publish/pages/entryPage.ts'
import { changesPage, contentsPage, listPage } from '../../../main/features/publish/pages/pages.ts'
import type { EntryPageData, ListPageData } from '../../../main/features/publish/pages/pageData.ts'
import { ownerOf } from '../../../main/features/publish/rules/entryState.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { SiteRow } from '../../../preload/contract/publish/site.ts'
import type { Status } from '../../../preload/contract/results.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const assets = { script: 'a/1.js', style: 'a/2.css', picture: 'a/3.png', logo: null }
const at = '2026-05-16T09:31:00.000Z' as Instant

const entry = (more: Partial<EntryPageData['state']> = {}, rest: Partial<EntryPageData> = {}): string =>
  entryPage({
    state: {
      version: 1,
      title: 'Spring Race',
      publishedAt: at,
      confirmedAt: at,
      isFinal: false,
      directory: 'd/1.bin',
      changes: null,
      contents: 'l/1.html',
      desk: 'desk',
      turn: 1,
      ...more,
    },
    assets,
    language: 'en',
    readerUrl: null,
    changesPage: null,
    ...rest,
  })

const row = (name: string, status: Status = 'OK', place: number | null = 1, result = '0:31:00'): SiteRow => {
  return ['7', place, name, result, status, ['7', 'Club'], [], [[0, place]]]
}

const list = (rows: readonly SiteRow[], more: Partial<ListPageData> = {}): string =>
  listPage({
    title: 'Spring Race',
    language: 'en',
    assets,
    key: 'k1',
    distance: '10 km',
    name: 'Men',
    columns: ['bib', 'club'],
    receivedAt: at,
    file: 'f00d',
    page: 1,
    pages: 1,
    total: rows.length,
    rows,
    ...more,
  })

/** Tags of a page by name, so that a text that became a tag is one too many. */
const tagsOf = (html: string): readonly string[] =>
  Array.from(html.matchAll(/<([a-z]\w*)/giu), ([, name]) => name ?? '')

describe('the entry of a site', () => {
  it('holds its state where it can be read back, whatever the title is', () => {
    expectAll(fc.string({ unit: anyCharacter, maxLength: 60 }), (title) => {
      const html = entry({ title })
      expect(ownerOf(html)?.desk).toBe('desk')
      expect(tagsOf(html).filter((tag) => tag === 'script')).toHaveLength(2)
      const json = /id="site">([^<]*)</u.exec(html)?.[1] ?? ''
      expect((JSON.parse(json) as { readonly title: string }).title).toBe(title)
    })
  })

  it('cannot be left by a title that closes its elements', () => {
    const html = entry({ title: '</script></title><script>alert(1)</script><!--' })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<!--')
  })

  it('is small, has one search field, and no script or style of its own', () => {
    const html = entry({ title: 'Т'.repeat(120) }, { changesPage: 'c/1.html' })
    expect(Buffer.byteLength(html)).toBeLessThan(6_000)
    expect(html.match(/type="search"/gu)).toHaveLength(1)
    expect(html).not.toMatch(/ style=|<style| on\w+=/u)
    expect(html).toContain("default-src 'none'")
  })

  it('names its picture by a full address once the address of the site is known', () => {
    expect(entry()).toContain('property="og:image" content="a/3.png"')
    const known = entry({}, { readerUrl: 'https://results.example.org/spring/' })
    expect(known).toContain('property="og:image" content="https://results.example.org/spring/a/3.png"')
    for (const readerUrl of ['https://results.example.org/spring', 'https://results.example.org/spring/index.html']) {
      expect(entry({}, { readerUrl })).toContain('content="https://results.example.org/spring/a/3.png"')
    }
  })

  it('says whether results are final, in both languages', () => {
    expect(entry()).toContain(
      '<span lang="en">Preliminary results</span><span lang="ru">Предварительные результаты</span>',
    )
    expect(entry({ isFinal: true })).toContain('<span lang="ru">Окончательные результаты</span>')
  })
})

describe('a page of a list', () => {
  it('is the same for the same rows and holds no time but that of the results', () => {
    const page = list([row('Иванов Пётр')])
    expect(list([row('Иванов Пётр')])).toBe(page)
    expect(page.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu)).toEqual([at])
  })

  it('shows a hostile name as text', () => {
    expectAll(fc.string({ unit: anyCharacter, maxLength: 40 }), (name) => {
      expect(tagsOf(list([row(name)]))).toEqual(tagsOf(list([row('Иванов')])))
    })
    const page = list([row(`<img src=x onerror='alert("1")'>`)], { distance: '"><script>', title: '<b>' })
    expect(page).toContain('&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;')
    expect(page).not.toMatch(/<img|<script>|<b>/u)
  })

  it.each([
    ['DSQ', 'DSQ', 'Дисквалификация', 's out'],
    ['DNF', 'DNF', 'Сход', 's'],
    ['DNS', 'DNS', 'Не старт', 's'],
  ] as const)('says %s instead of a time and a place', (status, en, ru, kind) => {
    const page = list([row('Иванов', status, 3, '0:31:00')])
    expect(page).not.toContain('0:31:00')
    expect(page).toContain(
      `<td class="p"></td><td class="t b">7</td><th scope="row"><bdi>Иванов</bdi></th><td class="t">Club</td><td class="r"><span class="${kind}"><span lang="en">${en}</span><span lang="ru">${ru}</span></span></td>`,
    )
  })

  it('says the sex in the words of each language', () => {
    const page = list([['7', 1, 'A', '0:31:00', 'OK', ['f'], [], [[0, 1]]]], { columns: ['sex'] })
    expect(page).toContain('<td class="t"><span lang="en">F</span><span lang="ru">Ж</span></td>')
  })

  it('leads to every other page and to the entry', () => {
    const linked = (page: number): readonly (string | undefined)[] =>
      Array.from(list([row('A')], { page, pages: 9 }).matchAll(/href="([^"#]+\.html)#en"/gu), ([, path]) => path)
    expect(linked(1)).toEqual(expect.arrayContaining(['../index.html', 'f00d-2.html', 'f00d-9.html']))
    expect(linked(5)).toEqual(expect.arrayContaining(['f00d-4.html', 'f00d-6.html']))
    expect(linked(9)).not.toContain('f00d-10.html')
    expect(linked(1)).not.toContain('f00d-0.html')
  })
})

it('the other pages without scripts list categories by distance with their counts', () => {
  const category = { distance: '10 km', name: 'Men <1>', rows: 120, finishers: 100, path: 'f-1.html' }
  const page = contentsPage({ title: 'Spring Race', language: 'ru', assets, categories: [category] })
  expect(page).toContain('<a href="f-1.html#ru"><bdi>Men &lt;1&gt;</bdi></a></span></th><td>100</td><td>120</td>')
  expect(page).toContain('<html lang="ru">')
})

it('the other pages without scripts tell rows that changed, and how many are gone', () => {
  const about = { title: 'Spring Race', language: 'en', assets, columns: ['bib', 'club'] } as const
  const rows = [{ distance: '10 km', name: 'Men', row: row('Иванов', 'DSQ', null, '') }]
  const page = changesPage({ ...about, rows, gone: 2 })
  expect(page).toContain('<bdi>10 km</bdi> · <bdi>Men</bdi>')
  expect(page).toContain('<span lang="en">DSQ</span>')
  expect(page).toContain('</span>: 2</p>')
})
