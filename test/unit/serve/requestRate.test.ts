import { expect, it } from 'vitest'
import { createRequestRate } from '../../../main/serve/screens/requestRate.ts'

const limits = { burst: 3, perSecond: 2, searchBurst: 3, searchesPerSecond: 1, searchesOfOne: 1, searches: 2 }

it('lets a device ask a burst, and then so many a second; another one is not held up', () => {
  let now = 0
  const { allow } = createRequestRate(() => now, limits)
  expect([1, 2, 3, 4, 5].map(() => allow('10.0.0.1'))).toEqual([true, true, true, false, false])
  expect(allow('10.0.0.2')).toBe(true)
  now += 1_000
  expect([1, 2, 3].map(() => allow('10.0.0.1'))).toEqual([true, true, false])
  now += 60_000
  expect([1, 2, 3, 4].map(() => allow('10.0.0.1'))).toEqual([true, true, true, false])
})

it('runs so many searches at the same time, of one device, of the crew and of all others, and frees what has ended or failed', async () => {
  const { search } = createRequestRate(() => 0, limits)
  const slow = Promise.withResolvers<string>()
  const first = search('10.0.0.1', 'public', () => slow.promise)
  expect(await search('10.0.0.1', 'public', () => Promise.resolve('own'))).toBeNull()
  const second = search('10.0.0.2', 'public', () => slow.promise)
  expect(await search('10.0.0.3', 'public', () => Promise.resolve('third'))).toBeNull()
  expect(await search('10.0.0.3', 'crew', () => Promise.resolve('crew'))).toBe('crew')
  slow.resolve('found')
  expect([await first, await second]).toEqual(['found', 'found'])
  await expect(search('10.0.0.1', 'public', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await search('10.0.0.1', 'public', () => Promise.resolve('again'))).toBe('again')
})

it('lets a device search now and then, however fast the searches end', async () => {
  let now = 0
  const { search } = createRequestRate(() => now, limits)
  const searchTimes = async (from: string, times: number) => {
    const answers: unknown[] = []
    for (let done = 0; done < times; done += 1)
      answers.push(await search(from, 'public', () => Promise.resolve('found')))
    return answers.filter((answer) => answer !== null).length
  }
  expect(await searchTimes('10.0.0.1', 10)).toBe(3)
  expect(await searchTimes('10.0.0.2', 1)).toBe(1)
  now += 2_000
  expect(await searchTimes('10.0.0.1', 10)).toBe(2)
})
