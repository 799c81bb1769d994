import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  apiUrl,
  fillTemplate,
  findGuids,
  isLoopbackHost,
  originOf,
  parseBaseUrl,
  parseServiceUrl,
  stageFromText,
  wholeAddress,
} from '../../../main/kernel/urls.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const stage = '6f1c2a34-0b5d-4e6f-8a9b-1c2d3e4f5a6b'
const group = '7f1c2a34-0b5d-4e6f-8a9b-1c2d3e4f5a6b'
const category = '8f1c2a34-0b5d-4e6f-8a9b-1c2d3e4f5a6b'

describe('parseServiceUrl', () => {
  test.each([
    ['https://api.example.org', 'https://api.example.org'],
    ['  https://api.example.org/  ', 'https://api.example.org'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://127.9.8.7:80/x', 'http://127.9.8.7/x'],
    ['http://[::1]:9/', 'http://[::1]:9'],
    ['https://API.example.org:443/tenant/one//', 'https://api.example.org/tenant/one'],
    ['https://пример.example/путь', 'https://xn--e1afmkfd.example/%D0%BF%D1%83%D1%82%D1%8C'],
  ])('normalises a usable URL: %s', (text, expected) => {
    expect(parseServiceUrl(text)).toEqual({ ok: true, value: expected })
  })

  const refused = `api.example.org|https:api.example.org|https://|https:///path|ftp://api.example.org|javascript:alert(1)|file:///etc/passwd|
http://api.example.org|http://127.0.0.1.example.org|http://localhost.example.org|http://[::ffff:127.0.0.1]/|https://user@api.example.org|
https://user:word@api.example.org|https://@api.example.org|https://api.example.org/?|https://api.example.org/?a=b|https://api.example.org/#|
https://api.example.org/a b|https://api.example.org\\@evil.example|https://api.example.org/\u0000`
  test.each(['', ...refused.split(/\|\n?/u), `https://api.example.org/${'a'.repeat(3000)}`])(
    'refuses an unsafe or unusable URL: %j',
    (text) => {
      expect(parseServiceUrl(text)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    },
  )

  test('is unchanged by normalising twice', () => {
    const origins = fc.constantFrom(
      'https://a.example',
      'HTTPS://API.example:443',
      'https://пример.example',
      'http://[::1]:9',
    )
    const paths = fc.array(fc.string({ unit: anyCharacter, maxLength: 4 }), { maxLength: 3 })
    expectAll(origins, paths, (origin, path) => {
      const once = parseServiceUrl([origin, ...path].join('/'))
      if (once.ok) expect(parseServiceUrl(once.value)).toEqual(once)
    })
  })
})

test.each([
  ['https://http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['api.example.org', 'https://api.example.org'],
  [' https://https://api.example.org/v3 ', 'https://api.example.org/v3'],
  ['server:8080', 'https://server:8080'],
  ['api.example.org:8443/v3', 'https://api.example.org:8443/v3'],
  ['localhost:8080', 'http://localhost:8080'],
  ['127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
])('wholeAddress makes an address whole as it was pasted: %s', (text, expected) => {
  expect(wholeAddress(text)).toBe(expected)
  expect(wholeAddress(expected)).toBe(expected)
  expect(parseServiceUrl(expected).ok).toBe(true)
})

test.each('|not an address|api|ftp://api.example.org|user@api.example.org|javascript:alert(1)'.split('|'))(
  'wholeAddress leaves what is no address to be refused: %j',
  (text) => expect(parseServiceUrl(wholeAddress(text)).ok).toBe(false),
)

test.each([
  ['https://api.example.org/v3', 'https://api.example.org'],
  [' https://api.example.org/V3/ ', 'https://api.example.org'],
  ['https://api.example.org/v3/v3', 'https://api.example.org'],
  ['https://v3', 'https://v3'],
  ['https://api.example.org/tenant//v3//', 'https://api.example.org/tenant'],
  ['https://api.example.org/v3/tenant', 'https://api.example.org/v3/tenant'],
  ['https://api.example.org/dev3', 'https://api.example.org/dev3'],
])('parseBaseUrl removes /v3 from the end and nothing else: %s', (text, expected) => {
  expect(parseBaseUrl(text)).toEqual({ ok: true, value: expected })
  expect(parseBaseUrl(expected)).toEqual({ ok: true, value: expected })
})

test('parseBaseUrl refuses an unusable address after the cut', () => {
  expect(parseBaseUrl('http://api.example.org/v3')).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
})

test('does not treat a foreign host as this computer', () => {
  expect(['127.0.0.1', '127.255.0.1', 'localhost', '[::1]'].map(isLoopbackHost)).not.toContain(false)
  expect(['128.0.0.1', '127.0.0.1.nip.example', 'localhost.', '0.0.0.0', '[::]', ''].map(isLoopbackHost)).not.toContain(
    true,
  )
})

test('apiUrl keeps the path prefix of the base URL and encodes the query', () => {
  expect(apiUrl('https://a.example/x', '/v3/Races', { raceGuid: 'a b&c=d+é' })).toBe(
    'https://a.example/x/v3/Races?raceGuid=a%20b%26c%3Dd%2B%C3%A9',
  )
  expect(apiUrl('https://a.example', '/v3/A', [['k', '1'], ['k', '2']])).toBe('https://a.example/v3/A?k=1&k=2') // prettier-ignore
  expect(apiUrl('https://a.example', '/v3/A?x=1', { y: '2' })).toBe('https://a.example/v3/A?x=1&y=2')
  expect(apiUrl('https://a.example', '/v3/A#b', { y: '2' })).toBe('https://a.example/v3/A%23b?y=2')
  expect(apiUrl('https://a.example', '/v3/A')).toBe('https://a.example/v3/A')
})

test('apiUrl stays within the origin for any path and query, without throwing', () => {
  expectAll(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (path, value) => {
    expect(originOf(apiUrl('https://a.example', path, { k: value }))).toBe('https://a.example')
  })
  expect(originOf(apiUrl('https://a.example', '@evil.example/', { k: '\ud800' }))).toBe('https://a.example')
})

test('gives an origin to http URLs only', () => {
  expect(originOf('https://a.example:443/x')).toBe('https://a.example')
  expect(['', 'a.example', 'data:text/plain,x', 'file:///x', 'blob:https://a.example/x'].map(originOf)).toEqual(
    Array(5).fill(null),
  )
})

test('fills the template to the same link as the service', () => {
  const ids = { stage, group, category }
  const link = `https://r.example/results/get/${stage}/${group}/${category}`
  expect(fillTemplate('https://r.example/results/get/{stage}/{group}/{category}', ids)).toBe(link)
  expect(fillTemplate('https://r.example/results/get/%7Bstage%7D/%7bgroup%7d/{CATEGORY}', ids)).toBe(link)
})

test('encodes $ patterns, slashes and dots of an ID in a filled template', () => {
  expect(
    fillTemplate('https://r.example/{stage}/{group}/{category}', { stage: '$&', group: '../x', category: 'a/b?c#d' }),
  ).toBe('https://r.example/%24%26/..%2Fx/a%2Fb%3Fc%23d')
})

test('findGuids finds all GUIDs in order, in lower case', () => {
  const found = [stage, group, category, stage]
  expect(findGuids(`x ${stage.toUpperCase()}/${group}, {${category}} ${stage}`)).toEqual(found)
})

test('findGuids does not read a part of longer hex digits as a GUID', () => {
  expect(findGuids(`a${stage} ${group}0 ${category.slice(1)}`)).toEqual([])
})

test('finds the stage in a pasted GUID, results link or API link', () => {
  expect(stageFromText(`  ${stage.toUpperCase()}\n`)).toBe(stage)
  expect(stageFromText(`https://r.example/results/get/${stage}/${group}/${category}`)).toBe(stage)
  expect(stageFromText(`https://a.example/v3/RaceStages/Results?raceStageGuid=${stage}`)).toBe(stage)
  expect(stageFromText('https://r.example/results')).toBeNull()
})
