import { fork } from 'node:child_process'
import type { DownloadMessage } from './downloadMessage.ts'
import { proxyEnv } from './downloadProxy.ts'
import type { Env } from './electronBinary.ts'

/** `host` was asked, through `proxy` if there was one; null when it did not come to that. `reason` is one short line. */
export type FailedAttempt = {
  readonly host: string | null
  readonly proxy: string | null
  readonly reason: string
}

type DownloadOutcome = { readonly ok: true } | ({ readonly ok: false } & FailedAttempt)

type DownloadOptions = {
  readonly electronDir: string
  readonly env: Env
  /** The download is given up when no byte arrives for so long. */
  readonly silenceLimitMs: number
  readonly onMessage: (message: DownloadMessage) => void
}

/** Longest that unpacking, which sends no bytes, may take. */
const unpackLimitMs = 180_000

/** Downloads Electron's program into its package, as the package itself would, but never waits on a silent network. */
export function downloadElectron({
  electronDir,
  env,
  silenceLimitMs,
  onMessage,
}: DownloadOptions): Promise<DownloadOutcome> {
  const child = fork(new URL('./downloadProcess.ts', import.meta.url), [electronDir], {
    env: { ...proxyEnv(env) },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve) => {
    let asked: { readonly host: string | null; readonly proxy: string | null } = { host: null, proxy: null }
    let timer: NodeJS.Timeout | undefined
    const settle = (outcome: DownloadOutcome): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      resolve(outcome)
    }
    const fail = (reason: string): void => settle({ ok: false, ...asked, reason })
    const allow = (limitMs: number, reason: string): void => {
      clearTimeout(timer)
      timer = setTimeout(() => fail(reason), limitMs)
    }
    const allowSilence = (): void => allow(silenceLimitMs, `no bytes for ${silenceLimitMs / 1000} s`)
    allowSilence()
    child.on('message', (message: DownloadMessage) => {
      onMessage(message)
      if (message.kind === 'done') return settle({ ok: true })
      if (message.kind === 'failed') return fail(message.reason)
      if (message.kind === 'asking') asked = { host: message.host, proxy: message.proxy }
      if (message.kind === 'unpacking') return allow(unpackLimitMs, 'unpacking did not end')
      allowSilence()
    })
    child.once('error', (error) => fail(error.message))
    child.once('exit', () => fail('the download process ended'))
  })
}
