import type { KeychainReason, Result } from '../../../preload/contract/result.ts'

/** Secrets by account name. Implementations never throw and never hang longer than their deadline. */
export type Keychain = {
  /** Probes on first use; the answer is remembered until it is asked again with `again`. */
  readonly probe: (
    again?: boolean,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: KeychainReason }>
  readonly get: (account: string) => Promise<Result<string | null>>
  readonly set: (account: string, secret: string) => Promise<Result<null>>
  readonly forget: (account: string) => Promise<Result<null>>
}
