import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DemoService } from '../../../main/demo/demoService.ts'
import { createDemo } from '../../../main/demo/embeddedDemo.ts'
import type { TakeAnswer } from '../../../main/cli/verbs/stages.ts'
import type { AppInfo } from '../../../preload/contract/diagnostics.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { flagsOf, useTerminal, type Command } from '../../support/terminalRig.ts'

type Served = { readonly url: string; readonly token: string; readonly dataDir: string; readonly openUrl: string }
type DemoAnswer = Omit<DemoService, 'isLive' | 'promoCodes' | 'close'>

const terminal = useTerminal()
let rendererDir = ''
beforeAll(async () => {
  rendererDir = join(terminal.home(), 'pages')
  await mkdir(rendererDir)
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>pages of the test</title>')
})

const serve = async (...args: readonly string[]): Promise<{ readonly served: Served } & Pick<Command, 'stop'>> => {
  const { firstLine, stop } = terminal.open(['serve', '--json', ...args], { rendererDir })
  return { served: JSON.parse(await firstLine), stop }
}

const call = async <T>({ url, token }: Served, operation: string, input: unknown = {}): Promise<Result<T>> => {
  const reply = await fetch(new URL(`/api/${operation}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return (await reply.json()) as Result<T>
}

describe('serve', () => {
  test('prints its address as one JSON line, and ends an open event stream with 0', async () => {
    const { served, stop } = await serve('--data', 'served')
    expect(Object.keys(served).toSorted()).toEqual(['dataDir', 'openUrl', 'token', 'url'])
    expect(served.dataDir).toBe(join(terminal.home(), 'served'))
    const info = await call<AppInfo>(served, 'app:info')
    expect(info).toMatchObject({ ok: true, value: { face: 'browser', dataDir: served.dataDir } })
    const stranger = await fetch(new URL('/api/app:info', served.url), { method: 'POST', body: '{}' })
    expect(stranger.status).toBe(401)
    expect(await (await fetch(served.url)).text()).toContain('pages of the test')
    const events = await fetch(new URL('/api/events', served.url), {
      headers: { authorization: `Bearer ${served.token}` },
    })
    const { code, stdout } = await stop()
    await events.body?.cancel().catch(() => undefined)
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 0, lines: 2 })
    await expect(fetch(served.url)).rejects.toThrow('fetch failed')
  })

  test('the one-time address gives the token once; further uses are reported once on stderr and in the log', async () => {
    const { served, stop } = await serve('--data', 'served-once')
    const ticket = new URL(served.openUrl).hash.replace('#once=', '')
    const exchange = (): Promise<Response> =>
      fetch(new URL('/once', served.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket }),
      })
    expect(await (await exchange()).json()).toEqual({ ok: true, value: { token: served.token } })
    for (const _ of [1, 2, 3]) expect((await exchange()).status).toBe(410)
    const { stderr } = await stop()
    expect(stderr).toMatch(/one-time link was used a second time.*start it again/u)
    expect(stderr.split('one-time link').length).toBe(2)
    const logs = join(served.dataDir, 'logs')
    const logged = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), 'utf8')))
    expect(logged.join('').split('one-time link of the browser face was used a second time').length).toBe(2)
    expect(logged.join('')).not.toContain(ticket)
  })

  test('--demo downloads the demo race, also without a keychain, can end during it, and reuses the profile at the next start', async () => {
    for (const _ of [1, 2]) {
      const { served, stop } = await serve('--demo', '--data', 'served-demo')
      const profiles = await call<readonly Profile[]>(served, 'profile:list')
      expect(profiles).toMatchObject({ ok: true, value: [{ kind: 'demo' }] })
      const stages = async () => {
        const listed = await call<readonly Stage[]>(served, 'stage:list')
        return listed.ok ? listed.value : []
      }
      expect(await stages()).toHaveLength(1)
      await expect.poll(async () => (await stages())[0]?.rows).toBeGreaterThan(0)
      expect(await stop('SIGINT')).toMatchObject({ code: 0 })
    }
  })

  test('without --json two lines are printed, the first with the address', async () => {
    const { firstLine, stop } = terminal.open(['serve', '--data', 'served-people'], { rendererDir })
    const address = /http:\/\/\S+/u.exec(await firstLine)?.[0] ?? ''
    expect((await fetch(address)).status).toBe(200)
    const { code, stdout } = await stop()
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, 2])
  })

  test('a taken port is reported, with nothing left running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    const refused = await terminal.ask(['serve', '--port', port, '--data', 'port'], { rendererDir })
    other.close()
    expect(refused).toMatchObject({
      code: 2,
      answer: { ok: false, error: { kind: 'invalid-input', issues: [{ path: '--port' }] } },
      stderr: expect.stringContaining(port),
    })
  })

  test('without built pages it says how to build them', async () => {
    const refused = await terminal.ask(['serve', '--data', 'unbuilt'], { rendererDir: join(rendererDir, 'none') })
    expect(refused).toMatchObject({
      code: 5,
      answer: { error: { kind: 'file', reason: 'missing' } },
      stderr: expect.stringContaining('npm run build'),
    })
  })
})

describe('demo-service', () => {
  const startDemo = async (...args: string[]): Promise<{ readonly answer: DemoAnswer } & Pick<Command, 'stop'>> => {
    const { firstLine, stop } = terminal.open(['demo-service', ...args])
    return { answer: JSON.parse(await firstLine), stop }
  }

  const take = ({ accessKey, resultsKey, stages, ...urls }: DemoAnswer, data: string) =>
    terminal.ask<TakeAnswer>(['take', stages[0]?.guid ?? '', ...flagsOf(urls), '--data', data], {
      env: { RACEDESK_ACCESS_KEY: accessKey, RACEDESK_RESULTS_KEY: resultsKey },
    })

  test('prints its URLs and keys in one line, in words on stderr too, and exits with 0', async () => {
    const { answer, stop } = await startDemo()
    const { url, resultsUrl, accessKey, resultsKey, stages, races, orders } = answer
    const fields = ['accessKey', 'orders', 'races', 'resultsKey', 'resultsUrl', 'stages', 'url']
    expect(Object.keys(answer).toSorted()).toEqual(fields)
    expect(new URL(resultsUrl).origin).not.toBe(new URL(url).origin)
    const { code, stdout, stderr } = await stop()
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 0, lines: 2 })
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        `Main URL     ${url}`,
        `Results URL  ${resultsUrl}`,
        `Access key   ${accessKey}`,
        `Results key  ${resultsKey}`,
        ...stages.map(({ guid, name }) => `Stage        ${guid}  ${name}`),
        ...races.map((guid) => `Race         ${guid}`),
        ...orders.map((guid) => `Order        ${guid}`),
      ]),
    )
  })

  test('keeps its keys and both ports for its next start', async () => {
    const first = await startDemo()
    await first.stop()
    const again = await startDemo()
    expect(again.answer).toEqual(first.answer)
    await again.stop()
    const { url, resultsUrl } = first.answer
    expect(Number(new URL(resultsUrl).port)).toBe(Number(new URL(url).port) + 1)
  })

  test('serves another stage than the demo inside the app, whose stored results it would replace', async () => {
    const demo = createDemo()
    const { stage } = await demo.start()
    await demo.stop()
    const { answer, stop } = await startDemo('--json')
    expect(answer.stages.map(({ guid }) => guid)).not.toContain(stage.guid)
    // With --json there are no words.
    expect(await stop()).toMatchObject({ stderr: '' })
  })

  test('a results file grouped by two columns can be downloaded with its own headers', async () => {
    const csv = 'Bib;Name;Distance;Group\r\n1;"Петров, Иван";10 km;M\r\n2;Smith;10 km;F\r\n3;Jones;21 km;M\r\n'
    await writeFile(join(terminal.home(), 'last year.csv.gz'), gzipSync(csv))
    const { answer } = await startDemo('--results', 'last year.csv.gz', '--group-by', 'Distance,Group')
    expect(answer.stages).toMatchObject([{ name: 'last year' }])
    const { categories } = (await take(answer, 'rehearsal')).answer
    expect(categories.map(({ distance, category, rows }) => [distance, category, rows])).toEqual([
      ['10 km', 'M', 1],
      ['10 km', 'F', 1],
      ['21 km', 'M', 1],
    ])
  })

  test.each([
    ['a file that is not there', ['--results', 'nowhere.csv'], 5, 'file', /./],
    ['a folder in the place of the file', ['--results', 'pages'], 5, 'file', /./],
    ['three columns', ['--results', 'few.csv', '--group-by', 'Bib,Name,Bib'], 2, 'invalid-input', /./],
    ['an unknown column', ['--results', 'few.csv', '--group-by', 'Town'], 2, 'invalid-input', /--group-by.*Bib, Name/u],
  ])('%s is refused with its exit code', async (_, args, code, kind, words) => {
    await writeFile(join(terminal.home(), 'few.csv'), 'Bib,Name\n1,A\n')
    const stderr = expect.stringMatching(words) as string
    expect(await terminal.ask(['demo-service', ...args])).toMatchObject({ code, stderr, answer: { error: { kind } } })
  })

  test('a live race starts without finishers', async () => {
    const { answer, stop } = await startDemo('--live')
    expect((await take(answer, 'live')).code).toBe(0)
    expect(await stop()).toMatchObject({ code: 0 })
  })
})
