import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type * as keytarModule from 'keytar'
import type { KeychainReason, Result } from '../../../preload/contract/result.ts'
import { logMessages } from '../../kernel/logMessages.ts'
import { endDespiteStuckThread } from './endDespiteStuckThread.ts'
import type { Log } from '../../kernel/log.ts'
import type { Keychain } from './keychain.ts'
import { createQueue } from '../../kernel/turns.ts'

type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>
type Unavailable = { readonly ok: false; readonly reason: KeychainReason }
type Answer<T> = { readonly ok: true; readonly value: T } | Unavailable
type Probed = { readonly ok: true } | Unavailable
type Native<T> = {
  readonly run: (keytar: Keytar) => Promise<T>
  /** Undoes a call that succeeded after its timeout. */
  readonly undo?: (keytar: Keytar) => Promise<unknown>
}

type KeytarOptions = {
  /** Gets the name, code and message of the error when the module does not load. */
  readonly log?: Pick<Log, 'warn'>
  readonly loadModule?: () => Promise<Keytar>
  readonly deadlineMs?: number
  /** The name under which the operating system lists the entries. */
  readonly service?: string
}

/** By `require`, which finds packages inside an asar in every Electron; `import` does not (electron/electron#45896). */
const loadKeytar = async (): Promise<Keytar> => {
  const require = createRequire(import.meta.url)
  return require('keytar') as Keytar
}

const factsOf = (thrown: unknown): { readonly [name: string]: string } => {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}
  return { name: thrown.name, ...code, message: thrown.message }
}

const missedDeadline = Symbol('missed deadline')

const withDeadline = async <T>(promise: Promise<T>, deadlineMs: number): Promise<T | typeof missedDeadline> => {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<typeof missedDeadline>((resolve) => {
    timer = setTimeout(resolve, deadlineMs, missedDeadline)
  })
  try {
    return await Promise.race([promise, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** A keyring that cannot ask for its password refuses instead of waiting; its message is all that keytar hands on. */
const reasonOfRejection = (thrown: unknown): KeychainReason =>
  /locked|interaction is not allowed/i.test(thrown instanceof Error ? thrown.message : '') ? 'locked' : 'no-service'

/**
 * The operating system's keychain. Calls go out one at a time: each that hangs holds one of libuv's few threads, so while
 * one has not come back every other is refused at once. Reasons: no-module (keytar or libsecret is not there), no-service
 * (calls are refused, a missing login collection included), locked (refused as locked, or the probe missed its deadline),
 * timeout (a call missed its deadline after the probe had succeeded).
 *
 * While a call hangs, the process does not end by itself and faces must call `process.exit`, which then ends it with the
 * code given (see endDespiteStuckThread).
 */
export const createKeytarKeychain = (options: KeytarOptions = {}): Keychain => {
  const { log, loadModule = loadKeytar, deadlineMs = 3000, service = 'Racedesk' } = options
  let loading: Promise<Keytar | null> | null = null
  let probed: Promise<Probed> | null = null
  let isStuck = false

  const load = (): Promise<Keytar | null> => {
    loading ??= loadModule().catch((thrown: unknown) => {
      log?.warn(logMessages.keychainModule, factsOf(thrown))
      return null
    })
    return loading
  }

  const markStuck = (keytar: Keytar, call: Promise<unknown>, undo: Native<unknown>['undo']): void => {
    isStuck = true
    endDespiteStuckThread(() => isStuck)
    const release = async (): Promise<void> => {
      await call
      // The late reply means that the keychain was unlocked: try it again at the next use.
      probed = null
      await undo?.(keytar)
    }
    void release()
      .catch(() => null)
      .finally(() => {
        isStuck = false
      })
  }

  const ask = async <T>(native: Native<T>, reasonWhenLate: 'locked' | 'timeout'): Promise<Answer<T>> => {
    const keytar = await load()
    if (keytar === null) return { ok: false, reason: 'no-module' }
    if (isStuck) return { ok: false, reason: reasonWhenLate }
    const call = Promise.resolve().then(() => native.run(keytar))
    try {
      const value = await withDeadline(call, deadlineMs)
      if (value !== missedDeadline) return { ok: true, value }
      markStuck(keytar, call, native.undo)
      return { ok: false, reason: reasonWhenLate }
    } catch (thrown) {
      return { ok: false, reason: reasonOfRejection(thrown) }
    }
  }

  const inTurn = createQueue()

  const remove = (account: string) => (keytar: Keytar) => keytar.deletePassword(service, account)
  const drop = (account: string): Native<boolean> => ({ run: remove(account) })
  const read = (account: string): Native<string | null> => ({ run: (keytar) => keytar.getPassword(service, account) })
  const write = (account: string, secret: string): Native<void> => ({
    run: (keytar) => keytar.setPassword(service, account, secret),
    undo: remove(account),
  })

  // Reading alone proves nothing: without a login collection reads give null and only writes fail.
  const tryOut = async (): Promise<Probed> => {
    const account = `probe-${randomUUID()}`
    const secret = randomUUID()
    const written = await ask(write(account, secret), 'locked')
    if (!written.ok) return written
    const found = await ask({ ...read(account), undo: remove(account) }, 'locked')
    const dropped = await ask(drop(account), 'locked')
    if (!found.ok) return found
    if (!dropped.ok) return dropped
    return found.value === secret ? { ok: true } : { ok: false, reason: 'no-service' }
  }

  const probe = (again = false): Promise<Probed> => {
    if (probed === null || (again && !isStuck)) probed = inTurn(tryOut)
    return probed
  }

  const answerTo = async <T>(native: Native<T>): Promise<Result<T>> => {
    const first = await probe()
    const answer = first.ok ? await inTurn(() => ask(native, 'timeout')) : first
    if (answer.ok) return answer
    if (first.ok && answer.reason === 'timeout') probed = Promise.resolve(answer)
    return { ok: false, error: { kind: 'keychain-unavailable', reason: answer.reason } }
  }

  const withoutValue = (result: Result<unknown>): Result<null> => (result.ok ? { ok: true, value: null } : result)

  return {
    probe,
    get: (account) => answerTo(read(account)),
    set: async (account, secret) => withoutValue(await answerTo(write(account, secret))),
    forget: async (account) => withoutValue(await answerTo(drop(account))),
  }
}
