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

/** False: a text holds half of a surrogate pair. */
export const isWhole = (text: string): boolean => text.isWellFormed()

/** The text of a request body: JSON of whatever form, kept as it is written. The gate bounds its size (`requestLimitBytes`). */
export const callBody = () => z.string().refine(isWhole, halfACharacter).refine(isJson, 'not JSON')
