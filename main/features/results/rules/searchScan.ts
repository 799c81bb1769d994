import type { BibQuery } from './bibQuery.ts'
import type { QueryWord } from './tokenDictionary.ts'
import { firstLettersFor, spellsCyrillic, spellsLatin, type Script } from './transliteration.ts'

/** Rows of a search text that hold every word or have a bib near the query, in order, and how near; null for the others. */
type TextHits = { readonly rows: readonly number[]; readonly nearness: readonly (number | null)[] }

/** Characters scanned in one turn. */
const charactersPerStep = 200_000

/**
 * The same hits as from an index of the text's tokens, without the index: a row is a hit when it contains each word, or the word begins one of
 * its runs of letters written in the other script. `bib`: null where the lines do not begin with bibs.
 */
export function* scanText(
  text: string,
  rows: number,
  words: readonly QueryWord[],
  bib: BibQuery | null,
): Generator<undefined, TextHits> {
  const starts = new Uint32Array(rows + 1)
  for (let row = 1; row <= rows; row += 1) {
    const end = text.indexOf('\n', starts[row - 1])
    starts[row] = end === -1 ? text.length : end + 1
  }
  yield
  /** Words found so far, by row. */
  const found = new Uint8Array(rows)
  for (const [turn, { word, spelled, script }] of words.entries()) {
    const take = (row: number): void => {
      if (found[row] === turn) found[row] = turn + 1
    }
    markWord(text, starts, word, take)
    yield
    if (script !== null) yield* markSpelled(text, starts, spelled, script, take)
  }
  const near = new Map<number, number>()
  if (bib !== null) {
    markWord(text, starts, bib.word, (row) => {
      const nearness = bib.nearness(bibAt(text, starts, row))
      if (nearness !== null) near.set(row, nearness)
    })
  }
  const hits: number[] = []
  for (let row = 0; row < rows; row += 1) if (found[row] === words.length || near.has(row)) hits.push(row)
  return { rows: hits, nearness: hits.map((row) => near.get(row) ?? null) }
}

const markWord = (text: string, starts: Uint32Array, word: string, take: (row: number) => void): void => {
  let row = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[row])) {
    while ((starts[row + 1] ?? Infinity) <= at) row += 1
    take(row)
    row += 1
    if (row >= starts.length - 1) return
  }
}

function* markSpelled(
  text: string,
  starts: Uint32Array,
  word: string,
  script: Script,
  take: (row: number) => void,
): Generator<undefined, void> {
  const spells = script === 'latin' ? spellsLatin : spellsCyrillic
  const letters = new Set(firstLettersFor(word, script).map((letter) => letter.charCodeAt(0)))
  let row = 0
  let before = noScript
  let restAt = charactersPerStep
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const own = code >= 97 && code <= 122 ? latin : code >= 0x400 && code <= 0x4ff ? cyrillic : noScript
    if (own !== noScript && own !== before && letters.has(code) && spells(word, text, at) > 0) {
      while ((starts[row + 1] ?? Infinity) <= at) row += 1
      take(row)
    }
    before = own
    if (at < restAt) continue
    restAt = at + charactersPerStep
    yield
  }
}

const noScript = 0
const latin = 1
const cyrillic = 2

/** The bib as `tokenizeLines` reads it: up to two spaces, or to the end of its line. */
const bibAt = (text: string, starts: Uint32Array, row: number): string => {
  const at = starts[row] ?? 0
  const next = starts[row + 1] ?? text.length
  const end = text.charCodeAt(next - 1) === 10 ? next - 1 : next
  const begin = row === 0 ? at : at + 1
  const bibEnd = Math.min(end, text.indexOf('  ', begin))
  return bibEnd > begin ? text.slice(begin, bibEnd) : ''
}
