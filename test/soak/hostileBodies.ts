import fc from 'fast-check'
import { courseBodies } from '../support/resultBodies/courseBodies.ts'
import { deepBodies } from '../support/resultBodies/deepBodies.ts'
import { objectBodies } from '../support/resultBodies/objectBodies.ts'
import { tableBodies } from '../support/resultBodies/tableBodies.ts'

/** Tables as services send them; each is a category of its own. */
export const goodBodies: readonly string[] = [courseBodies, deepBodies, objectBodies, tableBodies].flatMap((bodies) =>
  bodies.map(({ text }) => text),
)

/**
 * The expected fate of the stored rows. `kept`: the body is no table, and they stay · `same`: it is their table in
 * another writing · `either`: nobody can say, but nothing may break.
 */
export type Expected = 'kept' | 'same' | 'either'

type HostileBody = {
  readonly expected: Expected
  readonly name: string
  readonly body: Buffer
  readonly contentType: string
}

/** Stands for a key of the service, which the campaign writes in its place. */
export const keyMark = '%KEY%'
/** The same, each letter as `\\u0041`. */
export const escapedKeyMark = '%ESCAPED%'

const json = 'application/json'

const noRows: readonly unknown[] = [[null], [''], [[]], 'try later', 0, null, true, {}, []]

const messages: readonly unknown[] = [
  { data: [{}, {}, {}] },
  [{}, {}],
  [{ number: null }],
  [{ number: null }, { number: '' }, { number: ' ' }],
  [{ message: 'Internal error', code: 500 }],
  { data: [{ error: 'try later' }] },
  { isSuccess: true, message: null, data: [{ error: 'try later' }] },
  { isSuccess: true, message: null, data: null },
  { isSuccess: true, message: null, data: [] },
  { isSuccess: false, message: 'Maintenance', data: null },
  { status: 'ok', items: [{ text: 'Maintenance until 12:00' }] },
  { items: [{ title: 'Maintenance', text: 'Back at 12:00', isPlanned: true }] },
  { error: { code: 503, details: [{ reason: 'overload', domain: 'results' }] } },
  { errors: ['raceGroup', 'category'].map((field) => ({ field, message: 'unknown' })) },
  { data: [[], [], []] },
  { data: [null, null] },
  { data: ['Service', 'unavailable'] },
  ...noRows,
]

const pages = [
  '<!doctype html><html><head><title>Maintenance</title></head><body><h1>Back at 12:00</h1></body></html>',
  '<html><body><table><tr><td>503</td></tr></table></body></html>',
  'Service temporarily unavailable',
  'error: upstream timed out\nplease retry\n',
  '',
  ' ',
  '\ufeff',
  '<?xml version="1.0"?><error>500</error>',
] as const

const bodyOf = (expected: Expected, name: string, body: Buffer | string, contentType = json): HostileBody => ({
  expected,
  name,
  body: Buffer.from(body),
  contentType,
})

const asMessage: fc.Arbitrary<HostileBody> = fc.oneof(
  fc.constantFrom(...messages).map((message) => bodyOf('kept', 'a message', JSON.stringify(message))),
  fc.constantFrom(...pages).map((page) => bodyOf('kept', 'a page', page, 'text/html')),
  fc.constantFrom(...pages).map((page) => bodyOf('kept', 'a page that says it is JSON', page)),
  fc
    .tuple(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 5 }))
    .map(([message, count]) => JSON.stringify({ data: Array.from({ length: count }, () => ({ message })) }))
    .map((text) => bodyOf('kept', 'rows of messages', text)),
)

const blanked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(blanked)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, blanked(inner)]))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const asSame = (text: string): readonly HostileBody[] => {
  const value = parsed(text)
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  const always = [
    bodyOf('same', 'as it is', text),
    bodyOf('same', 'with a mark of UTF-8', `\ufeff${text}`),
    bodyOf('same', 'in UTF-16', utf16),
    bodyOf('same', 'in UTF-16, big end first', Buffer.from(utf16).swap16()),
    bodyOf('same', 'of another type', text, 'text/plain; charset=utf-8'),
  ]
  if (value === undefined) return always
  return [
    ...always,
    bodyOf('same', 'indented', JSON.stringify(value, null, 2)),
    bodyOf('same', 'among blanks', `\r\n\t ${text} \n\n`),
    // Rows that are keyed by their bib still say who they are of.
    bodyOf(/"\d+":/.test(text) ? 'either' : 'kept', 'blanked', JSON.stringify(blanked(value))),
  ]
}

type Mutation = (text: string) => string

const at = (text: string, share: number): number => Math.floor(share * text.length)

const deepestWalk = 50

const inRows =
  (change: (rows: readonly unknown[]) => readonly unknown[]): Mutation =>
  (text) => {
    let isChanged = false
    const walk = (value: unknown, depth = 0): unknown => {
      if (isChanged || depth > deepestWalk || typeof value !== 'object' || value === null) return value
      if (Array.isArray(value) && value.length > 2) {
        isChanged = true
        return change(value)
      }
      if (Array.isArray(value)) return value.map((inner) => walk(inner, depth + 1))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, depth + 1)]))
    }
    const value = parsed(text)
    // A body nested too deep to be parsed stays as it is.
    return value === undefined || text.includes('['.repeat(1_000)) ? text : JSON.stringify(walk(value))
  }

