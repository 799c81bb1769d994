export type SplitName = {
  readonly firstName: string
  readonly lastName: string
  /** Something in the name itself says which is which; otherwise it is only what is usual. */
  readonly isSure: boolean
}

const patronymic = /(?:ович|евич|овна|евна|ична|оглы|кызы)$/iu
const isShouted = (word: string): boolean => /^(?=.*\p{Lu}.*\p{Lu})[\p{Lu}\p{M}'’.-]+$/u.test(word)
const isCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)

/**
 * First and last name of a name in one piece; a patronymic is left out. Sure: "Last, First", a last name in capitals, and the
 * place of a patronymic. Otherwise Cyrillic names are taken for "Last First", others for "First Last". Null for a single word.
 */
export const splitName = (name: string): SplitName | null => {
  const [before = '', after = '', ...more] = name.split(',').map((part) => part.trim())
  if (before !== '' && after !== '' && more.length === 0) return { lastName: before, firstName: after, isSure: true }
  const words = name.split(/\s+/u).filter((word) => word !== '')
  if (words.length < 2) return null
  return byCapitals(words) ?? byPatronymic(words) ?? asUsual(words)
}

const byCapitals = (words: readonly string[]): SplitName | null => {
  const last = words.filter(isShouted)
  const first = words.filter((word) => !isShouted(word))
  if (last.length === 0 || first.length === 0) return null
  return { lastName: last.join(' '), firstName: first.join(' '), isSure: true }
}

const byPatronymic = ([one = '', two = '', three = '', ...more]: readonly string[]): SplitName | null => {
  if (more.length > 0 || patronymic.test(two) === patronymic.test(three)) return null
  return patronymic.test(three)
    ? { lastName: one, firstName: two, isSure: true }
    : { lastName: three, firstName: one, isSure: true }
}

const asUsual = (words: readonly string[]): SplitName => {
  const [first = '', ...rest] = words
  const last = words.at(-1) ?? ''
  return isCyrillic(first)
    ? { lastName: first, firstName: rest.join(' '), isSure: false }
    : { lastName: last, firstName: words.slice(0, -1).join(' '), isSure: false }
}
