const highlightName = 'data-table-match'

const latin: { readonly [letter: string]: string } = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ł: 'l',
  đ: 'd',
  ø: 'o',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const foldedLetters = new Map<string, string>()

const foldLetter = (letter: string): string => {
  const known = foldedLetters.get(letter)
  if (known !== undefined) return known
  const lower = letter
    .normalize('NFKC')
    .toLowerCase()
    .replace('ё', 'е')
    .replace(/[-‐-―−\s]/g, ' ')
  // й is a letter of its own: NFKD would make it и with a mark.
  const plain = lower === 'й' ? lower : lower.normalize('NFKD').replace(/\p{Mn}+/gu, '')
  const folded = [...plain].map((part) => latin[part] ?? part).join('')
  if (foldedLetters.size < 4096) foldedLetters.set(letter, folded)
  return folded
}

const foldWord = (word: string): string => [...word].map(foldLetter).join('')

/** `[start, end)` in UTF-16 units of the text as it stands. */
export type Match = readonly [start: number, end: number]

/** A text with, for each folded unit, where its letter begins in the text. */
const foldText = (text: string): { readonly folded: string; readonly starts: readonly number[] } => {
  let folded = ''
  const starts: number[] = []
  let at = 0
  for (const letter of text) {
    const part = foldLetter(letter)
    for (let unit = 0; unit < part.length; unit += 1) starts.push(at)
    folded += part
    at += letter.length
  }
  starts.push(at)
  return { folded, starts }
}

/** End of the letter that holds the folded unit before `end`; marks that fold to nothing belong to it. */
const endOf = (starts: readonly number[], end: number): number => {
  const last = starts[end - 1] ?? 0
  let next = end
  while (next < starts.length - 1 && starts[next] === last) next += 1
  return starts[next] ?? last
}

/** Where the words occur in a text; best effort: letters are folded one by one and Cyrillic is read as Latin. */
export const findMatches = (text: string, words: readonly string[]): readonly Match[] => {
  if (words.length === 0 || text === '') return []
  const { folded, starts } = foldText(text)
  const matches: Match[] = []
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      matches.push([starts[at] ?? 0, endOf(starts, at + word.length)])
    }
  }
  return matches
}

export const foldWords = (words: readonly string[]): readonly string[] =>
  words.map((word) => foldWord(word.trim())).filter((word) => word !== '')

/** One registry entry serves all tables of the document; undefined where the browser has no custom highlights. */
const sharedHighlight = (): Highlight | undefined => {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return undefined
  const known = CSS.highlights.get(highlightName)
  if (known !== undefined) return known
  const made = new Highlight()
  CSS.highlights.set(highlightName, made)
  return made
}

/** Marks the matches in a text node without touching the document's structure; returns the ranges for `unmark`. */
export const mark = (node: Text, words: readonly string[]): readonly AbstractRange[] => {
  const matches = findMatches(node.data, words)
  const highlight = matches.length === 0 ? undefined : sharedHighlight()
  if (highlight === undefined) return []
  return matches.map(([start, end]) => {
    const range = new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end })
    highlight.add(range)
    return range
  })
}

export const unmark = (ranges: readonly AbstractRange[]): void => {
  const highlight = ranges.length === 0 ? undefined : sharedHighlight()
  if (highlight === undefined) return
  for (const range of ranges) highlight.delete(range)
}
