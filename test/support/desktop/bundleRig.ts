import { fork } from 'node:child_process'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Bridge } from '../../../preload/bridge.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { atEnd } from '../atEnd.ts'
import type { ElectronDouble } from './electronDouble.ts'
import type { DoubleOptions, WindowDouble } from './electronDouble/world.ts'

const projectDir = join(import.meta.dirname, '..', '..', '..')
const script = join(import.meta.dirname, 'bundleProcess.ts')

export type BundleOptions = Omit<DoubleOptions, 'appPath' | 'onDocument' | 'onEnd' | 'args'> & {
  readonly projectDir: string
  readonly args: readonly string[]
}

export type Inside = ElectronDouble & {
  readonly window: () => WindowDouble
  /** `window.racedesk` of its page. */
  readonly bridge: () => Bridge
  /** Events that pages have heard through the bridge; as the real one, each listens from its first script on. */
  readonly heard: readonly AppEvent[]
  readonly argumentCounts: readonly number[]
  /** Paths of all code that the main thread loaded before the first window was made. */
  readonly loaded: readonly string[]
}

export type Message = { readonly id: number; readonly act: string; readonly given: unknown }
type Reply = { readonly id: number; readonly value?: unknown; readonly error?: string }

export type RunningBundle = Awaited<ReturnType<typeof startBundle>>

/**
 * Starts `out/main/desktop.js` in a process of its own, on the double of Electron, until the test ends. Resolves once its first
 * lines have run, or have ended it.
 */
export const startBundle = async (
  options: Omit<BundleOptions, 'projectDir'> & Partial<Pick<BundleOptions, 'projectDir'>>,
) => {
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
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply))
  /** The code or the name of the signal that the process ended with. */
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const replyTo = async (id: number): Promise<unknown> => {
    const reply = await Promise.race([
      new Promise<Reply>((resolve) => waiting.set(id, resolve)),
      ended.then((code): Reply => ({ id, error: `the process ended with ${code}: ${written}` })),
    ])
    if (reply.error !== undefined) throw new Error(reply.error)
    return reply.value
  }
  /** Runs `act` in the process. It is sent as text, so it uses nothing around it. */
  const run = async <Answer, Given = undefined>(
    act: (inside: Inside, given: Given) => Answer | Promise<Answer>,
    given?: Given,
  ): Promise<Answer> => {
    const id = waiting.size
    const reply = replyTo(id)
    // A process that has ended cannot be asked; `replyTo` reports that.
    if (child.connected) child.send({ id, act: act.toString(), given } satisfies Message, () => undefined)
    return (await reply) as Answer
  }
  const until = async (act: (inside: Inside) => boolean): Promise<void> => {
    await vi.waitUntil(() => run(act), { timeout: 60_000 })
  }
  /** Calls the core over the bridge, as the page does; throws unless it is done. */
  const call = async <Value>(operation: string, input: unknown = {}): Promise<Value> => {
    const result = (await run(({ bridge }, asked) => bridge().call(asked.operation as never, asked.input as never), {
      operation,
      input,
    })) as Result<Value>
    if (!result.ok) throw new Error(`${operation}: ${JSON.stringify(result.error)}`)
    return result.value
  }
  // A process may have ended by then; later calls report that.
  await replyTo(0).catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    run,
    until,
    call,
    /** Opens the visible window, up to its page's bridge. */
    open: async (): Promise<void> => {
      await run(({ becomeReady }) => becomeReady())
      await until(
        ({ windows: [window] }) => window?.isShown === true && window.webContents.page?.['racedesk'] !== undefined,
      )
    },
    done: async (operation: string, input: object): Promise<Job> => {
      const { jobId } = await call<{ readonly jobId: string }>(operation, input)
      const find = async () =>
        (await call<readonly Job[]>('job:list')).find(({ id, state }) => id === jobId && state === 'done')
      return await vi.waitUntil(find, { timeout: 60_000, interval: 100 })
    },
    /** The stage of the demo race, which is not downloaded yet. */
    addDemo: async (): Promise<string> => {
      await call('profile:save', { demo: true })
      const [stage] = await call<readonly Stage[]>('stage:list')
      return stage?.guid ?? ''
    },
    ended,
    complaints: (): string => written,
  }
}
