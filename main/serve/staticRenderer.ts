import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Result } from '../../preload/contract/result.ts'
import { contentTypeOf } from '../gate/staticFiles.ts'

export type StaticFile = {
  readonly bytes: Buffer
  readonly contentType: string
  readonly cacheControl: string
}

/** The renderer's files by their path under its folder, with `/` between parts. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/** Names in assets/ carry a hash of their content; the page itself must be asked for every time. */
const cacheControlOf = (path: string): string => {
  if (path.endsWith('.html')) return 'no-store'
  return path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/**
 * Reads the built renderer into memory once, so that no request ever reaches the file system: at once, since nothing else
 * is done yet, and by promises it takes the processor several times as long. Links and dot files are left out.
 * Errors: file{missing} without an index.html.
 */
export const readRenderer = (rendererDir: string): Result<StaticFiles> => {
  const missing: Result<never> = {
    ok: false,
    error: { kind: 'file', reason: 'missing', path: join(rendererDir, 'index.html') },
  }
  try {
    const paths = readdirSync(rendererDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(rendererDir, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    const byPath = new Map(
      paths.map((path): [string, StaticFile] => {
        const bytes = readFileSync(join(rendererDir, path))
        return [path, { bytes, contentType: contentTypeOf(path), cacheControl: cacheControlOf(path) }]
      }),
    )
    return byPath.has('index.html') ? { ok: true, value: byPath } : missing
  } catch {
    return missing
  }
}
