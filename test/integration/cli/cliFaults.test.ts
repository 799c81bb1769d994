import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd, closing } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { environmentKeys } from '../../support/openCore.ts'
import { startTerminal, stoppedCode, type Terminal } from '../../support/processes/terminal.ts'
import { sendJson, startRaceService } from '../../support/services/raceService.ts'
import { flagsOf, useTerminal } from '../../support/terminalRig.ts'

const cores = useCores()
const terminal = useTerminal()

beforeAll(async () => {
  await mkdir(join(terminal.home(), 'pages'))
  await writeFile(join(terminal.home(), 'pages', 'index.html'), '<!doctype html><title>pages of the test</title>')
})

/** A process in which the fault happens when it gets SIGUSR2. */
const startFaulty = (args: readonly string[], fault: string): Terminal => {
  const planted = `process.on('SIGUSR2', () => { ${fault} })`
  const running = startTerminal(terminal.home(), args, {
    rendererDir: join(terminal.home(), 'pages'),
    env: {
      ...environmentKeys,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(planted)}`,
      EXIT_OF_THE_TEST: 'at-once',
    },
  })
  atEnd(() => {
    running.child.kill('SIGKILL')
    return running.ended
  })
  return running
}

const logOf = (data: string): Promise<string> => readFile(join(terminal.home(), data, 'logs', 'racedesk.log'), 'utf8')

const untilSaid = ({ child }: Terminal, text: string): Promise<void> =>
  new Promise((resolve) => {
    let said = ''
    child.stderr.on('data', (piece: string) => {
      said += piece
      if (said.includes(text)) resolve()
    })
  })

describe.skipIf(process.platform === 'win32')('an uncaught error', () => {
  it('does not end serve: stderr, the log and the page report it', async () => {
    const fault = "throw new TypeError('planted fault')"
    const server = startFaulty(['serve', '--json', '--data', 'served'], fault)
    const { url, token } = JSON.parse(await server.firstLine) as { readonly url: string; readonly token: string }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const events = await fetch(new URL('/api/events', url), { headers })
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
    const said = untilSaid(server, 'continues')
    server.child.kill('SIGUSR2')
    await said
    let told = ''
    while (!told.includes('app:failed')) told += (await reader?.read())?.value ?? ''
    const info = await fetch(new URL('/api/app:info', url), { method: 'POST', headers, body: '{}' })
    expect(await info.json()).toMatchObject({ ok: true })
    await reader?.cancel()
    server.child.kill('SIGTERM')
    const { code, stderr } = await server.ended
    const reference = /Racedesk error ([0-9a-f]{8})/u.exec(stderr)?.[1] ?? 'none'
    expect({ code, isTold: told.includes(reference), hasStack: /\n\s+at /u.test(stderr) }).toEqual({
      code: stoppedCode,
      isTold: true,
      hasStack: false,
    })
    expect(await logOf('served')).toMatch(new RegExp(`${reference}.*planted fault`, 'u'))
  })

  it('in a promise ends a command with 5 and its reference in the log, without a stack', async () => {
    const fault = "Promise.reject(new TypeError('planted fault'))"
    const race = closing(await startRaceService('Women'))
    race.answer('Women', (response) => sendJson(response, { isSuccess: false }, 500))
    const watch = startFaulty(['watch', race.stage, ...flagsOf(race), '--json', '--data', 'watched'], fault)
    expect(JSON.parse(await watch.firstLine)).toMatchObject({ type: 'problem' })
    watch.child.kill('SIGUSR2')
    const { code, stdout, stderr } = await watch.ended
    expect({ code, hasStack: /\n\s+at /u.test(stderr) }).toEqual({ code: 5, hasStack: false })
    const answer = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
      readonly error: { readonly reference: string }
    }
    expect(answer).toMatchObject({ ok: false, error: { kind: 'internal' } })
    expect(stderr).toContain(answer.error.reference)
    expect(await logOf('watched')).toContain(answer.error.reference)
  })
})

it('tells the page of such errors at most once a second, and logs them all', async () => {
  const { core, events, dataDir } = await cores.open({ outside: { clock: () => 0 } })
  const references = [1, 2, 3].map((count) => core.noteBug(new Error(`fault ${count}`)))
  const told = events.filter(({ name }) => name === 'app:failed')
  expect(told).toEqual([{ name: 'app:failed', data: { reference: references[0] } }])
  const log = await readFile(join(dataDir, 'logs', 'racedesk.log'), 'utf8')
  expect(references.filter((reference) => log.includes(reference))).toEqual(references)
})