const deep = (levels: number): string => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`

const share = fc.double({ min: 0, max: 1, noNaN: true })
const oddNumbers = ['1e999', '-0', '9'.repeat(300), '0.1e-400'] as const
const oddTexts = ['"=1+1;@x"', `"${keyMark}"`, `"${escapedKeyMark}"`] as const
const oddValues = [...oddNumbers, ...oddTexts, 'null', 'true', '[]', '{}', deep(40)] as const

const mutation: fc.Arbitrary<{ readonly name: string; readonly change: Mutation }> = fc.oneof(
  share.map((place) => ({ name: 'cut off', change: (text: string) => text.slice(0, at(text, place)) })),
  share.map((place) => ({
    name: 'a bracket dropped',
    change: (text: string) => {
      const brackets = [...text.matchAll(/[[\]{}]/g)].map(({ index }) => index)
      const dropped = brackets[Math.floor(place * brackets.length)]
      return dropped === undefined ? text : text.slice(0, dropped) + text.slice(dropped + 1)
    },
  })),
  fc.tuple(share, fc.string({ unit: 'grapheme', maxLength: 12 })).map(([place, name]) => ({
    name: 'a key renamed',
    change: (text: string) => {
      const keys = [...new Set([...text.matchAll(/"([^"\\]{1,40})":/g)].map(([, key]) => key ?? ''))]
      const key = keys[Math.floor(place * keys.length)]
      return key === undefined ? text : text.replaceAll(`"${key}":`, `${JSON.stringify(name)}:`)
    },
  })),
  fc
    .tuple(share, fc.constantFrom('\u0000', '\ufffe', ',', '"', '\\', '}', '\u2028', '-', 'e999', '[', keyMark))
    .map(([place, piece]) => ({
      name: `a ${JSON.stringify(piece)} put in`,
      change: (text: string) => text.slice(0, at(text, place)) + piece + text.slice(at(text, place)),
    })),
  fc.tuple(share, fc.constantFrom(...oddValues)).map(([place, value]) => ({
    name: 'a value replaced',
    change: (text: string) => {
      const values = [...text.matchAll(/:(-?\d[\d.]*|"[^"\\]*"|null|true|false)(?=[,}])/g)]
      const found = values[Math.floor(place * values.length)]
      if (found === undefined) return text
      return `${text.slice(0, found.index + 1)}${value}${text.slice(found.index + found[0].length)}`
    },
  })),
  fc.constantFrom(2, 3, 10).map((part) => ({
    name: `one row in ${part}`,
    change: inRows((rows) => rows.filter((_, index) => index % part === 0)),
  })),
  fc.constant({ name: 'rows doubled', change: inRows((rows) => [...rows, ...rows]) }),
  fc.constant({ name: 'rows turned round', change: inRows((rows) => rows.toReversed()) }),
  fc.constantFrom<unknown>(null, 'text', 1, [], {}, [[1, 2]], { message: 'x' }).map((odd) => ({
    name: 'an odd row among them',
    change: inRows((rows) => [...rows.slice(0, 1), odd, ...rows.slice(1)]),
  })),
  fc.integer({ min: 20, max: 3_000 }).map((levels) => ({
    name: 'wrapped deeply',
    change: (text: string) => `${'['.repeat(levels)}${text}${']'.repeat(levels)}`,
  })),
  fc.constant({ name: 'twice in a row', change: (text: string) => text + text }),
  fc.integer({ min: 1, max: 2_000 }).map((count) => ({
    name: 'with many new columns',
    change: inRows((rows) =>
      rows.map((row, index) =>
        typeof row === 'object' && row !== null && !Array.isArray(row) && index === 0
          ? { ...row, ...Object.fromEntries(Array.from({ length: count }, (_, nth) => [`extra ${nth}`, nth])) }
          : row,
      ),
    ),
  })),
)

const asWild = (text: string): fc.Arbitrary<HostileBody> =>
  fc
    .tuple(
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('utf8', 'utf8', 'utf16le', 'latin1' as const),
    )
    .map(([mutations, encoding]) => {
      const changed = mutations.reduce((body, { change }) => change(body).slice(0, 2_000_000), text)
      const body = Buffer.from(encoding === 'utf16le' ? `\ufeff${changed}` : changed, encoding as BufferEncoding)
      return bodyOf('either', `${mutations.map(({ name }) => name).join(', ')} in ${encoding}`, body)
    })

const asBytes = (text: string): fc.Arbitrary<HostileBody> =>
  fc.array(fc.tuple(share, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 20 }).map((flips) => {
    const body = Buffer.from(text)
    for (const [place, byte] of flips) body[Math.min(body.length - 1, Math.floor(place * body.length))] = byte
    return bodyOf('either', 'bytes replaced', body)
  })

/** A number of a good body, and what comes after it. `isFirst`: nothing is stored of the category before. */
export type BodyCase = { readonly good: number; readonly isFirst: boolean; readonly hostile: HostileBody }

const anyOther = fc.constantFrom(...goodBodies).map((other) => bodyOf('either', 'the table of another category', other))

export const anyBodyCase: fc.Arbitrary<BodyCase> = fc.nat(goodBodies.length - 1).chain((good) => {
  const text = goodBodies[good] ?? ''
  const hostile = fc.oneof(
    { weight: 3, arbitrary: asMessage },
    { weight: 2, arbitrary: fc.constantFrom(...asSame(text)) },
    { weight: 6, arbitrary: asWild(text) },
    { weight: 2, arbitrary: asBytes(text) },
    { weight: 1, arbitrary: anyOther },
  )
  return fc.record({
    good: fc.constant(good),
    isFirst: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 9),
    hostile,
  })
})
