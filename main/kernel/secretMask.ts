import { findSecrets, longestPlainRun, mayHold, replaceRanges, shortestSecret } from './secretForms.ts'

type SecretMask = {
  /** From now on `mask` hides this value, and `holds` finds it unless it may be an ordinary text. Shorter than 6 characters it would hide ordinary words, and is left alone. */
  readonly add: (secret: string, isDistinct?: boolean) => void
  readonly mask: (text: string) => string
  /** Whether the text holds a distinct one of at least 12 characters: shorter ones may be ordinary words. */
  readonly holds: (text: string) => boolean
}

const hidden = '***'
const shortestDistinct = 12

/** Beyond ASCII one character is several escapes, which do not decode one by one. */
const percentEncoded = (secret: string): readonly string[] => {
  const encoded = encodeURIComponent(secret.toWellFormed())
  return [encoded, encoded.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())]
}

/** Hides every registered secret, in any mix of forms (`findSecrets`). */
export const createSecretMask = (): SecretMask => {
  const secrets = new Set<string>()
  const ordinary = new Set<string>()
  let plainRuns: readonly string[] = []
  let distinct: readonly string[] = []
  let distinctRuns: readonly string[] = []
  return {
    add: (secret, isDistinct = true) => {
      if (secret.length < shortestSecret) return
      if (isDistinct) ordinary.delete(secret)
      else if (!secrets.has(secret)) ordinary.add(secret)
      for (const form of /^[ -~]*$/.test(secret) ? [secret] : [secret, ...percentEncoded(secret)]) secrets.add(form)
      plainRuns = [...secrets].map(longestPlainRun)
      distinct = [...secrets].filter((known) => known.length >= shortestDistinct && !ordinary.has(known))
      distinctRuns = distinct.map(longestPlainRun)
    },
    holds: (text) => mayHold(text, distinctRuns) && findSecrets(text, distinct).length > 0,
    mask: (text) => (mayHold(text, plainRuns) ? replaceRanges(text, findSecrets(text, [...secrets]), hidden) : text),
  }
}
