import { scriptsOf, spellMarks, spellsCyrillic, spellsLatin, wordStarts, type Script } from './spellings.ts'

/** A word to look for: folded, and as it is spelled when it is looked for in the other script; `script` null: it is not. */
export type SoughtWord = { readonly word: string; readonly spelled: string; readonly script: Script | null }

/** `[start, end)` in UTF-16 units of the text as it stands. */
type Match = readonly [start: number, end: number]

const plainForms: { readonly [letter: string]: string } = {
  ł: 'l',
  đ: 'd',
  ø: 'o',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const common = /^[\n -~Ѐ-ѯ]$/
const apostrophe = /^['`\u00b4\u02b9-\u02bf\u02c8\u2018\u2019\u201b\u2032\uff07]/
const foldedLetters = new Map<string, string>()

/** Folds a letter with the marks that follow it, as search folds whole texts. */
const foldLetter = (letter: string): string => {
  if (apostrophe.test(letter)) return ''
  const known = foldedLetters.get(letter)
  if (known !== undefined) return known
  const lower = letter.normalize('NFC').toLowerCase()
  const plain = common.test(lower) ? lower : [...lower].map(foldPart).join('')
  const folded = plain.replaceAll('ё', 'е').replace(/[-‐-―−]/g, ' ')
  if (foldedLetters.size < 4096) foldedLetters.set(letter, folded)
  return folded
}

const foldPart = (part: string): string =>
  common.test(part)
    ? part
    : part
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{Mn}+/gu, '')
        .replace(/[łđøıßæœ]/g, (letter) => plainForms[letter] ?? letter)
        .replace(/[^\S\n]+/g, ' ')

const simple = /^[ -&(-_a-~А-Яа-я]*$/
const letters = /[^]\p{Mn}*/gu

/** The folded text and, for each of its units, the position of its letter in the text; null: the same position. */
const foldText = (text: string): { readonly folded: string; readonly starts: readonly number[] | null } => {
  if (simple.test(text)) return { folded: text.toLowerCase().replaceAll('-', ' '), starts: null }
  let folded = ''
  const starts: number[] = []
  for (const { 0: letter, index } of text.matchAll(letters)) {
    const part = foldLetter(letter)
    for (let unit = 0; unit < part.length; unit += 1) starts.push(index)
    folded += part
  }
  starts.push(text.length)
  return { folded, starts }
}

/** End of the letter that the folded unit before `end` comes from. */
const endOf = (starts: readonly number[], end: number): number => {
  const last = starts[end - 1] ?? 0
  let next = end
  while (next < starts.length - 1 && starts[next] === last) next += 1
  return starts[next] ?? last
}

const plainFold = (text: string): string => foldText(text).folded

/** The different words of a query without the signs between them, in the form in which they are looked for. */
export const soughtWords = (query: string): readonly SoughtWord[] => {
  const bare = query.replace(/[,;()[\]"«»„“”、，；（）]/g, ' ')
  const sought = bare.trim() === '' ? query : bare
  const words = plainFold(sought).split(/\s+/)
  const spelled = plainFold(spellMarks(sought)).split(/\s+/)
  const scripts = scriptsOf(spelled)
  const found = new Map<string, SoughtWord>()
  for (const [place, word] of words.entries()) {
    if (word === '' || found.has(word)) continue
    found.set(word, { word, spelled: spelled[place] ?? word, script: scripts[place] ?? null })
  }
  return [...found.values()]
}

/** Where the words occur in a text, or begin a word of it in the other script; in order, without overlaps. */
export const findMatches = (text: string, words: readonly SoughtWord[]): readonly Match[] => {
  if (words.length === 0 || text === '') return []
  const { folded, starts } = foldText(text)
  const matches: Match[] = []
  const add = (from: number, to: number): void => {
    matches.push(starts === null ? [from, to] : [starts[from] ?? 0, endOf(starts, to)])
  }
  for (const { word, spelled, script } of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) add(at, at + word.length)
    if (script === null) continue
    const spells = script === 'latin' ? spellsLatin : spellsCyrillic
    for (const start of wordStarts(folded)) {
      const length = spells(spelled, folded, start)
      if (length > 0) add(start, start + length)
    }
  }
  return matches.length < 2 ? matches : joinMatches(matches)
}

const joinMatches = (matches: readonly Match[]): readonly Match[] => {
  const joined: Match[] = []
  for (const [start, end] of matches.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last === undefined || start > last[1]) joined.push([start, end])
    else joined[joined.length - 1] = [last[0], Math.max(last[1], end)]
  }
  return joined
}
