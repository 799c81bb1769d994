import * as z from 'zod'

/** Texts and numbers of inputs, each with its bound. */

export const halfCharacter = 'holds half a character'

/** False when a text contains half of a surrogate pair: SQLite cannot store it, and it would come back as another text. */
export const isWhole = (text: string): boolean => text.isWellFormed()

export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[\p{Cc}]/u.test(text), 'no control characters')
    .refine(isWhole, halfCharacter)

export const name = () => line(200).refine((text) => text.trim() !== '', 'not empty')
export const url = () => line(2_000).refine((text) => text.trim() !== '', 'not empty')
export const search = () => z.string().max(500)
export const columnName = () => z.string().max(1_000)
export const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256')

export const offset = () => z.number().int().min(0).max(1_000_000_000)
export const rowOffset = () => z.number().int().min(0).max(100_000_000)
export const limit = (max: number) => z.number().int().min(0).max(max)
/** A number that the database gave. */
export const storedNumber = () => z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const widthPx = () => z.number().int().min(0).max(10_000)

export const nothing = () => z.strictObject({})
