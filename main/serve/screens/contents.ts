import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { setBounded } from '../../kernel/bounded.ts'

/** A reply that never changes, as it goes out. */
export type Packed = { readonly plain: Buffer; readonly gzipped: Buffer }

/** Far more than the screens of a stage show at once, so that a slow one still finds what it was told of a while ago. */
const keptContents = 4_000

const packed = promisify(gzip)

/** Everything that screens show, each under a name made of what it says. */
export const createContents = () => {
  const known = new Map<string, Packed>()
  return {
    find: (name: string): Packed | null => known.get(name) ?? null,
    /** Returns the name. */
    keep: async (content: unknown): Promise<string> => {
      const plain = Buffer.from(JSON.stringify(content))
      const name = createHash('sha256').update(plain).digest('base64url')
      setBounded(known, name, known.get(name) ?? { plain, gzipped: await packed(plain) }, keptContents)
      return name
    },
  }
}

export type Contents = ReturnType<typeof createContents>
