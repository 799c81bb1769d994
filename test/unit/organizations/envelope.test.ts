import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { decodeEntities } from '../../../main/kernel/text/htmlEntities.ts'
import { readData, readReply, readStageLinks } from '../../../main/features/organizations/rules/envelope.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const stage = '6f1c2a34-0b5d-4e6f-8a9b-1c2d3e4f5a6b'
const group = '7f1c2a34-0b5d-4e6f-8a9b-1c2d3e4f5a6b'
const category = '8f1c2a34-0b5d-4e6f-8a9b-1c2d3e4f5a6b'
const other = '9f1c2a34-0b5d-4e6f-8a9b-1c2d3e4f5a6b'
const link = `https://r.example/results/get/${stage}/${group}/${category}`
const template = 'https://r.example/results/get/{stage}/{group}/{category}'

function reply(status: number, body: Json | Uint8Array, headers: { readonly [name: string]: string } = {}) {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return { status, headers, body: bytes }
}

/** The failure that a reply is read as; null for a good one. */
const errorOf = (which: 'access' | 'results', ...given: Parameters<typeof reply>) => {
  const judged = readReply(reply(...given), which)
  return judged.ok ? null : judged.error
}

test('reads 401 as a rejected key, whatever its body', () => {
  const bodies: Json[] = [
    { isSuccess: false, message: 'No' },
    { isSuccess: true, data: {}, message: 'No' },
    { message: 'No' },
  ]
  const rejected = { kind: 'key-rejected', which: 'results', status: 401 }
  for (const body of bodies) expect(errorOf('results', 401, body)).toEqual({ ...rejected, message: 'No' })
  expect(errorOf('access', 401, '<html>')).toMatchObject({ kind: 'key-rejected', which: 'access' })
  expect(errorOf('access', 401, '')).toMatchObject({ kind: 'key-rejected', message: '' })
})

test('blames the key for 403 without an envelope only', () => {
  const closed = { isSuccess: false, message: 'Closed' }
  expect(errorOf('access', 403, closed)).toEqual({ kind: 'refused-by-service', message: 'Closed', status: 403 })
  expect(errorOf('access', 403, '<html>')).toMatchObject({ kind: 'key-rejected', status: 403 })
  expect(errorOf('access', 403, { message: 'x' })).toMatchObject({ kind: 'key-rejected' })
})

test.each([200, 400, 404, 422, 500, 503])('reads isSuccess false as a refusal under status %i', (status) => {
  const error = errorOf('access', status, { isSuccess: false, message: null, data: null })
  expect(error).toEqual({ kind: 'refused-by-service', message: '', status })
})

test('keeps status, message, first bytes and requested wait of an HTTP error', () => {
  const busy = { kind: 'http', status: 503, message: 'Busy', bodyStart: '{"title":"Busy"}', retryAfterS: 90 }
  expect(errorOf('access', 503, { title: 'Busy' }, { 'retry-after': '90' })).toEqual(busy)
  const dates = { date: 'Sat, 16 May 2026 10:00:00 GMT', 'retry-after': 'Sat, 16 May 2026 10:02:00 GMT' }
  expect(errorOf('access', 429, '', dates)).toMatchObject({ kind: 'http', retryAfterS: 120 })
  const oops = { kind: 'http', status: 500, message: '', bodyStart: '<h1>Oops</h1>' }
  expect(errorOf('access', 500, '<h1>Oops</h1>')).toEqual(oops)
  expect(errorOf('access', 302, '', { location: 'https://x.example' })).toMatchObject({ kind: 'http', status: 302 })
})

test('keeps the data of a good reply, without an envelope too for results and generic calls', () => {
  const good = readReply(reply(200, { isSuccess: true, message: null, data: { a: 1 } }), 'access')
  expect(good).toMatchObject({ ok: true, value: { status: 200, envelope: { data: { a: 1 }, message: null } } })
  for (const body of [[1, 2], { rows: [] }, 5, null, { isSuccess: 'true', data: 1 }] satisfies Json[]) {
    expect(readReply(reply(200, body), 'results')).toMatchObject({ ok: true, value: { envelope: null, body } })
  }
  const none = { ok: true, value: { envelope: null, body: undefined } }
  for (const body of ['', '<html>', '{"a":', Buffer.from([0x22, 0xff, 0x22])]) {
    expect(readReply(reply(200, body), 'results')).toMatchObject(none)
  }
})

test('bounds the body start and removes its control characters', () => {
  const text = `\u0000a\r\n\u001b[31m\u202eb${'я'.repeat(1000)}`
  const error = errorOf('access', 500, text)
  const bodyStart = error?.kind === 'http' ? error.bodyStart : ''
  expect(bodyStart).toHaveLength(300)
  expect(bodyStart.startsWith(' a   [31m bя')).toBe(true)
})

