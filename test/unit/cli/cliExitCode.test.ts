import { expect, test } from 'vitest'
import { exitCodeOf } from '../../../main/cli/exitCode.ts'
import { sentenceOf } from '../../../main/cli/words/sentence.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { sampleProblems } from '../../support/units/problems.ts'

const kindsOf = {
  1: 'cancelled sheet-too-large preflight-refused damaged-replies',
  2: 'invalid-input not-found',
  3: 'http refused-by-service offline untrusted-certificate timed-out unexpected-reply wrong-origin too-large outcome-unknown place-refused',
  4: 'key-missing key-rejected keychain-unavailable',
  5: 'storage file internal untrusted-caller capsule-refused publish-refused not-printed',
}
const samples = { ...sampleProblems, 'publish-refused': [{ kind: 'publish-refused', reason: 'other-desk' }] } as const
const cases = Object.entries(kindsOf).flatMap(([code, kinds]) =>
  kinds.split(' ').map((kind) => ({ kind, code: Number(code), error: samples[kind as 'internal'][0] as AppError })),
)

test.each(cases)(
  '$kind leaves with $code, so that scripts can tell the classes of failure apart',
  ({ error, code }) => {
    expect(exitCodeOf(error)).toBe(code)
  },
)

test('every kind of error has a sentence of its own, so that no failure is silent', () => {
  const ofThePage = ['core-gone', 'no-token']
  expect([...ofThePage, ...cases.map(({ kind }) => kind)].toSorted()).toEqual(Object.keys(samples).toSorted())
  const sentences = cases.map(({ error }) => sentenceOf(error))
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
