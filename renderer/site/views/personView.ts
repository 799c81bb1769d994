import type { SiteRow } from '../../../preload/contract/publish/site.ts'
import { laterRow } from '../changes.ts'
import { bdi, h } from '../dom.ts'
import { isFavourite } from '../favourites.ts'
import type { Fetched } from '../reach.ts'
import { categoryLink, categoryTexts, countsOf, loadPerson } from '../site.ts'
import { clockText, segmentsOf } from '../times.ts'
import { columnTexts, fill, outTexts, textOf } from '../words.ts'
import { goneView, joined } from './categoryView.ts'
import { resultParts } from './result.ts'
import { found, type Shown, type View } from './view.ts'

export const personView = async (shown: Shown, key: string, signal: AbortSignal): Promise<Fetched<View>> => {
  const { site, language, words } = shown
  const person = await loadPerson(site, key, signal)
  if (person.kind !== 'found') return person
  if (person.value === null) return found(goneView(shown))
  const { category, row } = person.value
  const [, , name, result, status] = row
  const out = outTexts[status]
  const isStarred = isFavourite(key)
  return found({
    title: name === '' ? key : name,
    content: [
      h(
        'p',
        { class: 'crumbs' },
        h('a', { href: '#/' }, words.home),
        h('span', { 'aria-hidden': 'true' }, ' › '),
        h('a', { href: categoryLink(site, category, row[1]) }, ...joined(categoryTexts(site, category))),
      ),
      h('h2', { tabindex: -1, id: 'heading' }, bdi(name === '' ? key : name)),
      factsOf(shown, row),
      h(
        'p',
        { class: out === undefined ? 'result' : status === 'DSQ' ? 'result word out' : 'result word' },
        ...(out === undefined ? resultParts(result, status, language) : [out[language]]),
      ),
      h(
        'p',
        { class: 'actions' },
        h('button', { type: 'button', 'data-share': name }, words.share),
        h(
          'button',
          { type: 'button', 'data-star': key, 'data-name': name },
          h('span', { 'aria-hidden': 'true' }, isStarred ? '★ ' : '☆ '),
          isStarred ? words.unstar : words.star,
        ),
      ),
      h(
        'div',
        { class: 'parts' },
        h('section', {}, ...placesOf(shown, key, row)),
        h('section', {}, ...pointsOf(shown, category, row)),
      ),
    ],
  })
}

const factsOf = ({ site, language }: Shown, [, , , , , texts]: SiteRow): Node =>
  h(
    'dl',
    { class: 'facts' },
    ...site.directory.columns.map((column, at) => {
      const text = texts[at] ?? ''
      return text === ''
        ? null
        : h('div', {}, h('dt', {}, columnTexts[column][language]), h('dd', {}, bdi(textOf(column, text, language))))
    }),
  )

const placesOf = ({ site, words }: Shown, key: string, row: SiteRow): readonly Node[] => {
  const placings = row[7].flatMap(([category, knownPlace]) => {
    const later = laterRow(site.later, category, key)
    if (later === null) return []
    return [{ category, place: later === undefined ? knownPlace : later[1] }]
  })
  // Without a place anywhere the status above says it all.
  const hasPlaces = placings.some(({ place }) => place !== null)
  const distances = placings.map(({ category }) => site.directory.categories[category]?.distance)
  const isOneDistance = new Set(distances).size === 1
  const items = placings.map(({ category, place }) => {
    const [, finishers] = countsOf(site, category)
    const text = place === null ? '–' : fill(words.ofCount, { place, count: Math.max(place, finishers) })
    const texts = categoryTexts(site, category)
    // One distance for all is said above.
    const own = isOneDistance ? texts.slice(-1) : texts
    const link = h('a', { href: categoryLink(site, category, place) }, ...joined(own))
    return h('li', {}, link, hasPlaces ? h('b', {}, text) : null)
  })
  return [h('h3', {}, hasPlaces ? words.places : words.categories), h('ul', { class: 'places' }, ...items)]
}

const pointsOf = ({ site, words }: Shown, category: number, [, , , , , , pointsMs]: SiteRow): readonly Node[] => {
  const points = site.directory.categories[category]?.points ?? []
  if (!pointsMs.some((time) => time !== null)) return []
  const segments = segmentsOf(pointsMs)
  const cell = (time: number | null | undefined): Node => h('td', {}, time == null ? '–' : clockText(time))
  return [
    h('h3', { id: 'splits' }, words.points),
    h(
      'table',
      { class: 'points', 'aria-labelledby': 'splits' },
      h(
        'thead',
        {},
        h('tr', {}, ...[words.point, words.time, words.segment].map((text) => h('th', { scope: 'col' }, text))),
      ),
      h(
        'tbody',
        {},
        ...points.map((point, at) =>
          h('tr', {}, h('th', { scope: 'row' }, bdi(point)), cell(pointsMs[at]), cell(segments[at])),
        ),
      ),
    ),
  ]
}
