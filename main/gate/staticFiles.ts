/** Relative path, with forward slashes, of the page that `/` stands for. */
const startPage = 'index.html'

/** Characters that no file of ours has and that a file system or a URL parser could read in a second way. */
const refusedInPath = /[\p{Cc}\\:%?#]/u

/**
 * The file that a request asks for, or null when it asks for none.
 * `files` are the relative paths (forward slashes) that may be served, listed at start: a path outside the list has no answer,
 * however it is written. `rawRequestPath` is the target as it came, not normalised; it is percent-decoded exactly once.
 */
export function resolveStaticPath(files: ReadonlySet<string>, rawRequestPath: string): string | null {
  const rawPath = rawRequestPath.split(/[?#]/u, 1)[0] ?? ''
  if (!rawPath.startsWith('/')) return null
  const decoded = decodeOnce(rawPath.slice(1))
  if (decoded === null || refusedInPath.test(decoded)) return null
  const path = decoded === '' ? startPage : decoded
  const segments = path.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return null
  return files.has(path) ? path : null
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['ico', 'image/x-icon'],
  ['woff2', 'font/woff2'],
  ['woff', 'font/woff'],
  ['txt', 'text/plain; charset=utf-8'],
])

/** Content type by the file's extension; an unknown one is a download of bytes, never something a browser would run. */
export function contentTypeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  return contentTypes.get(extension) ?? 'application/octet-stream'
}
