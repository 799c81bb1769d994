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
  const { isFinal, confirmedAt, publishedAt } = state
  const moment = (instant: string, text: string): Node =>
    h(
      'time',
      { datetime: instant, title: exactText(instant, language) },
      fill(text, { time: momentText(instant, language, now) }),
    )
  const age = ageText(confirmedAt, language, now)
  const isSameMinute = confirmedAt.slice(0, 16) === publishedAt.slice(0, 16)
  // Without a connection the notice tells the time.
  const lines = [
    ...(isOffline ? [] : [moment(confirmedAt, words.asOf)]),
    ...(age === '' ? [] : [h('span', { class: 'age' }, age)]),
    ...(isSameMinute ? [] : [moment(publishedAt, words.published)]),
  ]
  updateChildren(place, [
    h('p', { class: isFinal ? 'final' : 'preliminary' }, isFinal ? words.final : words.preliminary),
    h('p', { class: 'lines' }, ...lines),
  ])
}

/** Read aloud when it changes. */
export const showNotice = (text: string, isProblem = false): void => {
  const place = document.getElementById('notice')
  if (place === null) return
  if (place.textContent !== text) place.textContent = text
  place.classList.toggle('problem', isProblem)
}
