import { expect, it } from 'vitest'
import { isPromoPath, readCallPath, samePathKey } from '../../../main/features/calls/rules/callPath.ts'

const elsewhere =
  'https://api.example.org/v3/Races/Years|HTTPS://api.example.org/v3/Races/Years|javascript:alert(1)|//api.example.org/v3/Races/Years|/v3//Races/Years|/v3/%2fRaces|/v3/Races%2F%2FYears|v3/Races/Years| /v3/Races/Years|/v4/Races/Years|/v33/Races|/v3|/V3/Races/Years|'
const upwards =
  '/v3/../admin|/v3/..|/v3/%2e%2e/admin|/v3/.%2E/admin|/v3/%252e%252e/admin|/v3/%252525252e%252525252e/admin|/v3/..;x=1/admin|/v3/a%2f..%2fadmin|/v3/．．/admin|/v3/./PromoCodes/Set|/v3/%c0%ae%c0%ae/admin'
const misread =
  '/v3\\Races|/v3/%5cRaces|/v3/Races?a=\\|/v3/Races\r\nX-Evil: 1|/v3/Races%0d%0aX-Evil:%201|/v3/Races%00|/v3/Ra\tces|/v3/Ra\u007fces|/v3/100%/x|/v3/\ud83d|/v3/Races#Years'

it.each([
  ['another origin, version or start', elsewhere],
  ['a way up', upwards],
  ['what others may read as another path', misread],
])('refuses %s, however it is encoded', (_, paths) => {
  for (const path of paths.split('|')) {
    expect([path, readCallPath(path, false)]).toMatchObject([path, { ok: false, error: { kind: 'invalid-input' } }])
  }
})

it.each(
  '/v3/Races/Years|/v3/|/v3/Orders/Details?guid=3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13|/v3/Races?next=https://example.org/../a//b|/v3/Этап/Список|/v3/%D0%AD%D1%82%D0%B0%D0%BF|/v3/a%25b|/v3/a.b/c.json|/v3/with space'.split(
    '|',
  ),
)('accepts %s as written', (path) => {
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
