import { findSecrets, longestPlainRun, mayHold, replaceRanges, shortestSecret } from './secretForms.ts'

type SecretMask = {
  /**
   * From now on `mask` hides this value, and `holds` finds it. Shorter than 6 characters it would hide ordinary words, and is left
   * alone. `isKey`: it is a key even if it is an ordinary word.
   */
  readonly add: (secret: string, isKey?: boolean) => void
  readonly mask: (text: string) => string
  /** Whether the text holds a value of at least 12 characters that is a key or no ordinary text. */
  readonly holds: (text: string) => boolean
}

const hidden = '***'
const shortestDistinct = 12

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Also in camel case, and with a short number. */
const word =
  /^(?=.{0,15}$|\D+$)(?:\p{L}?\p{Ll}{0,14}|\p{Lu}{1,15}|\p{Lu}?\p{Ll}{3,14}(?:\p{Lu}\p{Ll}{3,14}){1,3})\d{0,3}$/u
const mostDigits = 8

/** A GUID, or words and numbers as of a region or a date. */
const isOrdinary = (secret: string): boolean =>
  guid.test(secret) ||
  (secret.replace(/\D/g, '').length <= mostDigits &&
    secret.split(/[^\p{L}\d]+/u).every((part) => word.test(part) || /^\d{1,8}$/.test(part)))

/** Beyond ASCII one character is several escapes, which do not decode one by one. */
const percentEncoded = (secret: string): readonly string[] => {
  const encoded = encodeURIComponent(secret.toWellFormed())
  return [encoded, encoded.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())]
}

/** Hides every registered secret, in any mix of forms (`findSecrets`). */
export const createSecretMask = (): SecretMask => {
  /** Each with its forms, and whether `holds` finds it. */
  const secrets = new Map<string, boolean>()
  let plainRuns: readonly string[] = []
  let distinct: readonly string[] = []
  let distinctRuns: readonly string[] = []
  return {
    add: (secret, isKey = true) => {
      if (secret.length < shortestSecret) return
      const isDistinct = secret.length >= shortestDistinct && (isKey || !isOrdinary(secret))
      for (const form of /^[ -~]*$/.test(secret) ? [secret] : [secret, ...percentEncoded(secret)])
        secrets.set(form, isDistinct || secrets.get(form) === true)
      plainRuns = [...secrets.keys()].map(longestPlainRun)
      distinct = [...secrets].filter(([, isFound]) => isFound).map(([known]) => known)
      distinctRuns = distinct.map(longestPlainRun)
    },
    holds: (text) => mayHold(text, distinctRuns) && findSecrets(text, distinct).length > 0,
    mask: (text) =>
      mayHold(text, plainRuns) ? replaceRanges(text, findSecrets(text, [...secrets.keys()]), hidden) : text,
  }
}
