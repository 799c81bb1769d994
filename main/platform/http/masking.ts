import {
  findSecrets,
  hasHidingEscapes,
  longestPlainRun,
  mayHold,
  replaceRanges,
  shortestSecret,
} from '../../kernel/secretForms.ts'

/** Replaces the secrets of one profile wherever a service echoes them. */
export type Mask = {
  /** The same bytes when there is nothing to hide; else a copy with its own ArrayBuffer. */
  readonly bytes: (body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  readonly text: (text: string) => string
}

const replacement = '***'
const sampleBytes = 1024
/** Shorter ones would be found by chance, which sends a body the slow way. */
const shortestNeedle = 5

/** Headers are sent in printable ASCII only, so other values cannot be echoed. Bodies are searched as UTF-8 and as UTF-16 of either byte order. */
export function createMask(secrets: readonly string[]): Mask {
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= shortestSecret && /^[ -~]+$/.test(secret))
  const plainRuns = hidden.map(longestPlainRun)
  const anchors = plainRuns.map((run) => Buffer.from(run, 'latin1'))
  const masked = (text: string): string => replaceRanges(text, findSecrets(text, hidden), replacement)

  const maskNarrow = (body: Buffer): Buffer => {
    const counts = countBytes(body)
    const isPlain = anchors.some((anchor) => body.includes(fromRarestByte(anchor, counts)))
    if (!isPlain && !mayHaveEscapes(body)) return body
    const text = body.toString('latin1')
    if (!isPlain && !hasHidingEscapes(text)) return body
    const safe = masked(text)
    return safe === text ? body : Buffer.from(safe, 'latin1')
  }

  const maskWide = (body: Buffer, isBigEndian: boolean): Buffer => {
    const isOdd = body.length % 2 === 1
    const units = Buffer.from(isOdd ? body.subarray(0, -1) : body)
    const text = (isBigEndian ? units.swap16() : units).toString('utf16le')
    const safe = mayHold(text, plainRuns) ? masked(text) : text
    if (safe === text) return body
    const bytes = Buffer.from(safe, 'utf16le')
    return Buffer.concat([isBigEndian ? bytes.swap16() : bytes, body.subarray(body.length - Number(isOdd))])
  }

  return {
    bytes: (body) => {
      if (hidden.length === 0) return body
      const view = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      let safe = maskNarrow(view)
      // Every ASCII character in UTF-16 has a zero byte; text in UTF-8 has none.
      if (view.includes(0)) safe = maskWide(maskWide(safe, false), true)
      return safe === view ? body : new Uint8Array(safe)
    },
    text: (text) => (mayHold(text, plainRuns) ? masked(text) : text),
  }
}

/** Searches for single bytes first: a body without them costs almost nothing. */
function mayHaveEscapes(body: Buffer): boolean {
  return body.includes(0x25) || body.includes(0x26) || (body.includes(0x5c) && body.includes('\\u00', 0, 'latin1'))
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
