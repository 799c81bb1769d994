import * as z from 'zod'
import { keyIssue, looksLikeKey, namesSecret } from '../shared/keyLike.ts'

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
const withoutLinks = (text: string): string => text.replace(link, (found) => (isAddress(found) ? '' : found))

/** A text that a person writes to be read: stored in clear, so no key. Links in it may be random text. */
export const label = (max: number) => line(max).refine((text) => !looksLikeKey(withoutLinks(text)), keyIssue)
export const name = () => label(200).refine((text) => text.trim() !== '', 'not empty')

const unescaped = (text: string): string => {
  const once = text.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return once === text ? text : unescaped(once)
}

/**
 * False for a key in place of an address, or in its user, host or a secret parameter. Its path, the first labels of a domain and
 * a bucket may be random text.
 */
export const isAddress = (text: string): boolean => {
  const [, schemes = '', authority = '', path = '', query = ''] =
    /^((?:[a-z][a-z\d+.-]*:\/\/)*)([^/?#\\]*)([^?#]*)(.*)$/is.exec(unescaped(text.trim())) ?? []
  const [host = '', ...users] = authority.split('@').toReversed()
  const [domain = '', port] = host.split(/:(?=\d*$)/)
  const labels = domain.replace(/\.$/, '').split('.')
  const values = query.split(/[?&#]/).filter((one) => namesSecret(one.split('=', 1)[0] ?? ''))
  const isBare = schemes === '' && labels.length === 1 && port === undefined
  if (/^s3:/i.test(schemes)) return true
  // No name within a network has more than 15 characters (NetBIOS).
  if (labels.length === 1 && /^(?=.*\d)[a-z\d]{16,}$/i.test(domain)) return false
  return ![...users, labels.at(-1) ?? '', ...values, isBare ? `${authority}${path}` : ''].some(looksLikeKey)
}
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
