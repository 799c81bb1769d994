import type { Json } from '../../preload/contract/ids.ts'

export type Log = {
  readonly info: (message: string, details?: { readonly [key: string]: Json }) => void
  readonly warn: (message: string, details?: { readonly [key: string]: Json }) => void
  /** Takes the stack of a bug; returns the reference under which it can be found. */
  readonly bug: (thrown: unknown) => string
  /** The last lines, oldest first, of at most so many characters together. */
  readonly recent: (limitChars: number) => readonly string[]
  readonly close: () => void
}
