import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { AppEvent } from '../../../preload/contract.ts'
import type { DoubleOptions } from './electronDouble.ts'

const projectDir = join(import.meta.dirname, '..', '..', '..')
const script = join(import.meta.dirname, 'bundleProcess.ts')

export type BundleOptions = Omit<DoubleOptions, 'appPath' | 'disk' | 'onDocument' | 'onEnd' | 'args'> & {
  /** The folder that holds the app: package.json and out/. */
  readonly projectDir: string
  /** Arguments of the program, without its name. */
  readonly args: readonly string[]
}

/** An act of a user, the system or the page on the running bundle. */
export type Asked =
  | { readonly act: 'becomeReady' | 'report' | 'crash' | 'shutDown' | 'logOut' | 'quit' | 'closeWindow' }
  | { readonly act: 'call'; readonly operation: string; readonly input: unknown }
  | { readonly act: 'answer'; readonly button: number }
  | { readonly act: 'startAgain'; readonly argv: readonly string[]; readonly folder: string }
  | { readonly act: 'follow'; readonly url: string }
  /** Fetches a URL as a page of that session does; the window's by default. */
  | { readonly act: 'fetch'; readonly url: string; readonly partition?: string }
  | { readonly act: 'permission'; readonly permission: string; readonly isMainFrame: boolean; readonly url: string }
  | { readonly act: 'go'; readonly way: Way; readonly url: string; readonly isMainFrame: boolean }
  | { readonly act: 'request'; readonly url: string; readonly resourceType: string; readonly partition: string }
  | { readonly act: 'takeDevice' | 'attachWebview' | 'download' }
  /** A call that bypasses the bridge, as a hijacked page could make it. */
  | { readonly act: 'callFrom'; readonly frame: CallingFrame; readonly operation: string; readonly input: unknown }

export type Way = 'will-navigate' | 'will-frame-navigate' | 'will-redirect'
export type CallingFrame = 'main' | 'inner' | 'gone' | 'led elsewhere' | 'of no window'

export type Report = {
  readonly windows: readonly {
    readonly isShown: boolean
    readonly focused: number
    readonly url: string
    /** Names that scripts of the page find beside the web's own. */
    readonly globals: readonly string[]
    readonly preferences: Readonly<Record<string, unknown>>
    readonly lost: readonly { readonly channel: string; readonly why: string }[]
    readonly isCrashed: boolean
  }[]
  /** Events that pages have heard through the bridge; as the real one, each listens from its first script on. */
  readonly heard: readonly AppEvent[]
  readonly told: readonly string[]
  readonly questions: readonly { readonly message: string; readonly detail: string }[]
  readonly errors: readonly string[]
  readonly opened: readonly string[]
  readonly menu: readonly string[]
  /** Preferences of all pages so far, hidden ones included. */
  readonly pages: readonly Readonly<Record<string, unknown>>[]
  readonly sessions: readonly { readonly partition: string; readonly schemes: readonly string[] }[]
  /** Schemes that were registered as privileged. */
  readonly schemes: readonly Electron.CustomScheme[]
  /** Events of `app` that the bundle listens for. */
  readonly listensFor: readonly string[]
  readonly switches: { readonly hasNoSandbox: boolean; readonly hasSandbox: boolean }
  /** Type of each member of `window.racedesk`, as a page sees it. */
  readonly bridge: { readonly [name: string]: string } | null
  /** How many arguments came with each event. */
  readonly argumentCounts: readonly number[]
  /** Paths of all code that the main thread loaded before the first window was made. */
  readonly loaded: readonly string[]
}

export type RunningBundle = {
  readonly pid: number
  readonly ask: <Answer = unknown>(asked: Asked) => Promise<Answer>
  readonly report: () => Promise<Report>
  /** The code or the name of the signal that the process ended with. */
  readonly ended: Promise<number | string>
  /** Stderr of the process so far. */
  readonly complaints: () => string
  readonly kill: () => void
}

type Reply = { readonly id: number; readonly value?: unknown; readonly error?: string }

/** Starts `out/main/desktop.js` in a process of its own, on the double of Electron. Resolves once its first lines have run, or have ended it. */
export const startBundle = async (
  options: Omit<BundleOptions, 'projectDir'> & Partial<Pick<BundleOptions, 'projectDir'>>,
): Promise<RunningBundle> => {
  const child = fork(script, [JSON.stringify({ projectDir, ...options } satisfies BundleOptions)], {
    cwd: projectDir,
    // Keeps maps, dates and undefined.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let written = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written += text
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  let lastId = 0
  const answerOf = async (id: number): Promise<unknown> => {
    const reply = await Promise.race([
      new Promise<Reply>((resolve) => waiting.set(id, resolve)),
      ended.then((code): Reply => ({ id, error: `the process ended with ${code}: ${written}` })),
    ])
    if (reply.error !== undefined) throw new Error(reply.error)
    return reply.value
  }
  const ask = async <Answer>(asked: Asked): Promise<Answer> => {
    lastId += 1
    const answer = answerOf(lastId)
    // A process that has ended cannot be asked; `answerOf` reports that.
    if (child.connected) child.send({ id: lastId, asked }, () => undefined)
    return (await answer) as Answer
  }
  const running: RunningBundle = {
    pid: child.pid ?? 0,
    ask,
    report: () => ask({ act: 'report' }),
    ended,
    complaints: () => written,
    kill: () => void child.kill('SIGKILL'),
  }
  // A process may have ended by then; later calls of `ask` report that.
  await answerOf(0).catch(() => undefined)
  return running
}
