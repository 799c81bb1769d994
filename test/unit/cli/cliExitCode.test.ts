import { expect, test } from 'vitest'
import { exitCodeOf } from '../../../main/cli/exitCode.ts'
import { sentenceOf } from '../../../main/cli/words/sentence.ts'
import type { AppError } from '../../../preload/contract/result.ts'

type Case<K extends AppError['kind']> = readonly [exitCode: number, error: Extract<AppError, { kind: K }>]

const cases: { readonly [K in AppError['kind']]: Case<K> } = {
  cancelled: [1, { kind: 'cancelled' }],
  'capsule-refused': [5, { kind: 'capsule-refused', reason: 'altered', detail: 'ledger.ndjson' }],
  'publish-refused': [5, { kind: 'publish-refused', reason: 'other-desk', detail: '2026-05-01T10:00:00.000Z' }],
  'place-refused': [
    3,
    { kind: 'place-refused', reason: 'clock', act: 'read', host: 's3.example', code: 'HTTP 403', message: '' },
  ],
  'not-printed': [5, { kind: 'not-printed', reason: 'failed' }],
  'sheet-too-large': [1, { kind: 'sheet-too-large', what: 'rows', limit: 1_048_575 }],
  'preflight-refused': [1, { kind: 'preflight-refused', rows: 12, notTaken: 3 }],
  'damaged-replies': [1, { kind: 'damaged-replies', categories: [{ distanceName: '10 km', categoryName: 'M40' }] }],
  'invalid-input': [2, { kind: 'invalid-input', issues: [{ path: '--limit', message: 'a whole number from 0' }] }],
  'not-found': [2, { kind: 'not-found', what: 'stage' }],
  http: [3, { kind: 'http', status: 404, message: 'Not Found', bodyStart: '' }],
  'refused-by-service': [3, { kind: 'refused-by-service', message: 'no such stage', status: 200 }],
  offline: [3, { kind: 'offline', host: 'results.example', detail: 'ECONNREFUSED' }],
  'untrusted-certificate': [
    3,
    {
      kind: 'untrusted-certificate',
      host: 'results.example',
      reason: 'issuer',
      detail: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    },
  ],
  'timed-out': [3, { kind: 'timed-out', afterMs: 15_000 }],
  'unexpected-reply': [3, { kind: 'unexpected-reply', where: 'links', bodyStart: '<html>' }],
  'wrong-origin': [3, { kind: 'wrong-origin', url: 'https://elsewhere.example/' }],
  'too-large': [3, { kind: 'too-large', what: 'rows', limit: 64 }],
  'outcome-unknown': [3, { kind: 'outcome-unknown', afterMs: 60_000 }],
  'key-missing': [4, { kind: 'key-missing', which: 'access' }],
  'key-rejected': [4, { kind: 'key-rejected', which: 'results', status: 401, message: 'no' }],
  'keychain-unavailable': [4, { kind: 'keychain-unavailable', reason: 'locked' }],
  storage: [5, { kind: 'storage', reason: 'disk I/O error' }],
  file: [5, { kind: 'file', reason: 'missing', path: 'results.csv' }],
  internal: [5, { kind: 'internal', reference: 'abc' }],
  'untrusted-caller': [5, { kind: 'untrusted-caller' }],
}

test.each(Object.values(cases).map(([code, error]) => ({ code, error, kind: error.kind })))(
  '$kind leaves with $code, so that scripts can tell the classes of failure apart',
  ({ code, error }) => {
    expect(exitCodeOf(error)).toBe(code)
  },
)

test('every kind of error has a sentence of its own, so that no failure is silent', () => {
  const sentences = Object.values(cases).map(([, error]) => sentenceOf(error))
  expect(new Set(sentences).size).toBe(sentences.length)
  for (const sentence of sentences) expect(sentence).toMatch(/\p{L}{3}/u)
})

test('the sentence names the place of an invalid input, not only that there is one', () => {
  const issues = [
    { path: '--port', message: 'a whole number' },
    { path: '', message: 'too much' },
  ]
  expect(sentenceOf({ kind: 'invalid-input', issues })).toBe('--port: a whole number; too much')
})

test('says in words why a host cannot be reached, and codes only where there are no words', () => {
  const said = (detail: string): string => sentenceOf({ kind: 'offline', host: 'api.example', detail })
  const known = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ECONNRESET', 'ERR_SSL_WRONG_VERSION_NUMBER']
  for (const code of known) expect(said(code)).toMatch(/^api\.example cannot be reached: [a-z][^_]+\.$/)
  expect(said('EODD')).toContain('EODD')
})
