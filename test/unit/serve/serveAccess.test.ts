import { expect, it } from 'vitest'
import { isOwnCaller, isToken, randomSecret } from '../../../main/serve/access.ts'

const caller = (host: string[], origin: string[] = [], fetchSite: string[] = []) => ({ host, origin, fetchSite })

it('accepts the default port, which browsers leave out of Host and Origin', () => {
  expect(isOwnCaller(caller(['localhost'], ['http://localhost']), 80)).toBe(true)
  expect(isOwnCaller(caller(['127.0.0.1:80'], ['http://127.0.0.1:80']), 80)).toBe(true)
  expect(isOwnCaller(caller(['localhost']), 8080)).toBe(false)
})

it('refuses a second header line', () => {
  const own = '127.0.0.1:8080'
  expect(isOwnCaller(caller([own, own]), 8080)).toBe(false)
  expect(isOwnCaller(caller([own], [`http://${own}`, 'https://evil.example']), 8080)).toBe(false)
  expect(isOwnCaller(caller([own], [], ['same-origin', 'cross-site']), 8080)).toBe(false)
  expect(isOwnCaller(caller([]), 8080)).toBe(false)
})

it('refuses https as its own origin', () => {
  expect(isOwnCaller(caller(['localhost:8080'], ['https://localhost:8080']), 8080)).toBe(false)
})

it('isToken accepts only the whole token, without throwing on another length', () => {
  const token = randomSecret()
  expect(isToken(token, `Bearer ${token}`)).toBe(true)
  expect(isToken(token, `bearer ${token}`)).toBe(true)
  for (const wrong of [undefined, '', token, `Bearer  ${token}`, `Bearer ${token} x`, `Bearer ${token.slice(1)}`]) {
    expect([wrong, isToken(token, wrong)]).toEqual([wrong, false])
  }
})
