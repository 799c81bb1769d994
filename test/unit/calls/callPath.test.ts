import { expect, it } from 'vitest'
import { isPromoPath, readCallPath, samePathKey } from '../../../main/features/calls/rules/callPath.ts'

const refused: readonly (readonly [string, string])[] = [
  ['an absolute URL', 'https://api.example.org/v3/Races/Years'],
  ['an absolute URL in capitals', 'HTTPS://api.example.org/v3/Races/Years'],
  ['another scheme', 'javascript:alert(1)'],
  ['an address without a scheme', '//api.example.org/v3/Races/Years'],
  ['two slashes inside', '/v3//Races/Years'],
  ['two slashes, encoded', '/v3/%2fRaces'],
  ['two slashes, both encoded', '/v3/Races%2F%2FYears'],
  ['a way up', '/v3/../admin'],
  ['a way up at the end', '/v3/..'],
  ['a way up, encoded', '/v3/%2e%2e/admin'],
  ['a way up, half encoded', '/v3/.%2E/admin'],
  ['a way up, encoded twice', '/v3/%252e%252e/admin'],
  ['a way up, encoded five times', '/v3/%252525252e%252525252e/admin'],
  ['a way up before a parameter', '/v3/..;x=1/admin'],
  ['a way up behind an encoded slash', '/v3/a%2f..%2fadmin'],
  ['a way up in full-width dots', '/v3/．．/admin'],
  ['a folder named by a dot', '/v3/./PromoCodes/Set'],
  ['a backslash', '/v3\\Races'],
  ['a backslash, encoded', '/v3/%5cRaces'],
  ['a backslash in the query', '/v3/Races?a=\\'],
  ['a line end', '/v3/Races\r\nX-Evil: 1'],
  ['a line end, encoded', '/v3/Races%0d%0aX-Evil:%201'],
  ['a null, encoded', '/v3/Races%00'],
  ['a tab', '/v3/Ra\tces'],
  ['a DEL', '/v3/Ra\u007fces'],
  ['overlong UTF-8 of a dot', '/v3/%c0%ae%c0%ae/admin'],
  ['a percent sign that encodes nothing', '/v3/100%/x'],
  ['half a character', '/v3/\ud83d'],
  ['a fragment', '/v3/Races#Years'],
  ['no slash at the start', 'v3/Races/Years'],
  ['a blank at the start', ' /v3/Races/Years'],
  ['another version', '/v4/Races/Years'],
  ['another version of the same beginning', '/v33/Races'],
  ['the version alone', '/v3'],
  ['other case of the version', '/V3/Races/Years'],
  ['nothing', ''],
]

it.each(refused)('refuses %s', (_, path) => {
  expect(readCallPath(path, false)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
})

it.each([
  '/v3/Races/Years',
  '/v3/',
  '/v3/Orders/Details?guid=3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13',
  '/v3/Races?next=https://example.org/../a//b',
  '/v3/Этап/Список',
  '/v3/%D0%AD%D1%82%D0%B0%D0%BF',
  '/v3/a%25b',
  '/v3/a.b/c.json',
  '/v3/with space',
])('accepts %s as written', (path) => {
  expect(readCallPath(path, false)).toEqual({ ok: true, value: path })
})

it('lets the setting open other paths of the origin, and nothing else', () => {
  expect(readCallPath('/health', true)).toEqual({ ok: true, value: '/health' })
  for (const path of ['https://evil.example', '//evil.example', '/../x', '/%2e%2e/x', '/\\evil.example', 'health']) {
    expect(readCallPath(path, true).ok).toBe(false)
  }
})

it.each(
  `/v3/PromoCodes/Set /v3/promocodes/set /V3/PROMOCODES/SET /v3/PromoCodes/Set/ /v3/PromoCodes/Set?raceGuid=1
    /v3/%50romo%43odes/%53et /v3/PromoCodes%2FSet /v3/%2550romoCodes/Set /v3/PromoCodes/Set%3FraceGuid=1
    /v3/PromoCodes;v=1/Set;v=2 /v3/PromoCodes/Set%20 /v3/PromoCodes/Set. /v3/PromoCodes/ſet /api/v3/PromoCodes/Set`.split(
    /\s+/u,
  ),
)('knows the path that sets promo codes as %s', (path) => {
  expect(isPromoPath(path)).toBe(true)
})

it.each(
  '/v3/PromoCodes/Get /v3/PromoCodes/Set/Preview /v3/Races/Years?x=/v3/PromoCodes/Set /v3/PromoCodesSet'.split(' '),
)('does not take %s for the path that sets promo codes', (path) => {
  expect(isPromoPath(path)).toBe(false)
})

it('asks once for one path, however it is written', () => {
  expect(samePathKey('/v3/Stages/List/?a=1')).toBe(samePathKey('/v3/stages/%4cist'))
  expect(samePathKey('/v3/Stages/List')).not.toBe(samePathKey('/v3/Stages/Remove'))
})
