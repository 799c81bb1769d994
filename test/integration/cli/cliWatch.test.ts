import { readdir, readFile, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { WatchLine } from '../../../main/cli/watchLines.ts'
import { waitInTime } from '../../../main/kernel/clock.ts'
import { closing } from '../../support/atEnd.ts'
import { environmentKeys } from '../../support/openCore.ts'
import type { Script } from '../../support/services/hostileServer.ts'
import {
  bytesOf,
  envelope,
  rowsOf,
  sendJson,
  startRaceService,
  type RaceService,
} from '../../support/services/raceService.ts'
import { flagsOf, useTerminal, type CommandOptions } from '../../support/terminalRig.ts'

const terminal = useTerminal()
let data = ''
let race: RaceService
beforeEach(async () => {
  data = await mkdtemp(join(terminal.home(), 'data-'))
  race = closing(await startRaceService('Men', 'Women'))
})

const eventually = { timeout: 28_000 }

/** A second of the watch takes 4 ms, and --for 77 lasts until `over`. */
const quick = (over?: Promise<void>): CommandOptions => ({
  env: environmentKeys,
  outside: {
    clock: () => openedAt + (Date.now() - openedAt) * 250,
    wait: (ms, signal) => (ms === 77_000 && over ? over : waitInTime(ms / 250, signal)),
  },
})
const openedAt = Date.now()

const wordsOf = (...more: string[]) => ['watch', race.stage, '--data', data, ...flagsOf(race), '--json', ...more]
const linesOf = (stdout: string): readonly WatchLine[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WatchLine)

const watch = () => {
  const command = terminal.open(wordsOf('--every', '1'), quick())
  const asked = (): number => race.asked().filter((name) => name === 'Men').length
  return {
    ...command,
    lines: () => linesOf(command.printed().stdout),
    /** Two more rounds have begun, so one has ended in between. */
    rounds: async (): Promise<void> => {
      const before = asked()
      await expect.poll(asked, eventually).toBeGreaterThanOrEqual(before + 2)
    },
  }
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

test('prints changes and failures as they happen, one per line, none for the first poll, and exits with 0 when stopped', async () => {
  race.answer('Men', menOf([1, '1:01:05'], [2, '1:02:05'], [3, '1:03:05']))
  const { stop, lines, rounds } = watch()
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
  expect(await stop()).toMatchObject({ code: 0, stderr: '' })
  expect(seen('problem')).toHaveLength(1)
})

test('exits with 0 after --for, also after failures, and keeps received rows', async () => {
  race.answer('Women', bytesOf('', 401))
  const over = Promise.withResolvers<void>()
  const { printed, ended } = terminal.open(wordsOf('--every', '1', '--for', '77'), quick(over.promise))
  await expect.poll(() => linesOf(printed().stdout).map(({ type }) => type), eventually).toEqual(['problem', 'problem'])
  over.resolve()
  expect((await ended).code).toBe(0)
  const stored = await terminal.ask(['results', race.stage, '--data', data])
  expect(stored).toMatchObject({ code: 0, answer: { total: 3 } })
})

test('writes files with receipts until it is stopped', async () => {
  race.answer('Men', rowsOf('Men', 5))
  const folder = join(data, 'files', 'live')
  const args = wordsOf('--export-to', folder, '--format', 'csv', '--receipt')
  const { stop } = terminal.open(args, { env: environmentKeys })
  const lines = async (): Promise<number> => {
    const name = (await readdir(folder).catch(() => [])).find((found) => found.endsWith('Men.csv')) ?? ''
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    return text.trimEnd().split('\r\n').length
  }
  await expect.poll(lines, { timeout: 25_000, interval: 50 }).toBe(6)
  expect(await stop()).toMatchObject({ code: 0, stderr: '' })
  const names = ['Men.csv', 'Men.csv.receipt.json', 'Women.csv', 'Women.csv.receipt.json']
  expect((await readdir(folder)).toSorted().map((name) => name.replace(/^.* - /u, ''))).toEqual(names)
})

test.each([
  ['a poll every 0 s', ['--every', '0'], environmentKeys, 2, { kind: 'invalid-input' }],
  ['files without a folder', ['--format', 'csv'], environmentKeys, 2, { kind: 'invalid-input' }],
  ['a missing key', [], {}, 4, { kind: 'key-missing', which: 'access' }],
] as const)('refuses %s before sending a request', async (_, args, env, code, error) => {
  const ended = await terminal.run(wordsOf(...args), { env })
  expect([ended.code, linesOf(ended.stdout).at(-1)]).toMatchObject([code, { ok: false, error }])
  expect(race.asked()).toEqual([])
})
