import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, startStageOfCategories, type StageOfCategories } from '../../support/stageOfCategories.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

let home = ''
let service: StageOfCategories
const env = { RACEDESK_ACCESS_KEY: 'a-key-of-the-terminal-1', RACEDESK_RESULTS_KEY: 'a-key-of-the-terminal-2' }

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-bin-'))
  service = await startStageOfCategories({ Men: json({ isSuccess: true, data: [{ number: 1, fullName: 'Ян Ли' }] }) })
  const urls = ['--base-url', service.url, '--results-url', service.url]
  const taken = await runTerminal(home, ['take', service.stage, '--data', home, ...urls, '--json'], { env })
  if (taken.code !== 0) throw new Error(taken.stdout)
})
afterAll(async () => {
  await service.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const run = async (...args: readonly string[]) => {
  const { code, stdout } = await runTerminal(home, [...args, '--data', home, '--json'])
  return [code, JSON.parse(stdout)] as const
}

test('a stage can be removed, listed in the bin, restored and deleted for good by the terminal', async () => {
  const stage = { guid: service.stage, rows: 1 }
  expect(await run('stages')).toMatchObject([0, [stage]])
  expect(await run('stages', '--removed')).toEqual([0, []])
  const [code, removed] = await run('remove', service.stage)
  expect([code, removed]).toMatchObject([0, stage])
  expect(await run('stages')).toEqual([0, []])
  expect(await run('stages', '--removed')).toEqual([0, [removed]])
  expect(await run('results', service.stage)).toMatchObject([2, { ok: false, error: { kind: 'not-found' } }])
  const words = await runTerminal(home, ['stages', '--removed', '--data', home])
  expect(words.stdout).toContain(service.stage)
  expect(await run('restore', service.stage)).toMatchObject([0, stage])
  expect(await run('results', service.stage)).toMatchObject([0, { total: 1 }])
  expect(await run('bin', 'empty', service.stage)).toMatchObject([2, { error: { kind: 'not-found' } }])
  await run('remove', service.stage)
  expect(await run('bin', 'empty')).toEqual([0, { deleted: 1 }])
  expect(await run('stages', '--removed')).toEqual([0, []])
  expect((await run('restore', 'not a guid'))[0]).toBe(2)
})
