import { firstLettersFor, scriptOf, spellsCyrillic, spellsLatin, wordStarts } from './transliteration.ts'

/** A word of a query: folded, and as it is spelled when it is looked for in the other script. */
export type QueryWord = { readonly word: string; readonly spelled: string }

/** All different tokens of many lines, each under a number that it keeps. */
export type TokenDictionary = {
  readonly size: () => number
  /** The token's number, a new one when it is new. */
  readonly add: (token: string) => number
  readonly numberOf: (token: string) => number | undefined
  /** Numbers of the tokens that hold the word, or begin with it written in the other script. */
  readonly find: (word: QueryWord) => readonly number[]
}

/** Tokens as one text to be scanned, made anew when tokens came since. */
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
/** From this length on a slice of a long text keeps the whole text in memory. */
const sliceLength = 13

export const createTokenDictionary = (): TokenDictionary => {
  const known = new Map<string, number>()
  const texts: string[] = []
  // Bibs are most of all tokens: a word with a letter in it need not be looked for among them.
  const bare = emptyShelf()
  const others = emptyShelf()
  const beginnings: Beginnings = new Map()

  const add = (token: string): number => {
    const found = known.get(token)
    if (found !== undefined) return found
    const own = token.length < sliceLength ? token : ` ${token}`.slice(1)
    const number = texts.length
    texts.push(own)
    known.set(own, number)
    const shelf = digits.test(own) ? bare : others
    shelf.tokens.push(own)
    shelf.numbers.push(number)
    return number
  }

  const noteBeginnings = (from: number): void => {
    for (let place = from; place < others.tokens.length; place += 1) {
      const token = others.tokens[place] ?? ''
      for (const start of wordStarts(token)) {
        const letter = token[start] ?? ''
        let list = beginnings.get(letter)
        if (list === undefined) beginnings.set(letter, (list = { numbers: [], at: [] }))
        list.numbers.push(others.numbers[place] ?? 0)
        list.at.push(start)
      }
    }
  }

  const transliterated = (word: string, hits: number[]): void => {
    const script = scriptOf(word)
    if (script === null) return
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
    numberOf: (token) => known.get(token),
    find: ({ word, spelled }) => {
      const hits: number[] = []
      if (digits.test(word)) scan(bare, word, hits)
      const noted = others.scanned
      scan(others, word, hits)
      if (noted < others.scanned) noteBeginnings(noted)
      transliterated(spelled, hits)
      return hits
    },
  }
}

const scan = (shelf: Shelf, word: string, hits: number[]): void => {
  if (shelf.scanned < shelf.tokens.length) refresh(shelf)
  const { text, starts, numbers } = shelf
  let place = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[place])) {
    while ((starts[place + 1] ?? 0) <= at) place += 1
    hits.push(numbers[place] ?? 0)
    place += 1
    if (place === numbers.length) return
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
