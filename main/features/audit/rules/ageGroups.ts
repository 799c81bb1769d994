import type { Sex } from '../../columns/rules/headers/sexWords.ts'

/** Sex and ages in the name of a group; both ends included. */
export type AgeGroup = { readonly sex: Sex | null; readonly from: number | null; readonly to: number | null }

/** Hyphens stay, unlike where words are searched: they make a range. */
const lower = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('ё', 'е')

// JavaScript's \b works for Latin letters only.
const word = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u')

const manly = word('m|м|men|man|male|мужчины|мужской|муж|мужчина|юноши|мальчики|boys|herren|männer|hommes|miehet')
const womanly = word(
  'f|w|ж|women|woman|female|женщины|женский|жен|женщина|девушки|девочки|girls|ladies|damen|frauen|femmes|naiset',
)

const notDistance = '(?!\\s*(?:km|км|k|к|m|м|mi|миль)(?!\\p{L}))'
const range = new RegExp(
  `(?<![\\d.,])(\\d{1,2})\\s*[-–—]\\s*(\\d{1,3})(?![\\d.,])${notDistance}(?!(?:st|nd|rd|th)(?!\\p{L}))`,
  'u',
)
const over = /(?<![\d.,])(\d{1,2})\s*(?:\+|и старше|лет и старше|and over|and older|plus(?!\p{L}))/u
const under = /(?<!\p{L})(?:до|under|u|младше)\s*-?\s*(\d{1,2})(?![\d.,])/u
const bare = /(?<!\p{L})(?:m|м|w|f|ж)\s?(\d{2})(?![\d.,])/u

/** Null when the text names neither a sex nor ages. A bare "M40" says where the group begins, not where it ends. */
export const parseAgeGroup = (text: string): AgeGroup | null => {
  const folded = lower(text)
  const isManly = manly.test(folded)
  const isWomanly = womanly.test(folded)
  const sex = isManly === isWomanly ? null : isManly ? 'm' : 'f'
  const ages = agesOf(folded)
  return sex === null && ages.from === null && ages.to === null ? null : { sex, ...ages }
}

const agesOf = (folded: string): Pick<AgeGroup, 'from' | 'to'> => {
  const between = range.exec(folded)
  if (between !== null) {
    const [from, to] = [Number(between[1]), Number(between[2])]
    return from < to ? { from, to } : { from: null, to: null }
  }
  const most = under.exec(folded)
  if (most !== null) return { from: null, to: Number(most[1]) }
  const least = over.exec(folded) ?? bare.exec(folded)
  return { from: least === null ? null : Number(least[1]), to: null }
}
