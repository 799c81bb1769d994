import { h, updateChildren } from './dom.ts'
import { ageText, exactText, momentText } from './times.ts'
import type { SiteState } from '../../preload/contract/publish/site.ts'
import { fill, type Language, type Words } from './words.ts'

/** The lines below the title: how final and how old the results are, and news of the connection. */

type HeadParts = {
  readonly state: SiteState
  readonly language: Language
  readonly words: Words
  readonly isOffline: boolean
}

export const showState = ({ state, language, words, isOffline }: HeadParts): void => {
  const place = document.getElementById('state')
  if (place === null) return
  const now = new Date()
  const { isFinal, confirmedAt } = state
  const asOf = h(
    'time',
    { datetime: confirmedAt, title: fill(words.asOf, { time: exactText(confirmedAt, language) }) },
    fill(words.asOf, { time: momentText(confirmedAt, language, now) }),
  )
  // Nobody waits for newer ones.
  const age = isFinal ? '' : ageText(confirmedAt, language, now)
  // Without a connection the notice tells the time.
  const lines = isOffline ? [] : [asOf, ...(age === '' ? [] : [h('span', { class: 'age' }, age)])]
  updateChildren(place, [
    h('p', { class: isFinal ? 'final' : 'preliminary' }, isFinal ? words.final : words.preliminary),
    h('p', { class: 'lines' }, ...lines),
  ])
}

const NEWS_MS = 6_000
let passing: ReturnType<typeof setTimeout> | undefined

/** Read aloud when it changes. News passes; a problem stays until it is over. */
export const showNotice = (text: string, isProblem = false): void => {
  const place = document.getElementById('notice')
  if (place === null) return
  clearTimeout(passing)
  if (text !== '' && !isProblem) passing = setTimeout(() => showNotice(''), NEWS_MS)
  if (place.textContent !== text) place.textContent = text
  place.classList.toggle('problem', isProblem)
}