test('reads any bytes without throwing, with a bounded error text', () => {
  expectAll(
    fc.integer({ min: 100, max: 599 }),
    fc.oneof(
      fc.uint8Array(),
      fc.json().map((json) => Buffer.from(json)),
    ),
    (status, body) => {
      const judged = readReply(reply(status, body), 'access')
      if (judged.ok) expect(judged.value.bodyStart.length).toBeLessThanOrEqual(300)
      else expect(JSON.stringify(judged.error).length).toBeLessThan(8000)
    },
  )
})

test('reads JSON behind a byte order mark, and refuses broken UTF-8', () => {
  const read = (bytes: Buffer) => readReply(reply(200, bytes), 'access')
  expect(read(Buffer.from('\ufeff{"a":1}'))).toMatchObject({ value: { body: { a: 1 } } })
  expect(read(Buffer.from([0x22, 0xd0, 0x22]))).toMatchObject({ value: { body: undefined } })
  expect(read(Buffer.from('"Ё"'))).toMatchObject({ value: { body: 'Ё' } })
})

test('refuses a body without an envelope for a typed operation', () => {
  const read = (body: Json) => {
    const judged = readReply(reply(200, body), 'access')
    return judged.ok ? readData(judged.value) : judged
  }
  expect(read({ isSuccess: true, data: [1] })).toEqual({ ok: true, value: [1] })
  expect(read({ isSuccess: true })).toEqual({ ok: true, value: null })
  expect(read([1])).toEqual({ ok: false, error: { kind: 'unexpected-reply', where: 'envelope', bodyStart: '[1]' } })
})

const distance = (categories: Json[]): Json => ({ raceGroupGuid: group, displayName: '10 km', categories })

test('reads the links of the API document', () => {
  const data = {
    resultsUrlTemplate: template,
    distances: [distance([{ raceGroupCategoryGuid: category, displayName: 'M40', resultsUrl: link }])],
  }
  expect(readStageLinks(data, stage, decodeEntities)).toEqual({
    resultsUrlTemplate: template,
    distances: [{ guid: group, name: '10 km', categories: [{ guid: category, name: 'M40', resultsUrl: link }] }],
    skipped: 0,
  })
})

test('fills a missing link of a category from the template', () => {
  const filled = (own: object, more: object = {}) =>
    readStageLinks(
      { ...more, distances: [distance([{ raceGroupCategoryGuid: category, ...own }])] },
      stage,
      decodeEntities,
    )?.distances[0]?.categories
  expect(filled({}, { resultsUrlTemplate: template })).toEqual([{ guid: category, name: category, resultsUrl: link }])
  expect(filled({ resultsUrl: 5, displayName: '' })?.[0]?.resultsUrl).toBeNull()
  expect(filled({ resultsUrl: null })?.[0]?.resultsUrl).toBeNull()
})

test('keeps a category with a link but without ID or name', () => {
  const overall = 'https://r.example/overall'
  const data = { distances: [{ categories: [{ resultsUrl: link }, { resultsUrl: overall }] }] }
  const categories = [
    { guid: category, name: category, resultsUrl: link },
    { guid: overall, name: overall, resultsUrl: overall },
  ]
  expect(readStageLinks(data, stage, decodeEntities)?.distances).toEqual([{ guid: group, name: group, categories }])
})

test('joins a distance in two parts, counts a repeated category once, and decodes the entities of names', () => {
  const female = { raceGroupCategoryGuid: other, displayName: ' F &amp; V&auml;nner ' }
  const parts = [
    distance([{ raceGroupCategoryGuid: category.toUpperCase() }]),
    distance([{ raceGroupCategoryGuid: category }, female, 7, {}]),
  ]
  const links = readStageLinks({ resultsUrlTemplate: template, distances: parts }, stage, decodeEntities)
  expect(links).toMatchObject({
    skipped: 3,
    distances: [
      {
        categories: [
          { guid: category, name: category },
          { guid: other, name: 'F & Vänner' },
        ],
      },
    ],
  })
  expect(links?.distances).toHaveLength(1)
})

test('refuses a reply without distances', () => {
  for (const data of [null, [], 'x', {}, { distances: {} }] satisfies Json[])
    expect(readStageLinks(data, stage, decodeEntities)).toBeNull()
  expect(readStageLinks({ distances: [] }, stage, decodeEntities)).toEqual({
    resultsUrlTemplate: null,
    distances: [],
    skipped: 0,
  })
  expect(readStageLinks({ distances: [5, {}, { categories: [{}, {}] }] }, stage, decodeEntities)?.skipped).toBe(4)
})

test('reads any JSON without throwing', () => {
  expectAll(fc.jsonValue(), (data) => void readStageLinks({ distances: [data as Json] }, stage, decodeEntities))
})
