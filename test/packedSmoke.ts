// `npm run smoke:start -- PROGRAM`: starts a packed program where nothing is installed (Windows and macOS check the
// archive, and only a run shows that it passes), in a data folder of its own; waits until its page shows something,
// has it download the demo race, asks it to quit and sees that it left in order.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { firstScreen } from './support/firstScreen.ts'
import type { Operation, Operations } from '../preload/contract.ts'

const [given] = process.argv.slice(2)
if (given === undefined) {
  process.stderr.write('Usage: npm run smoke:start -- PROGRAM\n')
  process.exit(2)
}
const packed = resolve(given)
/** A bundle of macOS is started by what is in it. */
const program = packed.endsWith('.app') ? join(packed, 'Contents', 'MacOS', basename(packed, '.app')) : packed

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

type Reply = { readonly id?: number; readonly result?: { readonly result?: { readonly value?: unknown } } }

/** One question to Chromium's debugger. Null when it hangs up instead, as it does when told to close. */
const ask = (socketUrl: string, method: string, params: object = {}): Promise<unknown> =>
  new Promise((answer, reject) => {
    const socket = new WebSocket(socketUrl)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method, params })))
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply
      if (reply.id !== 1) return
      socket.close()
      answer(reply.result?.result?.value)
    })
    socket.addEventListener('close', () => answer(null))
    socket.addEventListener('error', () => reject(new Error('the debugger does not answer')))
  })

const dataDir = mkdtempSync(join(tmpdir(), 'racedesk-smoke-'))
const debuggerUrl = `http://127.0.0.1:${await freePort()}`
const app = spawn(program, [`--data=${dataDir}`, `--remote-debugging-port=${new URL(debuggerUrl).port}`], {
  stdio: 'inherit',
})
const ended = new Promise<string>((end) => {
  app.once('error', ({ message }) => end(message))
  app.once('exit', (code, signal) => end(String(code ?? signal)))
})

type Target = { readonly type: string; readonly webSocketDebuggerUrl: string }

const targets = async (path: string): Promise<unknown> => (await fetch(`${debuggerUrl}/json/${path}`)).json()

/** Evaluates an expression in the page; resolves with its value, or with that of the promise it gives. */
const inPage = async (expression: string): Promise<unknown> => {
  const page = ((await targets('list')) as readonly Target[]).find(({ type }) => type === 'page')
  if (page === undefined) return null
  return await ask(page.webSocketDebuggerUrl, 'Runtime.evaluate', { expression, awaitPromise: true })
}

const showsPage = async (): Promise<boolean> =>
  (await inPage(`document.querySelector('${firstScreen}') !== null`)) === true

/** Sent to the page as text, so it stands on its own. Gives `done`, or what went wrong. */
const takeDemo = async (): Promise<string> => {
  const valueOf = async <K extends Operation>(
    operation: K,
    input: Operations[K]['input'],
  ): Promise<Operations[K]['value']> => {
    const result = await window.racedesk?.call(operation, input)
    if (result?.ok !== true) throw new Error(`${operation} answers ${result?.error.kind}`)
    return result.value as Operations[K]['value']
  }
  /** A minute at most. */
  const until = async <T>(find: () => Promise<T | null | undefined>): Promise<T> => {
    for (let tries = 600; tries > 0; tries -= 1) {
      const found = (await find()) ?? null
      if (found !== null) return found
      await new Promise((resolve) => window.setTimeout(resolve, 100))
    }
    throw new Error('a minute has passed')
  }
  try {
    await valueOf('profile:save', { demo: true })
    const stage = await until(async () => (await valueOf('stage:list', {}))[0])
    const { jobId } = await valueOf('stage:take', { stage: stage.guid })
    const job = await until(async () =>
      (await valueOf('job:list', {})).find(({ id, state }) => id === jobId && state !== 'running'),
    )
    const { total } = await valueOf('results:page', { stage: stage.guid, offset: 0, limit: 1 })
    return total > 0 ? job.state : `${job.state}, no rows`
  } catch (thrown) {
    return String(thrown)
  }
}

/** Nothing else runs the threads, the database and the compression out of the archive. */
const downloadsDemo = async (): Promise<string | null> => {
  const end = String(await inPage(`(${String(takeDemo)})()`).catch(String))
  return end === 'done' ? null : `the demo race was not downloaded: ${end}`
}

/** Null as soon as it holds, else what went wrong. Two minutes are far more than a start takes. */
const waitFor = async (what: string, holds: () => Promise<boolean>): Promise<string | null> => {
  for (let tries = 2_400; tries > 0; tries -= 1) {
    if (await holds().catch(() => false)) return null
    const end = await Promise.race([ended, setTimeout(50, null)])
    if (end !== null) return `the app ended by itself: ${end}`
  }
  return `no ${what} after two minutes`
}

const quit = async (): Promise<string | null> => {
  const { webSocketDebuggerUrl } = (await targets('version')) as Target
  // The answer to this is that it ends.
  void ask(webSocketDebuggerUrl, 'Browser.close').catch(() => undefined)
  const end = await Promise.race([ended, setTimeout(60_000, null, { ref: false })])
  if (end === null) return 'the app does not end'
  if (end !== '0') return `the app did not end cleanly: ${end}`
  return existsSync(join(dataDir, 'racedesk.db-wal')) ? 'the store was not closed' : null
}

const problem =
  (await waitFor('data', async () => existsSync(join(dataDir, 'racedesk.db')))) ??
  (await waitFor('page', showsPage)) ??
  (await downloadsDemo()) ??
  (await quit())
app.kill('SIGKILL')
await ended
rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
process.stdout.write(`smoke: ${problem ?? 'started, showed its page, downloaded the demo race, quit'}\n`)
process.exit(problem === null ? 0 : 1)
