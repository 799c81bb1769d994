import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Result } from '../../../preload/contract/result.ts'
import { contentTypeOf } from '../../gate/staticFiles.ts'

export type PageFile = {
  readonly plain: () => Buffer
  readonly gzipped: Buffer
  readonly type: string
  readonly cache: string
}

const packed = promisify(gzip)

/** The page of screens by path under its folder, read and packed once. Errors: file{missing} where it is not built. */
export const readScreenPage = async (pageDir: string): Promise<Result<ReadonlyMap<string, PageFile>>> => {
  const missing: Result<never> = {
    ok: false,
    error: { kind: 'file', reason: 'missing', path: join(pageDir, 'index.html') },
  }
  const entries = await readdir(pageDir, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return missing
  const files = new Map<string, PageFile>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(pageDir, file).split(sep).join('/')
    const plain = await readFile(file)
    // Names in assets/ carry a hash of their content.
    const cache = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store'
    files.set(path, { plain: () => plain, gzipped: await packed(plain), type: contentTypeOf(path), cache })
  }
  return files.has('index.html') ? { ok: true, value: files } : missing
}
