const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const shiftedKeys = '~qwertyuiop{}asdfghjkl:"zxcvbnm<>'
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const keysFrom = (...pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(pairs.flatMap(([from, to]) => [...from].map((key, at) => [key, to[at] ?? key] as const)))

const toRussian = keysFrom([shiftedKeys, russianKeys], [latinKeys, russianKeys])
const toLatin = keysFrom([russianKeys, latinKeys])

const latinLetter = /[a-z]/
const russianLetter = /[а-яё]/

/** The query as the same keys write it in the other of the Latin and the Russian layout; null for fewer than four letters of one script. */
export const inOtherLayout = (query: string): string | null => {
  const text = query.toLowerCase()
  const isLatin = latinLetter.test(text)
  if (isLatin === russianLetter.test(text)) return null
  const [letter, keys] = isLatin ? [latinLetter, toRussian] : [russianLetter, toLatin]
  let longest = 0
  const other = text.replace(/\S+/g, (word) => {
    if (!letter.test(word)) return word
    longest = Math.max(longest, word.length)
    return Array.from(word, (key) => keys.get(key) ?? key).join('')
  })
  return longest < 4 ? null : other
}

const mistypable = /^(?:\p{Script=Latin}{4,}|\p{Script=Cyrillic}{4,})$/u

/** Whether other spellings of a folded word are looked for: not those of short words and numbers. */
export const canBeMistyped = (word: string): boolean => mistypable.test(word)

const isSign = (code: number): boolean => code < 0x61 && !(code >= 0x30 && code <= 0x39)

/**
 * Whether the folded token, without the signs around it, is the word but for one letter that is wrong, missing, added or swapped with the
 * next. The token stands in `text` from `from` to `to`.
 */
export const isNear = (word: string, text: string, from = 0, to = text.length): boolean => {
  let start = from
  let end = to
  if (end - start < word.length - 1) return false
  while (start < end && isSign(text.charCodeAt(start))) start += 1
  while (end > start && isSign(text.charCodeAt(end - 1))) end -= 1
  const longer = end - start - word.length
  if (longer < -1 || longer > 1) return false
  let at = 0
  while (at < word.length && start < end && word.charCodeAt(at) === text.charCodeAt(start)) {
    at += 1
    start += 1
  }
  if (longer !== 0) return isSame(word, at + (longer < 0 ? 1 : 0), text, start + (longer > 0 ? 1 : 0))
  if (isSame(word, at + 1, text, start + 1)) return true
  const isSwapped = word[at] === text[start + 1] && word[at + 1] === text[start]
  return isSwapped && isSame(word, at + 2, text, start + 2)
}

/** The rest of the word is what stands there in the token. */
const isSame = (word: string, at: number, token: string, start: number): boolean => {
  for (let place = at; place < word.length; place += 1) {
    if (word.charCodeAt(place) !== token.charCodeAt(start + place - at)) return false
  }
  return true
}

/** The two parts of a word at each of its letters: people write Annsofie for Ann-Sofie. */
export const partsOf = (word: string): readonly (readonly [string, string])[] =>
  Array.from({ length: word.length - 1 }, (_, at) => [word.slice(0, at + 1), word.slice(at + 1)] as const)
