import { peopleWords } from './peopleWords.ts'
import { raceWords } from './raceWords.ts'

/**
 * The words of headers by what they speak of and by language, with "|" between them, a word once in its part. They are folded
 * when read, so marks, case and hyphens make no difference; a word that several languages share stands under the first of them.
 * Languages whose words are much alike stand in one list.
 */
export const headerWords = { ...raceWords, ...peopleWords }

/** The subject of a part of a header. Parts make roles together: place and sex, start and number. */
export type Part = keyof typeof headerWords
