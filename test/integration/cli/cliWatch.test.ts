import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WatchLine } from '../../../main/cli/watchLines.ts'
import {
  bytesOf,
  envelope,
  rowsOf,
  sendJson,
  startRaceService,
  type RaceService,
} from '../../support/services/raceService.ts'
import type { Script } from '../../support/services/hostileServer.ts'
import { runTerminal, startTerminal, stoppedCode, type Terminal } from '../../support/processes/terminal.ts'

let home = ''
let race: RaceService
const open: Terminal[] = []

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-watch-'))
  race = await startRaceService('Men', 'Women')
})
afterEach(async () => {
  for (const { child, ended } of open.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await race.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const env = { RACEDESK_ACCESS_KEY: 'access-key-of-the-watch', RACEDESK_RESULTS_KEY: 'results-key-of-the-watch' }
const eventually = { timeout: 28_000 }

const watch = (...more: string[]) => {
  const urls = ['--base-url', race.url, '--results-url', race.resultsUrl]
  const terminal = startTerminal(
    home,
    ['watch', race.stage, '--data', join(home, 'data'), ...urls, '--json', ...more],
    {
      env,
    },
  )
  open.push(terminal)
  let stdout = ''
  terminal.child.stdout.on('data', (text: string) => {
    stdout += text
  })
  const lines = (): readonly WatchLine[] =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as WatchLine)
  const asked = (name: string): number => race.asked().filter((known) => known === name).length
  /** Two more rounds have begun, so one has ended in between. */
  const rounds = async (): Promise<void> => {
    const before = asked('Men')
    await expect.poll(() => asked('Men'), eventually).toBeGreaterThanOrEqual(before + 2)
  }
  return { ...terminal, lines, rounds }
}

const lastNames = ['Berg', 'Lindqvist', 'Novák', 'Петров']

const menOf =
  (...finishers: readonly (readonly [bib: number, resultTime: string])[]): Script =>
  (response) =>
    sendJson(
      response,
      envelope(
        finishers.map(([number, resultTime]) => ({
          number,
          resultTime,
          account: { firstName: 'Lev', lastName: lastNames[number - 1] },
        })),
      ),
    )

test('prints changes and failures as they happen, one per line, none for the first poll, and exits with 0 on SIGTERM', async () => {
  race.answer('Men', menOf([1, '1:01:05'], [2, '1:02:05'], [3, '1:03:05']))
  const { child, ended, lines, rounds } = watch('--every', '1')
  await rounds()
  expect(lines()).toEqual([])
  race.answer('Men', menOf([1, '1:01:05'], [3, '0:59:59'], [4, '1:04:05']))
  race.answer('Women', bytesOf('down', 503))
  const seen = (type: WatchLine['type']): readonly WatchLine[] => lines().filter((line) => line.type === type)
  await expect.poll(() => seen('problem').length, eventually).toBe(1)
  await rounds()
  expect(
    lines()
      .map(({ type, category, bib }) => `${type} ${category} ${bib ?? ''}`)
      .toSorted(),
  ).toEqual(['new Men 4', 'problem Women ', 'result Men 3', 'vanished Men 2'])
  expect(seen('result')[0]).toMatchObject({ distance: '10 km', name: 'Novák Lev', before: '1:03:05', after: '0:59:59' })
  expect(seen('problem')[0]?.error).toMatchObject({ kind: 'http', status: 503 })
  race.answer('Women', rowsOf('Women', 3))
  await expect.poll(() => seen('recovered').map(({ category }) => category), eventually).toEqual(['Women'])
  for (const { at } of lines()) expect(new Date(at).toISOString()).toBe(at)
  child.kill('SIGTERM')
  const { code, stderr } = await ended
  expect({ code, stderr }).toEqual({ code: stoppedCode, stderr: '' })
  expect(seen('problem')).toHaveLength(1)
})

test('exits with 0 after --for, also after failures, and keeps received rows', async () => {
  race.answer('Women', bytesOf('', 401))
  const { ended } = watch('--every', '1', '--for', '5')
  const { code, stdout } = await ended
  expect(code).toBe(0)
  const types = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as WatchLine).type)
  expect(types).toEqual(['problem', 'problem'])
  const stored = await runTerminal(home, ['results', race.stage, '--data', join(home, 'data'), '--json'])
  expect(stored.code).toBe(0)
  expect(JSON.parse(stored.stdout)).toMatchObject({ total: 3 })
})

test('refuses wrong arguments before sending a request', async () => {
  const bad = await runTerminal(home, ['watch', race.stage, '--data', join(home, 'data'), '--json', '--every', '0'])
  expect(bad.code).toBe(2)
  const urls = ['--base-url', race.url, '--results-url', race.resultsUrl]
  const keyless = await runTerminal(home, ['watch', race.stage, '--data', join(home, 'data'), ...urls, '--json'])
  expect(keyless.code).toBe(4)
  expect(JSON.parse(keyless.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    ok: false,
    error: { kind: 'key-missing', which: 'access' },
  })
})
