/** Replaces the secrets of one profile wherever a service echoes them. */
export type Mask = {
  /** The same bytes when there is nothing to hide; else a copy with its own ArrayBuffer. */
  readonly bytes: (body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  readonly text: (text: string) => string
}

/** Shorter values would blot out ordinary words. */
const shortestSecret = 6
const replacement = '***'
const sampleBytes = 1024
/** Shorter ones would be found by chance, which sends a body the slow way. */
const shortestNeedle = 5
const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** What is no printable ASCII never goes out as a header, so it cannot be echoed. Forms found are plain, JSON-escaped (also as backslash-u), percent-encoded and HTML. */
export function createMask(secrets: readonly string[]): Mask {
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= shortestSecret && /^[ -~]+$/.test(secret))
  const anchors = hidden.map((secret) => Buffer.from(longestPlainRun(secret), 'latin1'))
  const anchorTexts = hidden.map(longestPlainRun)
  let pattern: RegExp | null = null
  const replaceAll = (text: string): string => {
    pattern ??= patternOf(hidden)
    return text.replace(pattern, replacement)
  }
  return {
    bytes: (body) => {
      const view = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      const counts = countBytes(view)
      if (!anchors.some((anchor) => view.includes(fromRarestByte(anchor, counts)))) return body
      const text = view.toString('latin1')
      const masked = replaceAll(text)
      return masked === text ? body : ownBytes(masked)
    },
    text: (text) => (anchorTexts.some((anchor) => text.includes(anchor)) ? replaceAll(text) : text),
  }
}

/** Letters, digits, - and _ stand unchanged in every form, so that one search per secret rules all forms out. */
function longestPlainRun(secret: string): string {
  return (secret.match(/[\w-]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '')
}

/** How often each byte occurs in a piece from the middle of the body. */
function countBytes(body: Buffer): Uint16Array {
  const counts = new Uint16Array(256)
  const from = Math.max(0, (body.length - sampleBytes) >> 1)
  const to = Math.min(body.length, from + sampleBytes)
  for (let index = from; index < to; index += 1) {
    const byte = body[index] ?? 0
    counts[byte] = (counts[byte] ?? 0) + 1
  }
  return counts
}

/** The search runs from one occurrence of the needle's first byte to the next: a rare one makes it many times faster. */
function fromRarestByte(anchor: Buffer, counts: Uint16Array): Buffer {
  let best = 0
  for (let start = 1; start <= anchor.length - shortestNeedle; start += 1) {
    if ((counts[anchor[start] ?? 0] ?? 0) < (counts[anchor[best] ?? 0] ?? 0)) best = start
  }
  return anchor.subarray(best)
}

function patternOf(secrets: readonly string[]): RegExp {
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map((secret) => Array.from(secret, formsOf).join('')).join('|'), 'g')
}

function formsOf(character: string): string {
  if (/[\w-]/.test(character)) return character
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
