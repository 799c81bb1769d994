import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, startStageOfCategories, type StageOfCategories } from '../../support/stageOfCategories.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

let home = ''
let service: StageOfCategories
const env = { RACEDESK_ACCESS_KEY: 'a-key-of-the-terminal-1', RACEDESK_RESULTS_KEY: 'a-key-of-the-terminal-2' }

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-start-list-'))
  const rows = [
    { position: 1, number: 1, fullName: 'Ян Ли', resultTime: '59:00' },
    { position: 2, number: 2, fullName: 'Анна Ом', resultTime: '1:02:00' },
  ]
  service = await startStageOfCategories({ Men: json({ isSuccess: true, data: rows }) })
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

test('a start list is tried, joined and removed by the terminal', async () => {
  const file = join(home, 'starters.csv')
  await writeFile(file, 'Номер,Клуб,Дата рождения\n1,Заря,17.05.1990\n7,Старт,01.01.1991\n')
  const clubs = async (): Promise<unknown> => {
    const [, answer] = await run('results', service.stage, '--filter', 'club=заря')
    return (answer as { readonly total?: number }).total
  }
  const report = { lines: 2, matched: 1, unmatched: { total: 1, bibs: ['7'] } }
  expect(await run('start-list', service.stage, file, '--dry-run')).toMatchObject([0, report])
  expect(await clubs()).toBeUndefined()
  expect(await run('start-list', service.stage, file)).toMatchObject([0, report])
  expect(await clubs()).toBe(1)
  const words = await runTerminal(home, ['start-list', service.stage, file, '--data', home])
  expect(words.stdout).toContain('1 bibs of 2 lines are in the stage')
  expect(await run('start-list', service.stage, '--remove')).toEqual([0, { removed: true }])
  expect(await clubs()).toBeUndefined()
  expect((await run('start-list', service.stage, '--remove'))[0]).toBe(2)
  expect((await run('start-list', service.stage))[0]).toBe(2)
  expect((await run('start-list', service.stage, join(home, 'missing.csv')))[0]).toBe(5)
})
