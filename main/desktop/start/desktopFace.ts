import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { ElectronEnd } from './electronEnd.ts'
import type { Env } from './electronBinary.ts'

/** Characters; enough for the lines that say why Chromium gave up, and the stack below them. */
const keptErrors = 64 * 1024

/** Time for Electron's last lines to arrive; later ones come from programs that it started. */
const lastWordsMs = 500

/** Runs Electron until it ends. Its stderr is passed on, and the last 64 KiB are kept. */
export async function runElectron(program: string, args: readonly string[], env: Env): Promise<ElectronEnd> {
  const asked: NodeJS.Signals[] = []
  const started: { child?: ChildProcess } = {}
  // Ctrl-C reaches Electron by itself; the other signals are passed on.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      asked.push(signal)
      if (signal !== 'SIGINT') started.child?.kill(signal)
    })
  }
  const startedAtMs = performance.now()
  const child = spawn(program, args, { env: { ...env }, stdio: ['inherit', 'inherit', 'pipe'] })
  started.child = child
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-keptErrors)
    process.stderr.write(text)
  })
  const ended = await untilEnded(child)
  const ranMs = performance.now() - startedAtMs
  await hearOut(child.stderr, env)
  return { ...ended, ranMs, wasAsked: asked.length > 0, errors: ended.cause ?? errors }
}

type Ended = Pick<ElectronEnd, 'code' | 'signal'> & { readonly cause: string | null }

/** `close` would wait for the programs that Electron has started, such as a browser that shows a link. */
function untilEnded(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve({ code: 126, signal: null, cause: error.message })
    })
    child.once('exit', (code, signal) => resolve({ code, signal, cause: null }))
  })
}

async function hearOut(stderr: Readable, env: Env): Promise<void> {
  if (stderr.destroyed) return
  await Promise.race([new Promise((resolve) => stderr.once('close', resolve)), delay(lastWordsMs)])
  if (stderr.destroyed) return
  // A browser that the app opened may still write there; without a reader SIGPIPE would end it.
  stderr.pause()
  if (process.platform !== 'win32') {
    const reader = spawn('cat', { env: { ...env }, stdio: [stderr, 'ignore', 'ignore'], detached: true })
    reader.once('error', () => undefined)
    reader.unref()
  }
  stderr.destroy()
}
