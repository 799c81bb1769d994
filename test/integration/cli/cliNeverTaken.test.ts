import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, startStageOfCategories, type StageOfCategories } from '../../support/stageOfCategories.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

const refused = '5f0c7a52-0000-4000-8000-00000000dead'
const keys = { RACEDESK_ACCESS_KEY: 'a-key-of-the-terminal-1', RACEDESK_RESULTS_KEY: 'a-key-of-the-terminal-2' }

let home = ''
let empty: StageOfCategories
const notFound = createServer((request, response) =>
  json({ isSuccess: false, message: 'no such stage', data: null }, 404)(request, response),
)

const take = async (stage: string, url: string): Promise<number | null> => {
  const urls = ['--base-url', url, '--results-url', url]
  return (await runTerminal(home, ['take', stage, '--data', join(home, 'data'), ...urls, '--json'], { env: keys })).code
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-never-'))
  empty = await startStageOfCategories({ Men: json({ isSuccess: true, data: [] }) })
  await new Promise<void>((resolve) => notFound.listen(0, '127.0.0.1', resolve))
  const { port } = notFound.address() as AddressInfo
  const codes = [await take(refused, `http://127.0.0.1:${port}`), await take(empty.stage, empty.url)]
  if (codes.join() !== '3,0') throw new Error(`The takes ended with ${codes.join()}`)
})
afterAll(async () => {
  await empty.close()
  notFound.closeAllConnections()
  await new Promise((resolve) => notFound.close(resolve))
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const run = async (words: string, stage: string) => {
  const [verb = '', ...flags] = words.split(' ')
  return await runTerminal(home, [verb, stage, ...flags, '--data', join(home, 'data'), '--json'])
}

test.each([
  'results',
  'results --roles',
  'audit',
  'export --format protocol --out out.csv',
  'capsule --out out.racestage',
])('%s reports a stage whose links were refused as not downloaded', async (words) => {
  const { code, stdout, stderr } = await run(words, refused)
  expect([code, JSON.parse(stdout)]).toEqual([2, { ok: false, error: { kind: 'not-found', what: 'stage' } }])
  expect(stderr).toMatch(/racedesk download/)
  expect(await readdir(home)).toEqual(['data'])
})

test('a downloaded stage with empty categories has no rows and exits with 0', async () => {
  const results = await run('results', empty.stage)
  expect([results.code, JSON.parse(results.stdout)]).toEqual([0, { total: 0, columns: [], rows: [] }])
  const audit = await run('audit', empty.stage)
  expect([audit.code, JSON.parse(audit.stdout)]).toMatchObject([0, { findings: [] }])
})
