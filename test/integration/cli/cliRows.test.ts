import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { json, startStageOfCategories, type StageOfCategories } from '../../support/stageOfCategories.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

let home = ''
let service: StageOfCategories
const keys = { RACEDESK_ACCESS_KEY: 'a-key-of-the-terminal-1', RACEDESK_RESULTS_KEY: 'a-key-of-the-terminal-2' }

const men = [
  { position: 10, number: 1, fullName: 'Ян Ли', club: 'Динамо', resultTime: '59:00' },
  { position: 9, number: 2, fullName: 'Ёж Ив', club: 'ДИНАМО ', resultTime: '1:02:00' },
  { position: null, number: 3, fullName: 'Bo Ek', club: '', resultTime: '' },
]
const women = [{ place: 1, bib: 11, name: 'Анна Ом', team: 'x', club: 'Заря', result: '58:00', wave: 'B' }]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-rows-'))
  service = await startStageOfCategories({
    Men: json({ isSuccess: true, data: men }),
    Women: json({ isSuccess: true, data: women }),
  })
  const urls = ['--base-url', service.url, '--results-url', service.url]
  const taken = await runTerminal(home, ['take', service.stage, '--data', home, ...urls, '--json'], { env: keys })
  if (taken.code !== 0) throw new Error(taken.stdout)
})
afterAll(async () => {
  await service.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const results = (...args: string[]) => runTerminal(home, ['results', service.stage, '--data', home, '--json', ...args])

const bibs = async (...args: string[]): Promise<readonly Json[]> => {
  const { code, stdout, stderr } = await results(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const answer = JSON.parse(stdout) as { total: number; rows: readonly { number?: Json; bib?: Json }[] }
  expect(answer.total).toBe(answer.rows.length)
  return answer.rows.map(({ number, bib }) => number ?? bib ?? null)
}

test('--sort goes by value through all categories, and --filter by folded equality', async () => {
  expect(await bibs('--sort', 'place:desc')).toEqual([1, 2, 11, 3])
  expect(await bibs('--sort', 'result')).toEqual([11, 1, 2, 3])
  expect(await bibs('--sort', 'category:desc', '--sort', 'bib:desc')).toEqual([11, 3, 2, 1])
  expect(await bibs('--filter', 'club=динамо', '--sort', 'place')).toEqual([2, 1])
  expect(await bibs('--filter', 'club=')).toEqual([3])
  expect(await bibs('--filter', 'wave=b', '--filter', 'status=ok')).toEqual([11])
})

test('an unknown role or column is invalid input, not an empty answer', async () => {
  for (const args of [
    ['--sort', 'country'],
    ['--filter', 'nope=1'],
    ['--filter', 'club'],
  ]) {
    const { code, stdout } = await results(...args)
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { ok: false, error: { kind: 'invalid-input' } }])
  }
})
