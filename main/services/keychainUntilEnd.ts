import type { AppError, Result } from '../../preload/contract.ts'
import type { Keychain } from './ports.ts'

const cancelled: { readonly ok: false; readonly error: AppError } = { ok: false, error: { kind: 'cancelled' } }

/** The same keychain, for which nobody waits once `ending` aborts: who does is `cancelled`. */
export const keychainUntilEnd = (
  keychain: Keychain,
  ending: AbortSignal,
): Keychain & { readonly isAwaited: () => boolean } => {
  const awaited = new Set<() => void>()
  ending.addEventListener('abort', () => {
    for (const leave of awaited) leave()
  })
  const answered = <T>(instead: T, ask: () => Promise<T>): Promise<T> => {
    if (ending.aborted) return Promise.resolve(instead)
    return new Promise((resolve, reject) => {
      const leave = (): void => resolve(instead)
      awaited.add(leave)
      void ask()
        .finally(() => awaited.delete(leave))
        .then(resolve, reject)
    })
  }
  return {
    probe: (again) => answered({ ok: false, reason: 'timeout' }, () => keychain.probe(again)),
    get: (account) => answered<Result<string | null>>(cancelled, () => keychain.get(account)),
    set: (account, secret) => answered<Result<null>>(cancelled, () => keychain.set(account, secret)),
    forget: (account) => answered<Result<null>>(cancelled, () => keychain.forget(account)),
    isAwaited: () => awaited.size > 0,
  }
}
