import type { Part, WordsOf } from './headerPart.ts'
import { peopleWords } from './peopleWords.ts'
import { raceWords } from './raceWords.ts'

/**
 * The words of headers by what they speak of and by language, a word once in its part. They are folded when read, so marks,
 * case and hyphens make no difference; a word that several languages share stands under the first of them.
 */
export const headerWords: { readonly [P in Part]: WordsOf } = { ...raceWords, ...peopleWords }
