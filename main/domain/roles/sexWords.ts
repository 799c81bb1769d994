import { fold } from '../fold.ts'

export type Sex = 'm' | 'f'

const words: readonly (readonly [Sex, string])[] = [
  ['m', 'm м male man men boy boys муж мужской мужчина мужчины мужчин мальчик мальчики юноши юниоры'],
  ['m', 'h männlich maennlich mann männer herr herren homme hommes masculin hombre hombres masculino varon varones'],
  ['m', 'mies miehet pojat messieurs'],
  ['f', 'f ж w female woman women girl girls lady ladies жен женский женщина женщины женщин девушки девочки юниорки'],
  ['f', 'weiblich frau frauen dame damen femme femmes feminin dames mujer mujeres femenino k n nainen naiset tytöt'],
]

const sexByWord: ReadonlyMap<string, Sex> = new Map(
  words.flatMap(([sex, list]) => list.split(' ').map((word) => [fold(word), sex] as const)),
)

/** Words of these headers may write M for mujer. */
const spanishHeader = /sexo|genero|rama/

/**
 * The sex that a cell names, in the letters and words of six languages; null for anything else, and for a Spanish M,
 * which is either masculino or mujer.
 */
export const sexOf = (text: string, header: string): Sex | null => {
  const word = fold(text).trim().replace(/\.$/, '')
  if (word === 'm' && spanishHeader.test(fold(header))) return null
  return sexByWord.get(word) ?? null
}

export const isSexWord = (text: string): boolean => sexByWord.has(fold(text).trim().replace(/\.$/, ''))
