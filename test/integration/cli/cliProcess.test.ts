import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TakeAnswer } from '../../../main/cli/verbs/stages.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { atEnd, closing } from '../../support/atEnd.ts'
import { environmentKeys as env } from '../../support/openCore.ts'
import {
  isolatedEnv,
  shippedLauncher,
  startTerminal,
  stoppedCode,
  type Terminal,
} from '../../support/processes/terminal.ts'
import { bytesOf, rowsOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { flagsOf, useTerminal } from '../../support/terminalRig.ts'

const terminal = useTerminal()

beforeAll(ensureBuilt, 120_000)
beforeAll(async () => {
  const rows = Array.from({ length: 1_500 }, (_, at) => ({ number: at + 1, club: 'x'.repeat(800) }))
  await terminal.takeRows('large', { All: rows })
})

const startRace = async (...categories: readonly string[]): Promise<RaceService> =>
  closing(await startRaceService(...categories))

const start = (...args: readonly string[]): Terminal => {
  const started = startTerminal(terminal.home(), args, { env, launcher: shippedLauncher })
  atEnd(() => {
    started.child.kill('SIGKILL')
    return started.ended
  })
  return started
}

const takeWords = (race: RaceService, data: string) => ['take', race.stage, ...flagsOf(race), '--data', data, '--json']

/** As Ctrl+C does, or a service manager. */
const stop = ({ child, ended }: Terminal, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal)
  return ended
}

test('a failure has its exit code, one JSON value on stdout and no stack on stderr', async () => {
  const race = await startRace()
  race.answerLinks(bytesOf('', 404))
  const { code, stdout, stderr } = await start(...takeWords(race, 'failed')).ended
  expect([code, JSON.parse(stdout)]).toMatchObject([3, { ok: false, error: { kind: 'http' } }])
  expect(stderr).toMatch(/^\S.*\n/u)
  expect(stderr).not.toMatch(/\n +at /u)
})

describe('a pipe', () => {
  const words = async () => ['results', (await startRace()).stage, '--data', 'large', '--limit', '1000000']

  test('that is read slowly gets more than a megabyte whole', async () => {
    const { child, ended } = start(...(await words()), '--json')
    child.stdout.pause()
    await once(child.stdout, 'readable')
    child.stdout.resume()
    const { code, stdout } = await ended
    expect(code).toBe(0)
    expect(stdout.length).toBeGreaterThan(1_000_000)
    expect(JSON.parse(stdout)).toMatchObject({ total: 1_500, rows: { length: 1_500 } })
  })

  test('whose reader stops after the first line ends the command quietly', async () => {
    const { child, ended, firstLine } = start(...(await words()))
    await firstLine
    child.stdout.destroy()
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).not.toMatch(/EPIPE|Error|at /u)
  })
})

test.each([
  ['board', '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13', '--data', 'large', '--json'],
  ['demo-service', '--json'],
])('%s prints one line and ends with 0 when it is told to', async (...args) => {
  const server = start(...args)
  expect(JSON.parse(await server.firstLine)).toBeTypeOf('object')
  const { code, stdout, stderr } = await stop(server, args[0] === 'board' ? 'SIGINT' : 'SIGTERM')
  expect([code, stdout.trimEnd().split('\n').length]).toEqual([stoppedCode, 1])
  expect(stderr).not.toMatch(/Error|\n +at /u)
})

// Windows ends a process without asking it.
describe.skipIf(process.platform === 'win32')('a signal', () => {
  const startWaiting = async (data: string) => {
    const asked = Promise.withResolvers<void>()
    const race = await startRace('good', 'slow')
    race.answer('slow', () => asked.resolve())
    const take = start(...takeWords(race, data))
    await asked.promise
    const stored = () => terminal.ask<{ readonly total: number }>(['results', race.stage, '--data', data])
    await expect.poll(async () => (await stored()).answer.total).toBe(3)
    return { race, take, stored }
  }

  test('SIGTERM ends a waiting download with a message and keeps stored rows; the next one reports what it kept and its age', async () => {
    const { race, take, stored } = await startWaiting('stopped')
    const stopped = await stop(take)
    expect([stopped.code, JSON.parse(stopped.stdout)]).toEqual([1, { ok: false, error: { kind: 'cancelled' } }])
    expect((await stored()).answer.total).toBe(3)

    race.answer('slow', rowsOf('slow', 2))
    const { code, stderr, answer } = await terminal.ask<TakeAnswer>(takeWords(race, 'stopped').slice(0, -1), { env })
    const [good, slow] = answer.categories
    expect([code, good?.outcome, slow?.outcome]).toEqual([0, 'done', 'done'])
    expect(Date.now() - Date.parse(good?.keptFrom ?? '')).toBeLessThan(60_000)
    expect(slow).not.toHaveProperty('keptFrom')
    expect(stderr).toContain(
      `1 category was stored by the unfinished download (${good?.keptFrom} or later) and not downloaded again\n`,
    )
  })

  test('that stops npm leaves no service behind', async () => {
    // As npm runs a script: under a shell that dies of the signal without passing it on.
    const shell = spawn('sh', ['-c', '"$0" "$@"; exit', process.execPath, shippedLauncher, 'demo-service'], {
      env: { ...isolatedEnv(terminal.home()), npm_lifecycle_event: 'racedesk' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [line] = (await once(shell.stdout.setEncoding('utf8'), 'data')) as [string]
    const { url } = JSON.parse(line) as { readonly url: string }
    const closed = once(shell.stdout, 'close')
    shell.stdout.resume()
    shell.kill('SIGTERM')
    await closed
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})
