/** Replaces the secrets of one profile wherever a service echoes them. */
export type Mask = {
  /** The same bytes when there is nothing to hide; else a copy with its own ArrayBuffer. */
  readonly bytes: (body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  readonly text: (text: string) => string
}

/** Shorter values would blot out ordinary words. */
const shortestSecret = 6
const replacement = '***'
const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** `secrets` are printable ASCII; forms found are plain, JSON-escaped (also as backslash-u), percent-encoded and HTML. */
export function createMask(secrets: readonly string[]): Mask {
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= shortestSecret)
  const anchors = hidden.map((secret) => Buffer.from(longestPlainRun(secret), 'latin1'))
  const anchorTexts = anchors.map((anchor) => anchor.toString('latin1'))
  let pattern: RegExp | null = null
  const replaceAll = (text: string): string => {
    pattern ??= patternOf(hidden)
    return text.replace(pattern, replacement)
  }
  return {
    bytes: (body) => {
      const view = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      if (!anchors.some((anchor) => view.includes(anchor))) return body
      const text = view.toString('latin1')
      const masked = replaceAll(text)
      return masked === text ? body : ownBytes(masked)
    },
    text: (text) => (anchorTexts.some((anchor) => text.includes(anchor)) ? replaceAll(text) : text),
  }
}

/** Letters and digits stand unchanged in every form, so that one search per secret rules all forms out. */
function longestPlainRun(secret: string): string {
  return (secret.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (longest, run) => (run.length > longest.length ? run : longest),
    '',
  )
}

function patternOf(secrets: readonly string[]): RegExp {
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map((secret) => Array.from(secret, formsOf).join('')).join('|'), 'g')
}

function formsOf(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) return character
  const hex = character.charCodeAt(0).toString(16).padStart(2, '0').replace(/[a-f]/g, anyCase)
  const plain = `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  const forms = [`%${hex}`, `\\\\{1,2}u00${hex}`, `&#0*${character.charCodeAt(0)};`, `&#[xX]0*${hex};`]
  const htmlName = htmlNames[character]
  if (htmlName !== undefined) forms.push(`&${htmlName};`)
  if (character === ' ') forms.push('\\+')
  forms.push(character === '\\' ? '\\\\{1,4}' : `\\\\{0,3}${plain}`)
  return `(?:${forms.join('|')})`
}

function anyCase(letter: string): string {
  return `[${letter}${letter.toUpperCase()}]`
}

function ownBytes(latin1: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(latin1.length)
  Buffer.from(bytes.buffer).write(latin1, 'latin1')
  return bytes
}
