import type { Status } from '../../../preload/contract/results.ts'
import { h } from '../dom.ts'
import { statusTexts, type Language } from '../words.ts'

/** A result, its status, or both; DSQ, DNF and DNS are said as such, whatever comes with them. */
export const resultParts = (result: string, status: Status, language: Language): readonly (string | Node)[] => {
  const text = statusTexts[status]
  const word = h('span', { class: status === 'DSQ' ? 's out' : 's' }, text[language])
  if (text.isOut === true || result === '') return [word]
  return status === 'OK' || status === 'unknown' ? [result] : [result, ' ', word]
}

export const placeText = (place: number | null, status: Status): string =>
  place === null || statusTexts[status].isOut === true ? '' : String(place)
