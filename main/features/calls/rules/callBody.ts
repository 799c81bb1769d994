import * as z from 'zod'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export const halfACharacter = 'holds half a character'

/** False when a text contains half of a surrogate pair. */
export const isWhole = (text: string): boolean => text.isWellFormed()

/** The text of a request body: any JSON, stored as typed. The gate limits its size (`requestLimitBytes`). */
export const callBody = () => z.string().refine(isWhole, halfACharacter).refine(isJson, 'not JSON')
