import type { AppEvent } from '../../preload/contract.ts'
import type { Result } from '../../preload/contract/result.ts'

/** The gate, as far as this face uses it: operations by name, with unchecked input. */
export type ServedGate = {
  readonly call: (operation: string, input: unknown) => Promise<Result<unknown>>
  readonly listen: (listener: (event: AppEvent) => void) => () => void
}
