import type * as z from 'zod'
import type { Result } from './result.ts'

/** The same value, to be read only. */
type Frozen<T> = T extends string | number | boolean | null | undefined ? T : { readonly [K in keyof T]: Frozen<T[K]> }

/** The type of what a schema lets through. */
export type Parsed<Make extends () => z.ZodType> = Frozen<z.output<ReturnType<Make>>>

/** An operation as its subject declares it. `types` is never set; the compiler alone reads it. */
type Declared<Input, Value> = {
  /** Makes the schema of the input. A function, so that starting makes none of them. */
  readonly input: () => z.ZodType
  readonly keyFields?: RegExp
  readonly types?: { readonly input: Input; readonly value: Value }
}

/**
 * `operation<Value>()(input, keyFields)`: in two calls, since the type of the answer is given and that of the input is inferred.
 * `keyFields` matches the dotted places of texts that may hold a key, as they are keys, are stored masked, or are not stored.
 */
export const operation =
  <Value>() =>
  <Schema extends z.ZodType>(input: () => Schema, keyFields?: RegExp): Declared<Parsed<() => Schema>, Value> => ({
    input,
    ...(keyFields === undefined ? {} : { keyFields }),
  })

/** What answers the operations that a subject declares. Inputs are checked before. */
export type Handlers<Of extends { readonly [name: string]: Declared<unknown, unknown> }> = {
  readonly [K in keyof Of]: (
    input: NonNullable<Of[K]['types']>['input'],
  ) => HandledResult<NonNullable<Of[K]['types']>['value']>
}

type HandledResult<Value> = Result<Value> | Promise<Result<Value>>
