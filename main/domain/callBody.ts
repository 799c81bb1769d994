import * as z from 'zod'

/** Characters of a request body, far above what anybody types; the browser face takes less. */
export const longestCallBody = 16_000_000

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The text of a request body: JSON of whatever form, kept as it is written. */
export const callBody = () =>
  z
    .string()
    .max(longestCallBody)
    .refine((text) => text.isWellFormed(), 'holds half a character')
    .refine(isJson, 'not JSON')
