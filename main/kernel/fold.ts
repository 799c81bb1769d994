import { memoised } from './bounded.ts'

// Letters that neither lower-casing nor NFKD reduces to a plain letter.
const plainForms: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['đ', 'd'],
  ['ø', 'o'],
  ['ı', 'i'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
])
const rare = /[^\n -~Ѐ-ѯ]+/g
const marks = /[\u0300-\u036f]/
const hyphens = /[-‐-―−]/g

/**
 * One form for what a person means by the same word: case, ё and е, accents, composed and decomposed letters, and hyphens
 * against spaces make no difference; й stays a letter of its own. Line breaks stay, so whole tables fold at once.
 */
export const fold = (text: string): string => foldRuns(text, foldRare)

/** Apostrophes, and what keyboards and services write in their place. */
const apostrophes = /['`\u00b4\u02b9-\u02bf\u02c8\u2018\u2019\u201b\u2032\uff07]/g

/** Search knows no apostrophes: O'Neil, O’Neil and ONeil are one. They go before folding, which makes a space of some. */
export const withoutApostrophes = (text: string): string => text.replace(apostrophes, '')

export const foldSearched = (text: string): string => fold(withoutApostrophes(text))

const foldRuns = (text: string, foldRun: (run: string) => string): string => {
  // Composed first: in a decomposed й the mark is part of the letter, elsewhere it is an accent.
  const composed = marks.test(text) ? text.normalize('NFC') : text
  return composed.toLowerCase().replace(rare, foldRun).replaceAll('ё', 'е').replace(hyphens, ' ')
}

const wide = /[\u1100-\u11ff\u3005-\u9fff\uac00-\ud7af\uff66-\uff9f]/
const wideGap = /(?<=[\u1100-\u11ff\u3005-\u9fff]) (?=[\u1100-\u11ff\u3005-\u9fff])/g

/**
 * `foldSearched` of lines. Spaces between Chinese, Japanese and Korean letters go: people write one name with and
 * without them.
 */
export const foldLines = (text: string): string => {
  let hasWide = false
  const folded = foldRuns(withoutApostrophes(text), (run) => {
    hasWide ||= wide.test(run)
    return foldRare(run)
  })
  return hasWide ? folded.replace(wideGap, '') : folded
}

/** Folds a run of characters outside ASCII and Russian; a table has few distinct ones. */
const foldRare = memoised((run) =>
  run
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}+/gu, '')
    .replace(/[łđøıßæœ]/g, (letter) => plainForms.get(letter) ?? letter)
    .replace(/[^\S\n]+/g, ' '),
)

/** The folded words of a query; a row matches when it holds every one of them. */
export const searchWords = (query: string): readonly string[] => {
  const words = fold(query.replaceAll('\n', ' '))
    .split(' ')
    .filter((word) => word !== '')
  // Longest first: it has the fewest hits, so the other words are checked on fewer rows.
  return [...new Set(words)].sort((a, b) => b.length - a.length)
}
