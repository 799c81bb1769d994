import { fold } from '../../../../kernel/fold.ts'
import { once } from '../../../../kernel/once.ts'
import { familyNamesOf, givenNamesOf } from './givenNames.ts'

const given = once((): ReadonlySet<string> => new Set(givenNamesOf().map(fold)))
const families = once((): ReadonlySet<string> => new Set(familyNamesOf()))

/** Some word of it is a common given name, in any of the scripts that results are written in. */
export const hasFirstName = (text: string): boolean =>
  isEastern(text)
    ? beginsWithFamilyName(text)
    : fold(text)
        .split(/[ ,.()"“”]+/u)
        .some((word) => given().has(word))

const eastern = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々ー]+$/u

/** Written in the letters of Chinese, Japanese or Korean names, as long as those are, with or without a space. */
export const isEastern = (text: string): boolean => {
  const bare = text.replace(/[\s\u3000]/gu, '')
  return bare.length >= 2 && bare.length <= 8 && eastern.test(bare)
}

/** The family name stands first and has one character or two, in Japan up to three. */
const beginsWithFamilyName = (text: string): boolean => {
  const [first = ''] = text.split(/[\s\u3000]/u)
  const isAlone = first.length < text.length
  return isAlone
    ? families().has(first)
    : text.length <= 5 && [1, 2, 3].some((length) => length < text.length && families().has(text.slice(0, length)))
}

export const isPatronymic = (text: string): boolean => /(?:вич|вна|ична|кызы|оглы|гызы)$/i.test(text)
