/** ICAO Doc 9303 part 3, section 6, as passports have it since 2013; Cyrillic of Russia and its neighbours. */
const letters: ReadonlyMap<string, string> = new Map(
  (
    'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ' +
    'ъ:ie ы:y ь: э:e ю:iu я:ia і:i ї:i є:ie ґ:g ў:u ә:a ғ:g қ:k ң:n ө:o ұ:u ү:u һ:h ђ:dj ј:j љ:lj њ:nj ћ:c џ:dz ѓ:g ќ:k ѕ:dz'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)] as const),
)

/** Letters of another script; marks, spaces and signs belong to any. */
const foreignLetter = /(?!\p{Script=Latin})[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u

export const isLatin = (text: string): boolean => !foreignLetter.test(text.normalize('NFC'))

/** The text in the Latin letters of a passport, capitals kept; null when it has letters that cannot be transliterated. */
export const passportLatin = (text: string): string | null => {
  const characters = Array.from(text.normalize('NFC'))
  let latin = ''
  for (const [at, character] of characters.entries()) {
    const lower = character.toLowerCase()
    const spelling = letters.get(lower)
    if (spelling === undefined) latin += character
    else if (character === lower) latin += spelling
    else latin += isAmongCapitals(characters, at) ? spelling.toUpperCase() : capitalised(spelling)
  }
  return isLatin(latin) ? latin : null
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Щ of ЩУКИН is SHCH, that of Щукин Shch. */
const isAmongCapitals = (characters: readonly string[], at: number): boolean => {
  const next = characters[at + 1] ?? ''
  const beside = /\p{L}/u.test(next) ? next : (characters[at - 1] ?? '')
  return /\p{Lu}/u.test(beside)
}
