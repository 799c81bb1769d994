import type { AppError } from '../../preload/contract/result.ts'

/** Bytes of an input as JSON in UTF-8, the same in every face. */
const usualBytes = 1024 * 1024
/** Operations whose input contains the body of a call or a file of saved calls. */
const larger: ReadonlyMap<string, number> = new Map([
  ['call:send', 8 * 1024 * 1024],
  ['call:save', 8 * 1024 * 1024],
])
/** A UTF-16 code unit takes at most so many bytes of JSON: `\u0000`. */
const longestUnitBytes = 6

export const largestRequestBytes = Math.max(usualBytes, ...larger.values())

export const requestLimitBytes = (operation: string): number => larger.get(operation) ?? usualBytes

export const tooLargeRequest = (operation: string): Extract<AppError, { kind: 'too-large' }> => ({
  kind: 'too-large',
  what: 'request',
  limit: requestLimitBytes(operation),
})

/** `units`: UTF-16 code units of all texts in the input, which spares most inputs the count of their bytes. */
export const isTooLarge = (operation: string, input: unknown, units: number): boolean => {
  const limitBytes = requestLimitBytes(operation)
  return units * longestUnitBytes > limitBytes && byteLength(JSON.stringify(input)) > limitBytes
}

const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength
