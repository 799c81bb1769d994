/** Invisible characters: controls, format and direction marks, fillers, variation selectors. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const unseen = new RegExp(`${invisible.source}|\\s`, 'gu')

export const hasInvisible = (text: string): boolean => invisible.test(text)

/** The text without invisible characters. */
export const inkOf = (text: string): string => text.replace(unseen, '')

// Capital letters of other alphabets, and the Latin letter or digit that looks the same; O and I count as 0 and 1.
const cyrillic = 'АВЕЗІЈКМНОРСЅТУХӀБԚԜѴ'
const cyrillicLatin = 'ABE31JKMH0PCSTYX16QWV'
const greek = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const greekLatin = 'ABEZH1KMN0PTYX'
const plainForms: ReadonlyMap<string, string> = new Map([
  ...Array.from(cyrillic, (letter, index) => [letter, cyrillicLatin[index] ?? letter] as const),
  ...Array.from(greek, (letter, index) => [letter, greekLatin[index] ?? letter] as const),
  ['O', '0'],
  ['I', '1'],
  ['|', '1'],
])

const shapeOf = (text: string): string => {
  let shape = ''
  for (const letter of text.toUpperCase()) shape += plainForms.get(letter) ?? letter
  return shape
}

/**
 * Keys by which texts that a person may take for one another meet: alphabets, 0 and O, 1 and I and l, spaces and unseen
 * characters make no difference. Texts look alike when they share one of the keys.
 */
export const lookAlikeKeys = (text: string): readonly string[] => {
  const ink = inkOf(text.normalize('NFKC'))
  const key = shapeOf(ink)
  // A lower-case l looks like 1, and becomes L when typed in capitals.
  return ink.includes('l') ? [key, shapeOf(ink.replaceAll('l', '1'))] : [key]
}

export const mixesAlphabets = (text: string): boolean =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((script) => script.test(text)).length > 1

const cyrillicLetters = /\p{Script=Cyrillic}/gu
/** Case matters here: a small "т" looks like no Latin letter. */
const readsAsLatin = /^[АВЕКМНОРСТУХІЈЅӀаеорсухіјѕ]+$/u
const zeroOrLetter = /(?<=\p{L})0(?=\p{L})|(?<=\d)[OОoо](?!\p{L})/u

/** True for a code that reads as another one: Cyrillic that could all be Latin, a zero among letters, an O among digits. */
export const readsAsAnother = (text: string): boolean => {
  const letters = text.match(cyrillicLetters)?.join('') ?? ''
  return readsAsLatin.test(letters) || zeroOrLetter.test(text)
}

/** Letters and digits that look like no other, in print, in hand and in either alphabet. */
export const distinctCharacters = 'DFGLNRUWZ45789'

const smallPairs = 'аa вb сc еe нh кk мm оo рp тt уy хx іi ѕs јj'.split(' ')
const toCyrillic: ReadonlyMap<string, string> = new Map(smallPairs.map(([letter = '', latin = '']) => [latin, letter]))
/** A Д typed on a Russian keyboard stands for D. */
const toLatin: ReadonlyMap<string, string> = new Map(
  [...smallPairs, 'дd'].map(([letter = '', latin = '']) => [letter, latin]),
)

/** A small-letter text of two alphabets, written in each of them alone as far as letters look alike; [] for other texts. */
export const inEachAlphabet = (text: string): readonly string[] => {
  if (!/[a-z]/.test(text) || !/[\u0400-\u04ff]/.test(text)) return []
  return [toCyrillic, toLatin].map((letters) => Array.from(text, (letter) => letters.get(letter) ?? letter).join(''))
}
