import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { isTransliterated, scriptOf, scriptsOf } from '../../../main/features/results/rules/transliteration.ts'
import { useCores } from '../../support/coreRig.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

/** Letters, marks and breaks that trip a search; composed and decomposed й and ё, several hyphens and blanks. */
const letters = Array.from("абеийёоуАБЁЙabeoAZłßéŁ0179йё-‑– \u00a0\n\t'.").concat(
  'и\u0306',
  'е\u0308',
  'e\u0301',
  '\r\n',
)
const words = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
const cells = fc.oneof(
  words,
  fc.integer({ min: 0, max: 999 }),
  fc.constant(null),
  fc.constant(true),
  fc.array(words, { maxLength: 2 }),
)
const runners = fc.record(
  {
    number: cells,
    account: fc.record({ lastName: cells, firstName: cells, age: fc.integer({ min: 18, max: 80 }) }),
    club: cells,
    City: cells,
    status: fc.constantFrom('registered 0:45:12', 'DNF', '1:45:12', 'https://runners.example/Zß', '2026-05-16', null),
  },
  { requiredKeys: ['account'] },
)

// A fixed seed: the stored rows must be the same in each run; only queries vary.
const [sample = []] = fc.sample(fc.array(runners, { minLength: 400, maxLength: 400 }), { seed: 20_260_516, numRuns: 1 })
const categories: Readonly<Record<string, typeof sample>> = {
  First: sample.slice(0, 250),
  Second: sample.slice(250, 251),
  Third: sample.slice(251),
}

/** Written apart from the app's own folding, letter by letter, for the letters above. */
const plain = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()]
    .map((letter) => (letter === 'й' ? letter : letter.normalize('NFKD').replace(/\p{Mn}/gu, '')))
    .map((letter) => ({ ł: 'l', ß: 'ss', '-': ' ', '‐': ' ', '–': ' ' })[letter] ?? letter)
    .join('')

const textOf = (cell: Json | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/** Categories whose column "number" was recognised as that of the bibs. */
const withBibs = new Set<string>()

/** The word as it stands, or some token that begins with it in the other script. */
const holds = (text: string, word: string, script = scriptOf(word)): boolean =>
  text.includes(word) || text.split(/\s+/).some((token) => isTransliterated(word, token, script))

const inWords = (text: string): string => plain(text).split(/\s+/).join(' ').trim()

/** Every row whose searchable cells hold every word of the query; before all others those that have it for a bib. */
const scan = (query: string, isHeld = holds): readonly string[] => {
  const bare = query.replace(/[,;()[\]"«»„“”、，；（）]/g, ' ')
  const wanted = plain(bare.trim() === '' ? query : bare)
    .split(/\s+/)
    .filter((word) => word !== '')
  const scripts = scriptsOf(wanted)
  const found = Object.entries(categories).flatMap(([category, rows]) =>
    rows.flatMap(({ number, account, club, City }, index) => {
      const texts = [number, account.lastName, account.firstName, club, City].map((cell) => plain(textOf(cell)))
      const isBib = wanted.length > 0 && withBibs.has(category) && inWords(textOf(number)) === inWords(query)
      return wanted.every((word, place) => texts.some((text) => isHeld(text, word, scripts[place])))
        ? [{ isBib, hit: `${category} ${index}` }]
        : []
    }),
  )
  return [...found.filter(({ isBib }) => isBib), ...found.filter(({ isBib }) => !isBib)].map(({ hit }) => hit)
}

const cores = useCores(afterAll)
let taken: TakenRows
beforeAll(async () => {
  taken = await takeRows(cores, categories)
  for (const name of Object.keys(categories)) {
    const query = { stage: taken.stage, categories: [taken.idOf(name)], offset: 0, limit: 0 }
    const { columns } = await taken.open.call('results:page', query)
    if (columns.some(({ name: column, role }) => column === 'number' && role === 'bib')) withBibs.add(name)
  }
})

const hits = async (query: string): Promise<readonly string[]> => {
  const names = new Map(Object.keys(categories).map((name) => [taken.idOf(name), name]))
  return (await taken.rows({ search: query })).map(({ category, index }) => `${names.get(category)} ${index}`)
}

const pieces = fc
  .tuple(fc.constantFrom(...sample), fc.nat(4), fc.nat(7), fc.integer({ min: 1, max: 6 }))
  .map(([{ number, account, club, City }, which, from, length]) =>
    textOf([number, account.lastName, account.firstName, club, City][which]).slice(from, from + length),
  )
const written = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFC'),
  (text) => text.normalize('NFD'),
  (text) => text.replaceAll('ё', 'е').replaceAll('-', ' '),
)
const word = fc.tuple(fc.oneof(pieces, words), written).map(([text, write]) => write(text))
const queries = fc.oneof(
  fc.constantFrom(...letters),
  word,
  fc.tuple(word, word).map((both) => both.join(' ')),
  fc.tuple(word, fc.constantFrom(...letters), word).map((all) => all.join(' ')),
)

it('finds for every query the very rows that a scan of all rows finds, in their order', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const found = await hits(query)
      expect(found).toEqual(scan(query))
      const literal = scan(query, (text, word) => text.includes(word))
      expect(literal.filter((hit) => !found.includes(hit))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

it('is not a test of empty hands: queries of one letter hit some rows and miss others', async () => {
  for (const letter of ['и', 'й', 'ё', 'a', '7', 'ß', 'ł']) {
    const found = await hits(letter)
    expect(found).toEqual(scan(letter))
    expect([letter, found.length > 10, found.length < 400]).toEqual([letter, true, true])
  }
})

it('searches no statuses, times, links and ages', async () => {
  for (const text of ['DNF', '1:45:12', '0:45', 'https', 'runners.example', '2026-05']) {
    expect([text, await hits(text)]).toEqual([text, scan(text)])
  }
  const ages = [...new Set(sample.map(({ account }) => String(account.age)))]
  const elsewhere = ages.filter((age) => scan(age).length === 0)
  for (const age of elsewhere) expect([age, await hits(age)]).toEqual([age, []])
})
