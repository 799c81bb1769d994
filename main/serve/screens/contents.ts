import { createHmac, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import type { FrozenScreen } from '../../kernel/face.ts'

/** A reply that never changes, as it goes out; nearly every browser takes it packed. */
export type Packed = { readonly gzipped: Buffer; readonly plain: () => Buffer }

/** How long a screen that is slow, or was away, still finds what it was told of. */
const keptMs = 120_000

type Kept = Packed & { readonly parts: readonly string[]; leftAtMs: number | null }

const packed = promisify(gzip)

/** Unpacked once for all who read it at the same time. */
const unpackedOnce = (gzipped: Buffer): (() => Buffer) => {
  let last: WeakRef<Buffer> | null = null
  return () => {
    const plain = last?.deref() ?? gunzipSync(gzipped)
    last = new WeakRef(plain)
    return plain
  }
}

/** Everything that screens show, each under a name made of what it says. */
export const createContents = () => {
  // A plain hash would let others check a guess of contents that are for the crew or held back.
  const key = randomBytes(32)
  const known = new Map<string, Kept>()
  /** Whether there is one of that name; its time is then counted anew. */
  const renew = (name: string): boolean => {
    const found = known.get(name)
    if (found !== undefined) found.leftAtMs = null
    return found !== undefined
  }
  return {
    renew,
    find: (name: string): Packed | null => known.get(name) ?? null,
    /** Returns the name. `parts`: names of contents that it leads to. */
    keep: async (content: unknown, parts: readonly string[] = []): Promise<string> => {
      const plain = Buffer.from(JSON.stringify(content))
      const name = createHmac('sha256', key).update(plain).digest('base64url')
      if (!renew(name)) {
        // In memory of its own: as a part of Node's pool each would keep 64 KB.
        const gzipped = Buffer.from(new Uint8Array(await packed(plain)).buffer)
        known.set(name, { gzipped, plain: unpackedOnce(gzipped), parts, leftAtMs: null })
      }
      return name
    },
    /** The content of that name, then those that it leads to. */
    withParts: (name: string): FrozenScreen['contents'] =>
      [name, ...(known.get(name)?.parts ?? [])].flatMap((one) => {
        const gzipped = known.get(one)?.gzipped
        return gzipped === undefined ? [] : [{ name: one, gzipped }]
      }),
    /** Takes in again what `withParts` gave, under the names that it had. */
    takeIn: (contents: FrozenScreen['contents']): void => {
      const [, ...parts] = contents.map(({ name }) => name)
      for (const [at, { name, gzipped }] of contents.entries()) {
        const buffer = Buffer.from(gzipped.buffer, gzipped.byteOffset, gzipped.byteLength)
        known.set(name, { gzipped: buffer, plain: unpackedOnce(buffer), parts: at === 0 ? parts : [], leftAtMs: null })
      }
    },
    /** Keeps the contents that are shown now; all others go after a while. */
    retain: (shown: Iterable<string>, nowMs: number): void => {
      const current = new Set<string>()
      const add = (name: string): void => {
        if (current.has(name)) return
        current.add(name)
        for (const part of known.get(name)?.parts ?? []) add(part)
      }
      for (const name of shown) add(name)
      for (const [name, content] of known) {
        if (current.has(name)) content.leftAtMs = null
        else if (content.leftAtMs === null) content.leftAtMs = nowMs
        else if (nowMs - content.leftAtMs > keptMs) known.delete(name)
      }
    },
  }
}

export type Contents = ReturnType<typeof createContents>
