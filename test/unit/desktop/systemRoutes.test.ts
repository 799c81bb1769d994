import { expect, it } from 'vitest'
import { createSystemRoutes } from '../../../main/desktop/systemRoutes.ts'

const far = 'https://api.race.test/'
const shown = (routes: readonly (URL | null)[]): readonly (string | null)[] =>
  routes.map((route) => route?.host ?? null)
const silence = () => new Promise<never>(() => undefined)

it('proxies that the system names are not asked in its order', async () => {
  const { to: routesOf } = createSystemRoutes(async (url) =>
    url === far ? 'PROXY a.test:1; HTTPS b.test:2; DIRECT' : '',
  )
  expect(shown(await routesOf(far))).toEqual(['a.test:1', 'b.test:2', null])
})

it('a system that fails, or never answers, keeps every call from being made', async () => {
  expect(await createSystemRoutes(() => Promise.reject(new Error('no'))).to(far)).toEqual([null])
  expect(await createSystemRoutes(silence, { longestMs: 5 }).to(far)).toEqual([null])
})

it('a script that hangs is waited for each time, never asked again, or takes the proxy away that is known', async () => {
  let nowMs = 0
  let answer: () => Promise<string> = async () => 'PROXY a.test:1'
  const asked: string[] = []
  const { to: routesOf } = createSystemRoutes(
    (url) => {
      asked.push(url)
      return answer()
    },
    { longestMs: 5, now: () => nowMs },
  )
  await routesOf(far)
  answer = silence
  expect(shown(await routesOf(far))).toEqual(['a.test:1'])
  expect(asked).toHaveLength(2)
  expect(shown(await routesOf(far))).toEqual(['a.test:1'])
  expect(shown(await routesOf('https://results.race.test/'))).toEqual([null])
  expect(asked).toHaveLength(2)
  nowMs += 61_000
  answer = async () => 'PROXY b.test:1'
  expect(shown(await routesOf(far))).toEqual(['b.test:1'])
})

it('an answer that comes late is not believed', async () => {
  const late = Promise.withResolvers<string>()
  const { to: routesOf } = createSystemRoutes(() => late.promise, { longestMs: 5, now: () => 0 })
  expect(await routesOf(far)).toEqual([null])
  late.resolve('PROXY a.test:1')
  await expect.poll(async () => shown(await routesOf(far))).toEqual(['a.test:1'])
})

it('the proxy of the network before is used in another one, or its silence keeps that one from being asked', async () => {
  const late = Promise.withResolvers<string>()
  let answer: () => Promise<string> = async () => 'PROXY venue.test:1'
  const routes = createSystemRoutes(() => answer(), { longestMs: 5, now: () => 0 })
  await routes.to(far)
  answer = () => late.promise
  expect(shown(await routes.to(far))).toEqual(['venue.test:1'])
  routes.forget()
  answer = silence
  expect(shown(await routes.to(far))).toEqual([null])
  late.resolve('PROXY venue.test:1')
  await late.promise
  expect(shown(await routes.to(far))).toEqual([null])
  routes.forget()
  answer = async () => 'PROXY phone.test:1'
  expect(shown(await routes.to(far))).toEqual(['phone.test:1'])
})
