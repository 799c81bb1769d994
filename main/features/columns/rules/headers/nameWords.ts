import { fold } from '../../../../kernel/fold.ts'

/**
 * The words of a column's name, folded: of camelCase, snake_case, dotted paths and headers alike, digits apart from
 * letters. Signs for "number" (№, #, n°) become the word "no".
 */
export const nameWords = (name: string): readonly string[] =>
  fold(
    name
      .normalize('NFC')
      .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/№|#|(?<!\p{L})[nN][°º]/gu, ' no '),
  )
    .replace(/(\p{L})(?=\p{N})/gu, '$1 ')
    .replace(/(\p{N})(?=\p{L})/gu, '$1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The words of a list with spaces between them, folded as those of names are. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(fold(list).split(' '))

/** Words as one key, so that first_name, firstName, "First name" and firstname are the same. */
export const squash = (words: readonly string[]): string => words.join('')
