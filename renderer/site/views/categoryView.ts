import type { SitePage, SiteRow } from '../../../preload/contract/publish/site.ts'
import { secondsOf } from '../../../preload/shared/rowOrder.ts'
import { mergePage } from '../changes.ts'
import { bdi, h } from '../dom.ts'
import { isFavourite } from '../favourites.ts'
import { fetchPacked, type Fetched } from '../reach.ts'
import { categoryTexts, countsOf, personLink } from '../site.ts'
import { columnTexts, fill, textOf } from '../words.ts'
import { placeText, resultParts } from './result.ts'
import { found, type Shown, type View } from './view.ts'

/** By which column a page is sorted: 'place', 'name', 'result' or the number of a chosen one. */
export type Sort = { readonly by: string; readonly isFalling: boolean }

export const byPlace: Sort = { by: 'place', isFalling: false }

export const categoryView = async (
  shown: Shown,
  key: string,
  page: number,
  sort: Sort,
  signal: AbortSignal,
): Promise<Fetched<View>> => {
  const { site, words } = shown
  const at = site.directory.categories.findIndex((category) => category.key === key)
  const category = site.directory.categories[at]
  if (category === undefined) return found(goneView(shown))
  const pages = Math.max(1, category.pages.length)
  const current = Math.min(page, pages)
  const path = category.pages[current - 1]?.[0]
  const fetched = path === undefined ? null : await fetchPacked<SitePage>(path, signal)
  if (fetched !== null && fetched.kind !== 'found') return fetched
  const rows = mergePage(fetched?.value ?? [], site.later, at, category.pages, current - 1)
  const [all, finishers] = countsOf(site, at)
  const texts = categoryTexts(site, at)
  const where = pages === 1 ? '' : fill(words.page, { page: current, pages })
  const count =
    rows.length === 0 ? words.none : `${words.finished}: ${fill(words.ofCount, { place: finishers, count: all })}`
  const note = pages > 1 && sort.by !== byPlace.by ? ` · ${words.sortsPage}` : ''
  const turning = pages === 1 ? [] : [turnPages(shown, key, current, pages)]
  return found({
    title: [...texts, where].filter((text) => text !== '').join(' · '),
    content: [
      h('p', { class: 'crumbs' }, h('a', { href: '#/' }, words.home)),
      h('h2', { tabindex: -1, id: 'heading' }, ...joined(texts)),
      h('p', { class: 'about' }, where === '' ? count : `${count} · ${where}${note}`),
      ...(rows.length === 0 ? [] : [tableOf(shown, sortRows(rows, sort), sort, texts.join(' · '))]),
      ...turning,
    ],
  })
}

export const goneView = ({ words }: Shown): View => ({
  title: words.gone,
  content: [
    h('p', { class: 'crumbs' }, h('a', { href: '#/' }, words.home)),
    h('h2', { tabindex: -1, id: 'heading' }, words.gone),
    h('p', {}, words.goneHint),
  ],
})

export const joined = (texts: readonly string[]): readonly (string | Node)[] =>
  texts.reduce<(string | Node)[]>((parts, text, at) => [...parts, ...(at === 0 ? [] : [' · ']), bdi(text)], [])

const cellOf = ([, place, name, result, , texts]: SiteRow, by: string): string =>
  by === 'place' ? String(place ?? '') : by === 'name' ? name : by === 'result' ? result : (texts[Number(by)] ?? '')

/** Rows without a value stay last. */
export const sortRows = (rows: SitePage, { by, isFalling }: Sort): SitePage => {
  if (by === 'place' && !isFalling) return rows
  const { compare } = new Intl.Collator('ru', { numeric: true })
  return [...rows].sort((one, other) => {
    const [first, second] = [cellOf(one, by), cellOf(other, by)]
    if (first === '' || second === '') return Number(first === '') - Number(second === '')
    // `||`: NaN where neither is a time.
    const order = secondsOf(first) - secondsOf(second) || compare(first, second)
    return isFalling ? -order : order
  })
}

const tableOf = ({ site, language, words }: Shown, rows: SitePage, sort: Sort, caption: string): Node => {
  const { columns } = site.directory
  const bib = columns.indexOf('bib')
  const others = columns.map((_, at) => at).filter((at) => at !== bib)
  const head = (by: string, text: string, kind: string): Node => {
    const isSorted = sort.by === by
    const order = isSorted ? (sort.isFalling ? 'descending' : 'ascending') : null
    const button = h('button', { type: 'button', 'data-sort': by }, text)
    return h('th', { scope: 'col', class: kind, 'aria-sort': order, 'data-key': by }, button)
  }
  const columnHead = (at: number): Node | null => {
    const column = columns[at]
    return column === undefined ? null : head(String(at), columnTexts[column][language], at === bib ? 't b' : 't')
  }
  const line = (row: SiteRow): Node => {
    const [key, place, name, result, status, texts] = row
    const cell = (at: number): Node | null => {
      const [text, column] = [texts[at], columns[at]]
      if (text === undefined || column === undefined) return null
      const kind = `t${at === bib ? ' b' : ''}${text === '' ? ' e' : ''}`
      return h('td', { class: kind }, textOf(column, text, language))
    }
    const link = h('a', { href: personLink(key) }, bdi(name === '' ? (texts[bib] ?? key) : name))
    return h(
      'tr',
      { 'data-key': key },
      h('td', { class: 'p' }, placeText(place, status)),
      cell(bib),
      h('th', { scope: 'row' }, isFavourite(key) ? '★ ' : null, link),
      ...others.map(cell),
      h('td', { class: 'r' }, ...resultParts(result, status, language)),
    )
  }
  const heads = [
    head('place', words.place, 'p'),
    columnHead(bib),
    head('name', words.name, 'n'),
    ...others.map(columnHead),
    head('result', words.result, 'r'),
  ]
  return h(
    'table',
    { class: 'rows' },
    h('caption', { class: 'unseen' }, caption),
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...rows.map(line)),
  )
}

const turnPages = ({ words }: Shown, key: string, page: number, pages: number): Node => {
  const link = (to: number, text: string): Node =>
    h('a', { href: `#/c/${encodeURIComponent(key)}${to === 1 ? '' : `/${to}`}` }, text)
  const near = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])].filter(
    (to) => to >= 1 && to <= pages,
  )
  const numbers = near.reduce<Node[]>((parts, to, at) => {
    const gap = at > 0 && to - (near[at - 1] ?? to) > 1 ? [h('span', {}, '…')] : []
    return [...parts, ...gap, to === page ? h('span', { 'aria-current': 'page' }, to) : link(to, String(to))]
  }, [])
  const back = page === 1 ? [] : [link(page - 1, words.previous)]
  const on = page === pages ? [] : [link(page + 1, words.next)]
  return h('nav', { class: 'pages', 'aria-label': words.pages }, ...back, ...numbers, ...on)
}
