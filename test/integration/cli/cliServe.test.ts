import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import type { TakeAnswer } from '../../../main/cli/verbs/stages.ts'
import type { AppInfo } from '../../../preload/contract/diagnostics.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import {
  isolatedEnv,
  launcher,
  runTerminal,
  startTerminal,
  stoppedCode,
  type Terminal,
  type TerminalOptions,
} from '../../support/processes/terminal.ts'

type Served = { readonly url: string; readonly token: string; readonly dataDir: string; readonly openUrl: string }
type DemoAnswer = {
  readonly url: string
  readonly resultsUrl: string
  readonly accessKey: string
  readonly resultsKey: string
  readonly stages: readonly { readonly guid: string; readonly name: string }[]
  readonly races: readonly string[]
  readonly orders: readonly string[]
}
type Failure = { readonly ok: false; readonly error: AppError }

let home = ''
let rendererDir = ''
const running = new Set<Terminal>()

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-cli-'))
  rendererDir = join(home, 'pages')
  await mkdir(rendererDir)
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>pages of the test</title>')
})
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  running.clear()
})
afterAll(async () => {
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const start = (args: readonly string[], options: TerminalOptions = { rendererDir }): Terminal => {
  const terminal = startTerminal(home, args, options)
  running.add(terminal)
  return terminal
}

const startServed = async (args: readonly string[]): Promise<{ terminal: Terminal; served: Served }> => {
  const terminal = start(['serve', '--json', ...args])
  return { terminal, served: JSON.parse(await terminal.firstLine) }
}

const call = async <T>({ url, token }: Served, operation: string, input: unknown = {}): Promise<Result<T>> => {
  const reply = await fetch(new URL(`/api/${operation}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return (await reply.json()) as Result<T>
}

const stopped = async ({ child, ended }: Terminal, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal)
  return ended
}

describe('serve', () => {
  test('prints its address as one JSON line, and SIGTERM ends an open event stream with 0', async () => {
    const { terminal, served } = await startServed(['--data', 'served'])
    expect(Object.keys(served).toSorted()).toEqual(['dataDir', 'openUrl', 'token', 'url'])
    expect(served.dataDir).toBe(join(home, 'served'))
    const info = await call<AppInfo>(served, 'app:info')
    expect(info).toMatchObject({ ok: true, value: { face: 'browser', dataDir: served.dataDir } })
    const stranger = await fetch(new URL('/api/app:info', served.url), { method: 'POST', body: '{}' })
    expect(stranger.status).toBe(401)
    expect(await (await fetch(served.url)).text()).toContain('pages of the test')
    const events = await fetch(new URL('/api/events', served.url), {
      headers: { authorization: `Bearer ${served.token}` },
    })
    const { code, stdout } = await stopped(terminal)
    await events.body?.cancel().catch(() => undefined)
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: stoppedCode, lines: 2 })
    await expect(fetch(served.url)).rejects.toThrow('fetch failed')
  })

  test('the one-time address gives the token once; further uses are reported once on stderr and in the log', async () => {
    const { terminal, served } = await startServed(['--data', 'served-once'])
    const ticket = new URL(served.openUrl).hash.replace('#once=', '')
    const exchange = (): Promise<Response> =>
      fetch(new URL('/once', served.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket }),
      })
    expect(await (await exchange()).json()).toEqual({ ok: true, value: { token: served.token } })
    for (const _ of [1, 2, 3]) expect((await exchange()).status).toBe(410)
    const { stderr } = await stopped(terminal)
    expect(stderr).toMatch(/one-time link was used a second time.*start it again/u)
    expect(stderr.split('one-time link').length).toBe(2)
    const logs = join(served.dataDir, 'logs')
    const logged = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')))
    expect(logged.join('').split('one-time link of the browser face was used a second time').length).toBe(2)
    expect(logged.join('')).not.toContain(ticket)
  })

  test('--demo starts downloading the demo race, also without a keychain, and can end during it', async () => {
    const { terminal, served } = await startServed(['--demo', '--data', 'served-demo'])
    const profiles = await call<readonly Profile[]>(served, 'profile:list')
    expect(profiles).toMatchObject({ ok: true, value: [{ kind: 'demo' }] })
    const rows = async (): Promise<number> => {
      const stages = await call<readonly Stage[]>(served, 'stage:list')
      return stages.ok ? (stages.value[0]?.rows ?? 0) : 0
    }
    while ((await rows()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const { code } = await stopped(terminal, 'SIGINT')
    expect(code).toBe(stoppedCode)
  })

  test('a second start reuses the demo profile', async () => {
    for (const _ of [1, 2]) {
      const { terminal, served } = await startServed(['--demo', '--data', 'served-twice'])
      const profiles = await call<readonly Profile[]>(served, 'profile:list')
      expect(profiles.ok && profiles.value.length).toBe(1)
      const stages = await call<readonly Stage[]>(served, 'stage:list')
      expect(stages.ok && stages.value.length).toBe(1)
      expect((await stopped(terminal)).code).toBe(stoppedCode)
    }
  })

  test('without --json two lines are printed, the first with the address', async () => {
    const terminal = start(['serve', '--data', 'served-people'])
    const line = await terminal.firstLine
    const address = /http:\/\/\S+/u.exec(line)?.[0] ?? ''
    expect((await fetch(address)).status).toBe(200)
    const { code, stdout } = await stopped(terminal)
    expect(code).toBe(stoppedCode)
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  })

  test('a taken port is reported, with nothing left running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    const { code, stdout, stderr } = await start(['serve', '--port', port, '--data', 'port', '--json']).ended
    other.close()
    const failure: Failure = JSON.parse(stdout)
    expect({ code, error: failure.error }).toMatchObject({
      code: 2,
      error: { kind: 'invalid-input', issues: [{ path: '--port' }] },
    })
    expect(stderr).toContain(port)
  })

  test('without built pages it says how to build them', async () => {
    const { code, stdout, stderr } = await start(['serve', '--data', 'unbuilt', '--json'], {
      rendererDir: join(home, 'no-pages'),
    }).ended
    const failure: Failure = JSON.parse(stdout)
    expect({ code, error: failure.error }).toMatchObject({ code: 5, error: { kind: 'file', reason: 'missing' } })
    expect(stderr).toContain('npm run build')
  })
})

describe('demo-service', () => {
  const startDemo = async (...args: string[]): Promise<{ terminal: Terminal; answer: DemoAnswer }> => {
    const terminal = start(['demo-service', ...args])
    return { terminal, answer: JSON.parse(await terminal.firstLine) }
  }

  test('prints its URLs and keys in one line, and exits with 0', async () => {
    const { terminal, answer } = await startDemo()
    const fields = ['accessKey', 'orders', 'races', 'resultsKey', 'resultsUrl', 'stages', 'url']
    expect(Object.keys(answer).toSorted()).toEqual(fields)
    for (const key of [answer.accessKey, answer.resultsKey]) expect(key).toMatch(/^[A-Za-z0-9_-]+$/u)
    expect(new URL(answer.resultsUrl).origin).not.toBe(new URL(answer.url).origin)
    const links = new URL(`/v3/RaceStages/Results?raceStageGuid=${answer.stages[0]?.guid}`, answer.url)
    expect((await fetch(links)).status).toBe(401)
    expect((await fetch(links, { headers: { 'X-Access-Key': answer.accessKey } })).status).toBe(200)
    const { code, stdout } = await stopped(terminal)
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: stoppedCode, lines: 2 })
  })

  test('serves another stage than the demo inside the app, whose stored results it would replace', async () => {
    const demo = createDemo()
    const { stage } = await demo.start()
    await demo.stop()
    const { terminal, answer } = await startDemo()
    await stopped(terminal)
    expect(answer.stages.map(({ guid }) => guid)).not.toContain(stage.guid)
  })

  test('says in words on stderr what it serves, unless --json is given', async () => {
    const { terminal, answer } = await startDemo()
    const { stderr } = await stopped(terminal)
    const { url, resultsUrl, accessKey, resultsKey, races, orders } = answer
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        `Main URL     ${url}`,
        `Results URL  ${resultsUrl}`,
        `Access key   ${accessKey}`,
        `Results key  ${resultsKey}`,
        ...answer.stages.map(({ guid, name }) => `Stage        ${guid}  ${name}`),
        ...races.map((guid) => `Race         ${guid}`),
        ...orders.map((guid) => `Order        ${guid}`),
      ]),
    )
    const { terminal: silent } = await startDemo('--json')
    expect((await stopped(silent)).stderr).toBe('')
  })

  test.skipIf(process.platform === 'win32')('stopping npm leaves no service behind', async () => {
    // As npm runs a script: under a shell that dies of the signal without passing it on.
    const shell = spawn('sh', ['-c', '"$0" "$@"; exit', process.execPath, launcher, 'demo-service'], {
      env: { ...isolatedEnv(home), npm_lifecycle_event: 'racedesk' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [line] = (await once(shell.stdout.setEncoding('utf8'), 'data')) as [string]
    const { url }: DemoAnswer = JSON.parse(line)
    const closed = once(shell.stdout, 'close')
    shell.stdout.resume()
    shell.kill('SIGTERM')
    await closed
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('a results file grouped by two columns can be downloaded with its own headers', async () => {
    const csv = 'Bib;Name;Distance;Group\r\n1;"Петров, Иван";10 km;M\r\n2;Smith;10 km;F\r\n3;Jones;21 km;M\r\n'
    await writeFile(join(home, 'last year.csv.gz'), gzipSync(csv))
    const { terminal, answer } = await startDemo('--results', 'last year.csv.gz', '--group-by', 'Distance,Group')
    expect(answer.stages).toMatchObject([{ name: 'last year' }])
    const env = { RACEDESK_ACCESS_KEY: answer.accessKey, RACEDESK_RESULTS_KEY: answer.resultsKey }
    const stage = answer.stages[0]?.guid ?? ''
    const flags = ['--base-url', answer.url, '--results-url', answer.resultsUrl, '--data', 'rehearsal', '--json']
    const taken = await runTerminal(home, ['take', stage, ...flags], { env })
    await stopped(terminal)
    const { categories }: TakeAnswer = JSON.parse(taken.stdout)
    expect(categories.map(({ distance, category, rows }) => [distance, category, rows])).toEqual([
      ['10 km', 'M', 1],
      ['10 km', 'F', 1],
      ['21 km', 'M', 1],
    ])
    const found = await runTerminal(home, ['results', stage, '--search', 'петров', '--data', 'rehearsal', '--json'])
    expect(JSON.parse(found.stdout)).toMatchObject({
      total: 1,
      rows: [{ Bib: '1', Name: 'Петров, Иван', distance: '10 km', category: 'M' }],
    })
  })

  test.each([
    ['a file that is not there', ['--results', 'nowhere.csv'], 5, 'file'],
    ['a folder in the place of the file', ['--results', 'pages'], 5, 'file'],
    ['a column that is not there', ['--results', 'few.csv', '--group-by', 'Town'], 2, 'invalid-input'],
    ['three columns', ['--results', 'few.csv', '--group-by', 'Bib,Name,Bib'], 2, 'invalid-input'],
  ])('%s is refused with its exit code', async (_, args, code, kind) => {
    await writeFile(join(home, 'few.csv'), 'Bib,Name\n1,A\n')
    const ended = await start(['demo-service', ...args]).ended
    const failed = await start(['demo-service', ...args, '--json']).ended
    const failure: Failure = JSON.parse(failed.stdout)
    expect({ code: failed.code, kind: failure.error.kind }).toEqual({ code, kind })
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' })
  })

  test('an unknown column is refused with a list of the existing ones', async () => {
    await writeFile(join(home, 'columns.csv'), 'Bib,Name\n1,A\n')
    const { stderr } = await start(['demo-service', '--results', 'columns.csv', '--group-by', 'Town']).ended
    expect(stderr).toMatch(/--group-by.*Bib, Name/u)
  })

  test('a live race starts without finishers', async () => {
    const { terminal, answer } = await startDemo('--live')
    const env = { RACEDESK_ACCESS_KEY: answer.accessKey, RACEDESK_RESULTS_KEY: answer.resultsKey }
    const flags = ['--base-url', answer.url, '--results-url', answer.resultsUrl, '--data', 'live', '--json']
    const taken = await runTerminal(home, ['take', answer.stages[0]?.guid ?? '', ...flags], { env })
    expect(taken.code).toBe(0)
    expect((await stopped(terminal)).code).toBe(stoppedCode)
  })
})
