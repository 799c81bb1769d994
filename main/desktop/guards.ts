import { isAbsolute, join, relative } from 'node:path'
import { contentSecurityPolicy } from '../domain/csp.ts'
import { contentTypeOf, resolveStaticPath } from '../domain/staticFiles.ts'

// Every decision of the desktop face about what to trust, with all it depends on as parameters.

export const appScheme = 'app'
export const appHost = 'racedesk'
export const startUrl = `${appScheme}://${appHost}/`

/** Whether a URL is one of the app's own pages or files. Custom schemes have no `origin` in every parser, so the parts are compared. */
export function isOwnUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    parsed.protocol === `${appScheme}:` &&
    parsed.host === appHost &&
    parsed.username === '' &&
    parsed.password === ''
  )
}

export type Caller = {
  /** The message came from the web contents of our own window. */
  readonly isOwnWindow: boolean
  readonly isMainFrame: boolean
  /** URL of the frame that sent it; null when the frame is gone. */
  readonly frameUrl: string | null
}

// Electron security 17: validate the sender of all IPC messages.
export const isTrustedCaller = ({ isOwnWindow, isMainFrame, frameUrl }: Caller): boolean =>
  isOwnWindow && isMainFrame && frameUrl !== null && isOwnUrl(frameUrl)

// Electron security 13: navigation. The app has one page; only going to it again is no way out.
export const isAllowedNavigation = (url: string): boolean => isOwnUrl(url)

/** Whether a request of the window may leave it. The developer tools bring their own pages with them. */
export function isAllowedRequest(url: string, isDevelopment: boolean): boolean {
  return isOwnUrl(url) || (isDevelopment && URL.parse(url)?.protocol === 'devtools:')
}

// Electron security 5: permission requests. Copying cells is all that the page may do beyond itself.
export const isAllowedPermission = (permission: string): boolean => permission === 'clipboard-sanitized-write'

export type StaticRequest = { readonly method: string; readonly url: string }

export type StaticAnswer = {
  readonly status: 200 | 403 | 404 | 405
  /** Relative path of the file to send, or null. */
  readonly path: string | null
  readonly headers: { readonly [name: string]: string }
}

/** What the app's scheme answers; `files` are the relative paths of the built renderer. */
export function answerStatic({ method, url }: StaticRequest, files: ReadonlySet<string>): StaticAnswer {
  const refuse = (status: 403 | 404 | 405): StaticAnswer => ({ status, path: null, headers: headersOf('') })
  if (!isOwnUrl(url)) return refuse(403)
  if (method !== 'GET') return refuse(405)
  const path = resolveStaticPath(files, url.slice(url.indexOf('/', `${appScheme}://`.length)))
  return path === null ? refuse(404) : { status: 200, path, headers: headersOf(path) }
}

const headersOf = (path: string): { readonly [name: string]: string } => ({
  'Content-Type': path === '' ? 'text/plain; charset=utf-8' : contentTypeOf(path),
  // Electron security 7: Content-Security-Policy, also on refusals.
  'Content-Security-Policy': contentSecurityPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
})

/** The absolute path of a file below `folder`, or null when `path` leads out of it. */
export function pathInside(folder: string, path: string): string | null {
  const joined = join(folder, path)
  const back = relative(folder, joined)
  return back === '' || back.startsWith('..') || isAbsolute(back) ? null : joined
}
