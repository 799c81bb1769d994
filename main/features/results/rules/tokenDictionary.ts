import { canBeMistyped, isNear } from '../../../../preload/shared/similarWords.ts'
import { createTokenTable } from './tokenTable.ts'
import { firstLettersFor, spellsCyrillic, spellsLatin, wordStarts, type Script } from './transliteration.ts'

/** A word of a query: folded, and as it is spelled when it is looked for in the other script; `script` null: it is not. */
export type QueryWord = { readonly word: string; readonly spelled: string; readonly script: Script | null }

/** All different tokens of many lines, each under a number that it keeps. */
export type TokenDictionary = {
  readonly size: () => number
  /** The number of the token in a text from `start` to `end`; a new token gets a new number. */
  readonly add: (text: string, start: number, end: number) => number
  readonly numberOf: (token: string) => number | undefined
  readonly textOf: (number: number) => string
  /** Numbers of the tokens that hold the word, or begin with it written in the other script. */
  readonly find: (word: QueryWord) => readonly number[]
  /** Numbers of the tokens that are the word but for one letter. */
  readonly findNear: (word: string) => readonly number[]
  /** Prepares tokens added since the last `find`, in turns with other work. */
  readonly prepare: () => Generator<undefined, void>
}

/** Tokens as one text to be scanned, rebuilt after many additions; `scanned` of them are in it. */
type Shelf = {
  readonly tokens: string[]
  readonly numbers: number[]
  text: string
  starts: Uint32Array
  scanned: number
}

const emptyShelf = (): Shelf => ({ tokens: [], numbers: [], text: '', starts: new Uint32Array(1), scanned: 0 })

/** Where words begin, by their first letter. */
type Beginnings = Map<string, { readonly numbers: number[]; readonly at: number[] }>

const digits = /^\d+$/
/** New tokens that are checked one by one before the text is rebuilt; and an eighth of those in it. */
const mostLoose = 1_000
/** Tokens prepared in one turn. */
const tokensPerStep = 5_000

export const createTokenDictionary = (): TokenDictionary => {
  const table = createTokenTable()
  const { texts } = table
  // Most tokens are bibs; skip them for words with letters.
  const bare = emptyShelf()
  const others = emptyShelf()
  const beginnings: Beginnings = new Map()

  const add = (text: string, start: number, end: number): number => {
    const count = texts.length
    const number = table.add(text, start, end)
    if (number < count) return number
    const token = texts[number] ?? ''
    const shelf = digits.test(token) ? bare : others
    shelf.tokens.push(token)
    shelf.numbers.push(number)
    return number
  }

  let noted = 0
  const noteBeginnings = (until: number): void => {
    for (; noted < until; noted += 1) {
      const token = others.tokens[noted] ?? ''
      for (const start of wordStarts(token)) {
        const letter = token[start] ?? ''
        let list = beginnings.get(letter)
        if (list === undefined) beginnings.set(letter, (list = { numbers: [], at: [] }))
        list.numbers.push(others.numbers[noted] ?? 0)
        list.at.push(start)
      }
    }
  }

  const transliterated = (word: string, script: Script, hits: number[]): void => {
    noteBeginnings(others.tokens.length)
    const spells = script === 'latin' ? spellsLatin : spellsCyrillic
    for (const letter of firstLettersFor(word, script)) {
      const list = beginnings.get(letter)
      if (list === undefined) continue
      for (let place = 0; place < list.numbers.length; place += 1) {
        const number = list.numbers[place] ?? 0
        if (spells(word, texts[number] ?? '', list.at[place]) > 0) hits.push(number)
      }
    }
  }

  return {
    size: () => texts.length,
    add,
    numberOf: (token) => {
      const number = table.find(token, 0, token.length)
      return number === -1 ? undefined : number
    },
    textOf: (number) => texts[number] ?? '',
    *prepare() {
      while (noted < others.tokens.length) {
        noteBeginnings(Math.min(others.tokens.length, noted + tokensPerStep))
        yield
      }
    },
    find: ({ word, spelled, script }) => {
      const hits: number[] = []
      if (digits.test(word)) scan(bare, word, hits)
      scan(others, word, hits)
      if (script !== null) transliterated(spelled, script, hits)
      return hits
    },
    findNear: (word) => {
      if (!canBeMistyped(word)) return []
      const { tokens, numbers } = others
      return numbers.filter((_, place) => isNear(word, tokens[place] ?? ''))
    },
  }
}

const scan = (shelf: Shelf, word: string, hits: number[]): void => {
  const { tokens, numbers } = shelf
  if (tokens.length - shelf.scanned > mostLoose + shelf.scanned / 8) refresh(shelf)
  const { text, starts, scanned } = shelf
  let place = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[place])) {
    while ((starts[place + 1] ?? 0) <= at) place += 1
    hits.push(numbers[place] ?? 0)
    place += 1
    if (place === scanned) break
  }
  for (let loose = scanned; loose < tokens.length; loose += 1) {
    if (tokens[loose]?.includes(word) === true) hits.push(numbers[loose] ?? 0)
  }
}

const refresh = (shelf: Shelf): void => {
  const { tokens } = shelf
  const starts = new Uint32Array(tokens.length + 1)
  let position = 0
  for (let place = 0; place < tokens.length; place += 1) {
    starts[place] = position
    position += (tokens[place]?.length ?? 0) + 1
  }
  starts[tokens.length] = position
  shelf.text = tokens.join('\n')
  shelf.starts = starts
  shelf.scanned = tokens.length
}
