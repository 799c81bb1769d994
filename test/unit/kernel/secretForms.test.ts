import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMask } from '../../../main/platform/http/masking.ts'
import { createSecretMask } from '../../../main/kernel/secretMask.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const secrets = 'access-Key/29fa+83bc01==|results.key~77ZZ04|a"\\Access7731mark/+== aaaa|r&<\'Results%20 bb\\bb>'.split(
  '|',
)

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0')

/** Ways to write one character within a JSON string, and back again by JSON.parse. */
const jsonForms: readonly ((character: string) => string)[] = [
  (character) => JSON.stringify(character).slice(1, -1),
  (character) => `\\u00${hexOf(character)}`,
  (character) => `\\u00${hexOf(character).toUpperCase()}`,
  (character) => (character === '/' ? '\\/' : JSON.stringify(character).slice(1, -1)),
]
const percentForms: readonly ((character: string) => string)[] = [
  (character) => (/[\w.~-]/.test(character) ? character : encodeURIComponent(character)),
  (character) => `%${hexOf(character)}`,
  (character) => `%${hexOf(character).toUpperCase()}`,
]
const htmlForms: readonly ((character: string) => string)[] = [
  (character) => (/[&<>"']/.test(character) ? `&#${character.charCodeAt(0)};` : character),
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#00${character.charCodeAt(0)};`,
  (character) => `&#x${hexOf(character)};`,
  (character) => `&#X${hexOf(character).toUpperCase()};`,
]

type Family = { readonly forms: typeof jsonForms; readonly decode: (text: string) => string }
const families: readonly Family[] = [
  { forms: jsonForms, decode: (text) => JSON.parse(`"${text}"`) as string },
  { forms: percentForms, decode: decodeURIComponent },
  {
    forms: htmlForms,
    decode: (text) =>
      text.replace(/&#(x?)0*([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, hex === '' ? 10 : 16)),
      ),
  },
]

const written = (text: string, forms: Family['forms'], choices: readonly number[]): string =>
  [...text]
    .map((character, index) => forms[(choices[index % choices.length] ?? 0) % forms.length]?.(character))
    .join('')

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with BOM': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16LE with BOM': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(text, 'utf16le').swap16(),
  'UTF-16BE with BOM': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
}

const ownBytes = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)
const decoded = (bytes: Uint8Array, encoding: string): string => {
  const name = encoding.startsWith('UTF-8') ? 'utf-8' : encoding.startsWith('UTF-16LE') ? 'utf-16le' : 'utf-16be'
  return new TextDecoder(name).decode(bytes)
}

