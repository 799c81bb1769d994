import { expect, it } from 'vitest'
import { createSystemRoutes } from '../../main/desktop/systemRoutes.ts'

const far = 'https://api.race.test/'
const shown = (routes: readonly (URL | null)[]): readonly (string | null)[] =>
  routes.map((route) => route?.host ?? null)

it('proxies that the system names are not asked in its order', async () => {
  const routesOf = createSystemRoutes(async (url) => (url === far ? 'PROXY a.test:1; HTTPS b.test:2; DIRECT' : ''))
  expect(shown(await routesOf(far))).toEqual(['a.test:1', 'b.test:2', null])
})

it('a system that fails, or never answers, keeps every call from being made', async () => {
  expect(await createSystemRoutes(() => Promise.reject(new Error('no')))(far)).toEqual([null])
  expect(await createSystemRoutes(() => new Promise(() => undefined), 5)(far)).toEqual([null])
})
