import { bdi, h } from '../dom.ts'
import { favourites } from '../favourites.ts'
import type { Fetched } from '../reach.ts'
import { categoryLink, countsOf, loadFound, personLink } from '../site.ts'
import { fill } from '../words.ts'
import { hitOf } from './searchView.ts'
import { found, type Shown, type View } from './view.ts'

/** More categories than these are folded by distance. */
const mostOpen = 40

export const homeView = async (shown: Shown, signal: AbortSignal): Promise<Fetched<View>> =>
  found({ title: '', content: [...(await favouriteList(shown, signal)), ...categoryLists(shown)] })

const favouriteList = async ({ site, ...shown }: Shown, signal: AbortSignal): Promise<readonly Node[]> => {
  const list = favourites()
  if (list.length === 0) return []
  const people = await Promise.all(list.map(([key]) => loadFound(site, key, signal)))
  const items = list.map(([key, name], at) => {
    const person = people[at]
    if (person?.kind === 'found' && person.value !== null) return hitOf({ site, ...shown }, person.value)
    const note = person?.kind === 'found' ? shown.words.gone : ''
    return h(
      'li',
      { 'data-key': key },
      h('a', { href: personLink(key) }, bdi(name), note === '' ? null : h('small', {}, note)),
    )
  })
  return [
    h('h2', { 'data-key': 'favourites' }, shown.words.favourites),
    h('ul', { class: 'hits', 'data-key': 'stars' }, ...items),
  ]
}

const categoryLists = ({ site, words }: Shown): readonly Node[] => {
  const { categories } = site.directory
  const distances = new Map<string, Node[]>()
  for (const [at, { key, distance, name }] of categories.entries()) {
    const [rows, finishers] = countsOf(site, at)
    const count = fill(words.ofCount, { place: finishers, count: rows })
    const note = rows === 0 ? [words.none] : [h('span', { class: 'w' }, `${words.finished}: `), count]
    const items = distances.get(distance) ?? []
    distances.set(distance, items)
    const link = h('a', { href: categoryLink(site, at) }, bdi(name === '' ? distance : name), h('small', {}, ...note))
    items.push(h('li', { 'data-key': key }, link))
  }
  const isFolded = categories.length > mostOpen && distances.size > 1
  return Array.from(distances, ([distance, items], at) => {
    const list = h('ul', { class: 'categories' }, ...items)
    const heading = h('h2', {}, bdi(distance), h('small', { 'aria-hidden': 'true' }, words.finished))
    return isFolded
      ? h('details', { 'data-key': `distance ${distance}`, open: at === 0 }, h('summary', {}, heading), list)
      : h('section', { 'data-key': `distance ${distance}` }, heading, list)
  })
}
