import { isGivenName } from './givenNames.ts'

type SplitName = {
  readonly firstName: string
  readonly lastName: string
  /** Something in the name itself says which is which; otherwise it is only what is usual. */
  readonly isSure: boolean
}

/** Suffixes after a name. */
const title = /^(?:Jr|JR|Sr|SR|II|III|IV|MD|M\.D|Ph\.?D|PHD|Esq)\.?$/u
const initials = /^(?:\p{L}\.-?)*\p{L}?\.?$/u
/** Beside a last name in capitals; any other word so short may be initials. */
const particles = new Set('AL DA DE DEL DER DI DOS DU EL LA LE VAN VON'.split(' '))

const isShouted = (word: string): boolean => /^(?=.*\p{Lu}.*\p{Lu})[\p{Lu}\p{M}'’.-]+$/u.test(word)
const isShoutedName = (word: string): boolean =>
  isShouted(word) && !word.includes('.') && (word.match(/\p{Lu}/gu)?.length ?? 0) >= 3
const isCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text)

/**
 * First and last name of a name in one piece; a patronymic is left out. Sure: "Last, First", a last name in capitals, and the
 * place of a patronymic, nothing else about the name being in doubt. Otherwise the word that is no given name and no initials
 * is proposed; of two such Cyrillic names are taken for "Last First", others for "First Last". Null for a single word.
 */
export const splitName = (name: string): SplitName | null => {
  const parts = name.split(',').map((part) => part.trim())
  const [before = '', after, ...more] = parts.filter((part) => part !== '' && !title.test(part))
  if (after !== undefined) {
    return { lastName: before, firstName: after, isSure: parts.length === 2 && more.length === 0 }
  }
  const all = before.split(/\s+/u)
  const words = all.filter((word, at) => at === 0 || !title.test(word))
  if (words.length < 2) return null
  const split = byCapitals(words) ?? byPatronymic(words) ?? asUsual(words)
  return parts.length === 1 && words.length === all.length ? split : { ...split, isSure: false }
}

/** The capitals stand together, at one end. */
const byCapitals = (words: readonly string[]): SplitName | null => {
  const last = words.filter((word) => isShoutedName(word) || particles.has(word))
  const first = words.filter((word) => !last.includes(word))
  if (first.length === 0 || first.some(isShouted) || !last.some(isShoutedName)) return null
  const [lastName, firstName] = [last.join(' '), first.join(' ')]
  const ends = [`${lastName} ${firstName}`, `${firstName} ${lastName}`]
  return ends.includes(words.join(' ')) ? { lastName, firstName, isSure: true } : null
}

const ofMan = /(?:ович|евич|оглы)$/iu
const ofWoman = /(?:овна|евна|ична|кызы)$/iu
const isWomansName = (word: string): boolean =>
  /[ая]$/iu.test(word) && !/^(?:илья|никита|лука|фома|кузьма|савва|данила)$/iu.test(word)

/** Abramovich is a last name as well: a patronymic follows a first name of its own gender. */
const isPatronymic = (word: string, firstName: string): boolean =>
  ofWoman.test(word) || (ofMan.test(word) && !isWomansName(firstName))

const byPatronymic = ([one = '', two = '', three = '', ...more]: readonly string[]): SplitName | null => {
  if (more.length > 0 || [one, two, three].some((word) => initials.test(word))) return null
  const isSecond = isPatronymic(two, one) && !isGivenName(three)
  const isThird = isPatronymic(three, two) && !isGivenName(one)
  if (isSecond === isThird) return null
  return isThird ? { lastName: one, firstName: two, isSure: true } : { lastName: three, firstName: one, isSure: true }
}

const asUsual = (words: readonly string[]): SplitName => {
  const [first = '', ...rest] = words
  const last = words.at(-1) ?? ''
  const canBeLast = (word: string): boolean => !initials.test(word) && !isGivenName(word)
  const isLastFirst = canBeLast(first) === canBeLast(last) ? isCyrillic(first) : canBeLast(first)
  return isLastFirst
    ? { lastName: first, firstName: rest.join(' '), isSure: false }
    : { lastName: last, firstName: words.slice(0, -1).join(' '), isSure: false }
}
