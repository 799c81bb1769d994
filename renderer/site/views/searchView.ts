import type { SiteDirectory, SiteFound } from '../../../preload/contract/publish/site.ts'
import { inOtherLayout } from '../../../preload/shared/similarWords.ts'
import { bdi, h } from '../dom.ts'
import { isFavourite } from '../favourites.ts'
import { choosePieces, chooseSimilar, findPeople, readQuery, type Query } from '../query.ts'
import type { Fetched } from '../reach.ts'
import { categoryTexts, loadPeople, personLink } from '../site.ts'
import { fill } from '../words.ts'
import { placeText, resultParts } from './result.ts'
import { found, type Shown, type View } from './view.ts'

export const searchView = async (shown: Shown, text: string, signal: AbortSignal): Promise<Fetched<View>> => {
  const { site, words } = shown
  const { index } = site.directory
  const query = readQuery(text)
  if (query.text.length < 2 && !/\d/.test(text)) return found({ title: text, content: [status(words.twoLetters)] })
  const { paths: exact, isPartial } = choosePieces(index, query)
  for (const [at, [meant, paths, areSimilar]] of meanings(index, query, exact).entries()) {
    const people = await loadPeople(site, paths, signal)
    if (people.kind !== 'found') return people
    const { shown: hits, total } = findPeople(meant, people.value, areSimilar)
    if (total === 0) continue
    const limit = total > hits.length ? fill(words.foundMost, { count: hits.length }) : isPartial ? words.typeMore : ''
    const count = isPartial ? `${fill(words.found, { count: total })}+` : fill(words.found, { count: total })
    const said = at > 0 ? words.similar : `${count}${limit === '' ? '' : `. ${limit}`}`
    const list = h('ul', { class: 'hits' }, ...hits.map((person) => hitOf(shown, person)))
    return found({ title: text, content: [status(said), list] })
  }
  const rest = isPartial ? [h('p', {}, words.typeMore)] : []
  return found({ title: text, content: [status(words.nobody), h('p', {}, words.tryOther), ...rest] })
}

type Meaning = readonly [query: Query, paths: readonly string[], areSimilar?: boolean]

/** Readings of the query: as typed, in the other keyboard layout, then with one wrong letter. */
const meanings = (index: SiteDirectory['index'], query: Query, exact: readonly string[]): readonly Meaning[] => {
  const other = inOtherLayout(query.text)
  const typed = other === null ? [] : [readQuery(other)]
  return [
    [query, exact],
    ...typed.map((meant): Meaning => [meant, choosePieces(index, meant).paths]),
    [query, chooseSimilar(index, query), true],
  ]
}

/** Read aloud when it changes. */
const status = (text: string): Node => h('p', { class: 'count', role: 'status', 'data-key': 'count' }, text)

/** A line that opens a person. */
export const hitOf = (
  { site, language, words }: Shown,
  [key, name, bib, category, , place, result, state]: SiteFound,
): Node => {
  const placed = placeText(place, state)
  const about = categoryTexts(site, category).reduce<(string | Node)[]>(
    (parts, text) => (parts.length === 0 ? [bdi(text)] : [...parts, ' · ', bdi(text)]),
    bib === '' ? [] : [bdi(fill(words.bib, { bib }))],
  )
  return h(
    'li',
    { 'data-key': key },
    h(
      'a',
      { href: personLink(key) },
      h(
        'span',
        { class: 'n' },
        isFavourite(key) ? '★ ' : null,
        bdi(name === '' ? bib : name),
        h('small', {}, ...about),
      ),
      h(
        'span',
        { class: 'r' },
        ...resultParts(result, state, language),
        placed === '' ? null : h('small', {}, fill(words.placeIs, { place: placed })),
      ),
    ),
  )
}
