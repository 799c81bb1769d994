import { expect, it } from 'vitest'
import { resumeValidator, totalOfRest } from '../../../main/platform/http/ranges.ts'

const ranged = { 'accept-ranges': 'bytes' }
const modified = 'Sat, 16 May 2026 10:00:00 GMT'
const old = { ...ranged, 'last-modified': modified, date: 'Sat, 16 May 2026 10:00:01 GMT' }

it.each([
  ['a strong ETag', { ...ranged, etag: '"v1"' }, '"v1"'],
  ['a strong ETag of a compressed body', { ...ranged, etag: '"v1"', 'content-encoding': 'gzip' }, '"v1"'],
  ['a weak ETag', { ...ranged, etag: 'W/"v1"', 'last-modified': modified }, null],
  ['an ETag without ranges', { etag: '"v1"' }, null],
  ['an ETag of a service that refuses ranges', { etag: '"v1"', 'accept-ranges': 'none' }, null],
  ['nothing at all', ranged, null],
  ['an old date', old, modified],
  ['a date of this very second', { ...ranged, 'last-modified': modified, date: modified }, null],
  ['a date without the time of the reply', { ...ranged, 'last-modified': modified }, null],
  ['a date of a compressed body', { ...old, 'content-encoding': 'br' }, null],
] as const)('the validator for the rest of a body: %s', (_, headers, validator) => {
  expect(resumeValidator(headers)).toBe(validator)
})

const part = { headers: { etag: '"v1"', 'content-encoding': 'gzip' }, receivedBytes: 400, totalBytes: 1000 }
const same = { etag: '"v1"', 'content-encoding': 'gzip' }

it('a reply with the rest of a body continues where the part ends', () => {
  expect(totalOfRest({ ...same, 'content-range': 'bytes 400-999/1000' }, part)).toBe(1000)
  expect(totalOfRest({ ...same, 'content-range': 'bytes 400-499/500' }, { ...part, totalBytes: null })).toBe(500)
})

it.each([
  ['no range', same],
  ['another start', { ...same, 'content-range': 'bytes 0-999/1000' }],
  ['another end', { ...same, 'content-range': 'bytes 400-998/1000' }],
  ['another size', { ...same, 'content-range': 'bytes 400-1199/1200' }],
  ['an unknown size', { ...same, 'content-range': 'bytes 400-999/*' }],
  ['no body', { ...same, 'content-range': 'bytes */1000' }],
  ['another ETag', { ...same, etag: '"v2"', 'content-range': 'bytes 400-999/1000' }],
  ['no ETag', { 'content-encoding': 'gzip', 'content-range': 'bytes 400-999/1000' }],
  ['another coding', { etag: '"v1"', 'content-range': 'bytes 400-999/1000' }],
  ['another unit', { ...same, 'content-range': 'lines 400-999/1000' }],
])('a reply with the rest of a body is refused with %s', (_, headers) => {
  expect(totalOfRest(headers, part)).toBeNull()
})
