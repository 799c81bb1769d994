import type { AppEvent } from './contract.ts'
import type { Result } from './contract/result.ts'

/** The preload bridge, exposed as `window.racedesk`. */
export type Bridge = {
  readonly call: (operation: string, input: unknown) => Promise<Result<unknown>>
  /** Returns the function that stops listening. */
  readonly listen: (listener: (event: AppEvent) => void) => () => void
}
