import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CallRequest } from '../../../preload/contract/calls.ts'
import { foldLongLists } from '../../../renderer/components/marks/foldLists.ts'
import { callDraft, changeDraft, requestOf } from '../../../renderer/features/calls/callDraft.ts'
import { curlOf } from '../../../renderer/features/calls/curl.ts'
import { formatJson } from '../../../renderer/features/calls/formatJson.ts'
import { promoLines, raceOf } from '../../../renderer/features/calls/promoLines.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const profile = {
  baseUrl: 'https://api.example.org/base',
  accessHeader: 'X-Access-Key',
  extraHeaders: [
    { name: 'X-Tenant', service: 'main' },
    { name: 'X-Other', service: 'results' },
  ],
} as const

const request: CallRequest = {
  method: 'POST',
  path: '/v3/Orders?a=1',
  query: [{ name: 'q [x]', value: "я & 'b'" }],
  body: '{"a": "it\'s $HOME `id` \\" \n!"}',
}

const argumentsOf = (command: string): readonly string[] =>
  execFileSync('sh', ['-c', `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`], {
    env: { RACEDESK_ACCESS_KEY: 'the key', RACEDESK_X_TENANT: 'tenant' },
  })
    .toString()
    .split('\0')
    .slice(0, -1)

it.skipIf(process.platform === 'win32')('copies a call for a shell so that nothing in it is run or altered', () => {
  const url = "https://api.example.org/base/v3/Orders?a=1&q%20%5Bx%5D=%D1%8F%20%26%20'b'"
  const headers = [
    'X-Access-Key: the key',
    'X-Tenant: tenant',
    'Accept: application/json',
    'Content-Type: application/json',
  ]
  expect(argumentsOf(curlOf(request, profile))).toEqual([
    '-g',
    '-X',
    'POST',
    url,
    ...headers.flatMap((header) => ['-H', header]),
    '--data-raw',
    request.body,
  ])
})

it('names the key as $RACEDESK_ACCESS_KEY, and sends no body with a GET', () => {
  const text = curlOf({ method: 'GET', path: '/v3/Races/Years', query: [], body: null }, profile)
  expect(text).toContain('"X-Access-Key: $RACEDESK_ACCESS_KEY"')
  expect(text).not.toMatch(/--data|Content-Type|X-Other/)
})

it('formats any JSON as JSON.stringify would, however it was typed', () => {
  expectAll(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, space) => {
    expect(formatJson(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2))
  })
})

it('alters no number and no text by formatting', () => {
  expect(formatJson('{"sum":1.50,"id":12345678901234567890,"s":"\\u0418 {,}"}')).toBe(
    '{\n  "sum": 1.50,\n  "id": 12345678901234567890,\n  "s": "\\u0418 {,}"\n}',
  )
})

it('folds a long list of a tree into ranges with every item once, in order, under its index', () => {
  const count = 25_001
  const shown: string[] = []
  const walk = (value: unknown, place: string): void => {
    if (Array.isArray(value)) {
      expect(value.length).toBeLessThanOrEqual(100)
      const [first] = place.split(' … ')
      value.forEach((item, at) => shown.push(`${Number(first) + at}:${String(item)}`))
    } else {
      const entries = Object.entries(value as object)
      expect(entries.length).toBeLessThanOrEqual(100)
      for (const [key, inner] of entries) walk(inner, key)
    }
  }
  walk(foldLongLists(Array.from({ length: count }, (_, index) => index)), '0')
  expect(shown).toEqual(Array.from({ length: count }, (_, index) => `${index}:${index}`))
})

it('leaves short lists of a tree, and fields called like those of every object, as they are', () => {
  const value = JSON.parse('{"__proto__":[1,2],"constructor":{"a":[]}}') as never
  expect(JSON.stringify(foldLongLists(value))).toBe('{"__proto__":[1,2],"constructor":{"a":[]}}')
})

it('brings the race and the codes of a promo call along to their preview', () => {
  const body = '{"items":[{"value":"SPRING","discountPercent":10.5},{"value":"A\\tB","discountPercent":"5"},7,{}]}'
  expect(promoLines(body)).toBe('SPRING\t10.5\nA B\t5\n\t')
  expect([null, 'no json', '[]', '{"items":1}'].map(promoLines)).toEqual(Array(4).fill(''))
  expect(raceOf({ ...request, path: '/v3/PromoCodes/Set?raceGuid=abc', query: [] })).toBe('abc')
  expect(raceOf({ ...request, query: [{ name: 'raceguid', value: 'def' }] })).toBe('def')
  expect(raceOf(request)).toBe('')
})

it('keeps to the path as typed, but for spaces around it and a slash forgotten before v3/', () => {
  const path = (text: string): string => {
    changeDraft({ path: text })
    return requestOf(callDraft.get()).path
  }
  expect(['  v3/Races/Years ', ' /v3/Races'].map(path)).toEqual(['/v3/Races/Years', '/v3/Races'])
  const others = ['v30/x', 'x/v3/y', '//v3/x']
  expect(others.map(path)).toEqual(others)
})
