export type SecretMask = {
  /** From now on `mask` hides this value. Shorter than 6 characters it would hide ordinary words, and is left alone. */
  readonly add: (secret: string) => void
  readonly mask: (text: string) => string
}

const shortestSecret = 6
const hidden = '***'

const percentEncoded = (secret: string): string => encodeURIComponent(secret.toWellFormed())
const withLowerCaseHex = (encoded: string): string =>
  encoded.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())
const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1)

const formsOf = (secret: string): readonly string[] => {
  const encoded = percentEncoded(secret)
  const escaped = jsonEscaped(secret)
  return [secret, escaped, jsonEscaped(escaped), encoded, withLowerCaseHex(encoded), encoded.replaceAll('%20', '+')]
}

/** Hides every secret it was told of: as it is, as it stands in JSON (also JSON within JSON) and percent-encoded. */
export const createSecretMask = (): SecretMask => {
  const forms = new Set<string>()
  let longestFirst: readonly string[] = []
  return {
    add: (secret) => {
      if (secret.length < shortestSecret) return
      for (const form of formsOf(secret)) forms.add(form)
      longestFirst = [...forms].sort((a, b) => b.length - a.length)
    },
    mask: (text) => longestFirst.reduce((masked, form) => masked.replaceAll(form, hidden), text),
  }
}