const secret = fc.oneof(
  fc.constantFrom(...secrets),
  fc
    .string({ unit: fc.constantFrom(...Array.from('abcXYZ019-_.~/+= %&"\'<>\\u0;#x')), minLength: 6, maxLength: 40 })
    .filter((text) => /^[^\s\\].*[^\s\\]$/.test(text) && lettersOf(text) >= 6),
)
/** Letters of a key whose own letters may read as escapes. */
const lettersOf = (key: string): number =>
  key.replaceAll('\\', '').replace(/%[0-9a-f]{2}|&#x?[0-9a-f]+;|u00[0-9a-f]{2}/gi, '.').length
const choices = fc.array(fc.nat(9), { minLength: 1, maxLength: 12 })
/** Text around a key: letters that no secret begins or ends with, in other scripts too. */
const around = fc.string({ unit: fc.constantFrom(...Array.from('ЁлкинаŁż日本 :,{}[]')), maxLength: 20 })

describe('an echoed key', () => {
  it.each(Object.keys(encodings))(
    'is masked in %s in whatever mix of escapes, and nothing around it changes',
    (name) => {
      const encode = encodings[name] ?? Buffer.from
      expectAll(secret, choices, fc.nat(2), around, around, (key, picked, which, before, after) => {
        const { forms, decode } = families[which] ?? { forms: jsonForms, decode: String }
        const echoed = written(key, forms, picked)
        const body = ownBytes(encode(before + echoed + after))
        const masked = createMask([key]).bytes(body)
        expect(decoded(masked, name)).toBe(`${before}***${after}`)
        expect(decode(echoed)).toBe(key)
        expect(createMask([key]).text(before + echoed + after)).toBe(`${before}***${after}`)
      })
    },
  )

  it('is masked in JSON within JSON within a percent-encoded text, which stays JSON', () => {
    for (const key of [...secrets, '\\ends with it\\', '"begins"']) {
      const twice = JSON.stringify(JSON.stringify({ message: `no: ${key}`, next: '"quoted"' }))
      const mask = (text: string): string =>
        Buffer.from(createMask([key]).bytes(ownBytes(Buffer.from(text)))).toString()
      const texts = [mask(twice), decodeURIComponent(mask(encodeURIComponent(twice)))]
      for (const text of texts) {
        const { message, next } = JSON.parse(JSON.parse(text) as string) as Record<string, string>
        expect(message?.replaceAll('\\', '')).toBe('no: ***')
        expect(next).toBe('"quoted"')
      }
    }
  })

  it('is masked in every place, beside other keys and with the doubled quotes of CSV', () => {
    const [one = '', other = '', quoted = ''] = secrets
    const csv = `"${quoted.replaceAll('"', '""')}";0:41:00`
    const body = Buffer.from(`${one},${encodeURIComponent(other)};${one}${one}\r\n${csv}`)
    expect(Buffer.from(createMask(secrets).bytes(ownBytes(body))).toString()).toBe('***,***;******\r\n"***";0:41:00')
  })

  it('is masked in words for the log, in any mix of escapes and beyond ASCII', () => {
    const { add, mask } = createSecretMask()
    add('ключ-Ñandú-7731')
    add('results.key~77ZZ04')
    const encoded = encodeURIComponent('ключ-Ñandú-7731')
    for (const text of [encoded, encoded.replaceAll(/%../g, (escape) => escape.toLowerCase()), 'ключ-Ñandú-7731'])
      expect(mask(`no: ${text}!`)).toBe('no: ***!')
    expect(mask('r\\u0065sults%2Ekey&#126;77ZZ04')).toBe('***')
    expect(mask('nothing of that kind')).toBe('nothing of that kind')
    for (const one of ['abcdef', 'abcdef-and-more']) add(one)
    expect(mask('x abcdef-and-more y abcdef')).toBe('x *** y ***')
  })
})

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/'
const random = (letters: string, minLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...letters), { minLength, maxLength: 64 }).map((picked) => picked.join(''))
const values =
  'production|europe-west3.example|application/json; charset=utf-8|season 2026-11-27|RacedeskClient/1.2 (Linux)|12345|X|'

it('a header value is searched for in other texts unless it is short, a GUID or words, and a key always is', () => {
  const randomKey = fc.oneof(random(base64, 20), random(base64.slice(0, 62), 18), random('0123456789abcdef', 16))
  expectAll(randomKey, around, around, (key, before, after) => {
    const { add, holds } = createSecretMask()
    add(key, false)
    expect(holds(before + key + after)).toBe(true)
  })
  const ordinary = fc.oneof(fc.uuid(), fc.constantFrom(...values.split('|')))
  expectAll(ordinary, (value) => {
    const { add, holds, mask } = createSecretMask()
    const text = `in ${value}`
    add(value, false)
    expect([holds(text), mask(text) === text]).toEqual([false, value.length < 6])
    add(value)
    add(value, false)
    expect(holds(text)).toBe(value.length >= 12)
  })
})

it('a body without a key stays the same to the byte, whatever escapes it has', () => {
  const piece = fc.constantFrom(...'\\u0061 \\u0041 %41 %2 &#97; &amp; \\/ \\\\ \\" \0 é access Key /29fa'.split(' '))
  const body = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(''))),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  )
  expectAll(body, (bytes) => {
    const given = ownBytes(bytes)
    expect(createMask(secrets).bytes(given)).toBe(given)
  })
})
