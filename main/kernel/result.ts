import type { AppError } from '../../preload/contract/result.ts'

/** A `Result` of any value that was not reached. */
export type Failure = { readonly ok: false; readonly error: AppError }

export const fail = (error: AppError): Failure => ({ ok: false, error })

/** `what` names the kind of thing: stage, file, job. */
export const notFound = (what: string): Failure => fail({ kind: 'not-found', what })

/** `path` is the field of the input, `message` what it should be. */
export const invalidInput = (path: string, message: string): Failure =>
  fail({ kind: 'invalid-input', issues: [{ path, message }] })
