import type { Cell } from '../../../../preload/contract/ids.ts'
import { distanceUnits, type ColumnUnit, type DistanceUnit } from '../../../../preload/contract/roles.ts'

/** A result that is a distance or a score: more of it is better. */
export type Distance = { readonly value: number; readonly unit: DistanceUnit }

export const isDistanceUnit = (unit: ColumnUnit | undefined): unit is DistanceUnit =>
  distanceUnits.some((known) => known === unit)

const words: readonly (readonly [DistanceUnit, RegExp])[] = [
  ['km', /^(?:km|kms|км|kilomet(?:er|re|ers|res)|kilometr[yi]?|kilómetros?|километр(?:а|ов)?)$/],
  ['mi', /^(?:mi|mile|miles|миль|мил[яи])$/],
  ['m', /^(?:m|м|met(?:er|re|ers|res)|metros?|метр(?:а|ов)?)$/],
  [
    'laps',
    /^(?:laps?|lps?|loops?|rounds?|yards?|rdn?|rund(?:en?|or)|ronde[ns]?|kol[ao]?|okruh[yůu]?|круг(?:а|ов|и)?|кр|tours?|vueltas?|voltas?|gir[oi]|kierro(?:s(?:ta)?|kset)|varv|okr(?:[aą][zż](?:enie|enia|e[nń]))?|周|ラップ)$/,
  ],
  ['points', /^(?:pts?|points?|punkte?|pkt|очк(?:о|а|ов)|балл(?:а|ов|ы)?|puntos?|pontos?|punti|poäng|pistettä)$/],
]

/** The unit that a word in lower case names; null for other words. */
export const unitOfWord = (word: string): DistanceUnit | null =>
  words.find(([, pattern]) => pattern.test(word))?.[0] ?? null

const measured = /^([+\-−]?)\s?(\d{1,7}(?:[.,]\d{1,6})?)\s?([\p{L}]{1,12})\.?(?:\(s\))?( (?:down|behind|back))?$/iu

/**
 * The distance that a text says with its unit, such as "73.766 km", "24 круга" and "-2 laps"; null for anything else, for
 * "10.5 km/h" as well. "+1 lap" and "1 lap down" are one lap short, as "-1 lap" is.
 */
export const parseDistance = (text: string): Distance | null => {
  const match = text.length > 30 ? null : measured.exec(text.trim())
  if (match === null) return null
  const [, sign = '', number = '', word = '', down = ''] = match
  const isBehind = sign + down !== ''
  const unit = isBehind && word.toLowerCase() === 'l' ? 'laps' : unitOfWord(word.toLowerCase())
  if (unit === null || (isBehind && unit !== 'laps')) return null
  const value = Number(number.replace(',', '.'))
  return { value: isBehind ? -value : value, unit }
}

const plainNumber = /^\d{1,7}(?:[.,]\d{1,9})?$/

/** The distance of a cell of a column of results; a bare number counts only in a column whose unit is a distance. */
export const cellDistance = (cell: Cell | undefined, unit: ColumnUnit | undefined): Distance | null => {
  if (typeof cell !== 'string' && typeof cell !== 'number') return null
  const text = String(cell).trim()
  if (isDistanceUnit(unit) && plainNumber.test(text)) return { value: Number(text.replace(',', '.')), unit }
  return typeof cell === 'string' ? parseDistance(text) : null
}

const metresPer = { km: 1000, mi: 1609.344, m: 1 } as const

/** Sort key of distances, best first: after every time, farther before nearer, laps behind the leader last. */
export const distanceKey = ({ value, unit }: Distance): number => {
  const size = unit === 'laps' || unit === 'points' ? value : value * metresPer[unit]
  return 1e13 - size * 1000
}
