import { expect, it } from 'vitest'
import { createSystemRoutes } from '../../../main/desktop/systemRoutes.ts'

const far = 'https://api.race.test/'
const shown = (routes: readonly (URL | null)[]): readonly (string | null)[] =>
  routes.map((route) => route?.host ?? null)
const silence = () => new Promise<never>(() => undefined)

it("tries the system's proxies in their order", async () => {
  const { to: routesOf } = createSystemRoutes(async (url) =>
    url === far ? 'PROXY a.test:1; HTTPS b.test:2; DIRECT' : '',
  )
  expect(shown(await routesOf(far))).toEqual(['a.test:1', 'b.test:2', null])
})

it('sends requests directly when the system fails or never answers', async () => {
  expect(await createSystemRoutes(() => Promise.reject(new Error('no'))).to(far)).toEqual([null])
  expect(await createSystemRoutes(silence, { longestMs: 5 }).to(far)).toEqual([null])
})

it('keeps the known proxy while a script hangs, and tries the script again later', async () => {
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

it('accepts a late reply', async () => {
  const late = Promise.withResolvers<string>()
  const { to: routesOf } = createSystemRoutes(() => late.promise, { longestMs: 5, now: () => 0 })
  expect(await routesOf(far)).toEqual([null])
  late.resolve('PROXY a.test:1')
  await expect.poll(async () => shown(await routesOf(far))).toEqual(['a.test:1'])
})

it('asks again for the proxy after a change of network', async () => {
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
