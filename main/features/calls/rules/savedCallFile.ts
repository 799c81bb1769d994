import * as z from 'zod'
import { callBody, type CallRequest } from '../../../../preload/contract/calls.ts'
import type { Result } from '../../../../preload/contract/result.ts'
import { once } from '../../../kernel/once.ts'
import { invalidInput, type Failure } from '../../../kernel/result.ts'

export type NamedCall = CallRequest & { readonly name: string }

const format = 'racedesk-calls'
const mostCalls = 2_000

const schema = once(() =>
  z.object({
    format: z.literal(format),
    version: z.literal(1),
    calls: z
      .array(
        z.object({
          name: z.string().trim().min(1).max(200),
          method: z.enum(['GET', 'POST']),
          path: z.string().min(1).max(4_000),
          query: z
            .array(z.object({ name: z.string().min(1).max(200), value: z.string().max(20_000) }))
            .max(200)
            .default([]),
          body: callBody().nullable().default(null),
        }),
      )
      .max(mostCalls),
  }),
)

/** One JSON file with all saved calls. */
export const writeSavedCalls = (calls: readonly NamedCall[]): string => {
  const plain = calls.map(({ name, method, path, query, body }) => ({ name, method, path, query, body }))
  return `${JSON.stringify({ format, version: 1, calls: plain }, null, 2)}\n`
}

/** Errors: invalid-input at `file`. */
export const readSavedCalls = (text: string): Result<readonly NamedCall[]> => {
  let value: unknown
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return refuse('is not JSON')
  }
  const parsed = schema().safeParse(value)
  if (parsed.success) return { ok: true, value: parsed.data.calls }
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') ?? ''
  if (place === '' || place === 'format' || place === 'version') return refuse('is not a file of saved calls')
  return refuse(`${place}: ${issue?.message ?? ''}`.slice(0, 300))
}

const refuse = (message: string): Failure => invalidInput('file', message)

/** True for the name itself and for what `freeCallName` made of it. */
export const isNameOf = (given: string, name: string): boolean => {
  const [whole, start] = [given.toLowerCase(), name.toLowerCase()]
  return whole.startsWith(start) && /^(?: \(\d+\))?$/u.test(whole.slice(start.length))
}

/** A name that no other call has. */
export const freeCallName = (name: string, taken: ReadonlySet<string>): string => {
  let free = name
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${name} (${count})`
  return free
}
