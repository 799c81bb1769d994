import * as z from 'zod'
import { keyIssue, looksLikeKey } from '../shared/keyLike.ts'

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

const link = /\b(?:https?:\/\/|www\.|t\.me\/)\S+/gi

/** A text that a person writes to be read: stored in clear, so no key. Links in it may be random text. */
export const label = (max: number) => line(max).refine((text) => !looksLikeKey(text.replace(link, '')), keyIssue)
export const name = () => label(200).refine((text) => text.trim() !== '', 'not empty')
/** The path of an address may be random text. One whose host is random is a key in the wrong field. */
export const isAddress = (text: string): boolean =>
  !looksLikeKey(/^\s*(?:https?:\/\/)*([^.:/\s]+)\s*$/i.exec(text)?.[1] ?? '')
export const url = () =>
  line(2_000)
    .refine((text) => text.trim() !== '', 'not empty')
    .refine(isAddress, keyIssue)
export const secret = () => z.string().min(1).max(4_096)
export const search = () => z.string().max(500)
export const columnName = () => z.string().max(1_000)
/** Absolute, as Windows or other systems write it. */
export const folderPath = () =>
  line(4_096).refine((path) => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path), 'an absolute path')
export const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256')

export const offset = () => z.number().int().min(0).max(1_000_000_000)
export const rowOffset = () => z.number().int().min(0).max(100_000_000)
export const limit = (max: number) => z.number().int().min(0).max(max)
/** A number that the database gave. */
export const storedNumber = () => z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
export const widthPx = () => z.number().int().min(0).max(10_000)

export const nothing = () => z.strictObject({})
