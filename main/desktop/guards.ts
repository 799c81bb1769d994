import { isAbsolute, join, relative } from 'node:path'
import { contentSecurityPolicy, previewHeaders } from '../gate/csp.ts'
import { contentTypeOf, resolveStaticPath } from '../gate/staticFiles.ts'

// Every decision of the desktop face about what to trust, with all it depends on as parameters.

export const appScheme = 'app'
const appHost = 'racedesk'
export const startUrl = `${appScheme}://${appHost}/`
/** Documents for frames have a scheme, hence an origin, of their own. */
export const previewScheme = 'preview'
export const previewUrl = `${previewScheme}://block/`

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

type Caller = {
  /** The message came from the web contents of our own window. */
  readonly isOwnWindow: boolean
  readonly isMainFrame: boolean
  /** URL of the frame that sent it; null when the frame is gone. */
  readonly frameUrl: string | null
}

// Electron security 17: validate the sender of all IPC messages.
export const isTrustedCaller = ({ isOwnWindow, isMainFrame, frameUrl }: Caller): boolean =>
  isOwnWindow && isMainFrame && frameUrl !== null && isOwnUrl(frameUrl)

/** Whether a URL is one under which previews are fetched. */
export function isPreviewUrl(url: string): boolean {
  const parsed = URL.parse(url)
  return (
    parsed !== null &&
    parsed.protocol === `${previewScheme}:` &&
    parsed.host === 'block' &&
    parsed.username === '' &&
    parsed.password === ''
  )
}

// Electron security 13: navigation. The app's page may only reload itself; a frame may only show previews.
export const isAllowedNavigation = (url: string, isMainFrame = true): boolean =>
  isMainFrame ? isOwnUrl(url) : isPreviewUrl(url)

// Electron security 1: only secure content. Requests for anything but the app's own content are cancelled.
// The developer tools load pages of their own.
export function isAllowedRequest(url: string, isDevelopment: boolean, resourceType = ''): boolean {
  if (isPreviewUrl(url)) return resourceType === 'subFrame'
  return isOwnUrl(url) || (isDevelopment && URL.parse(url)?.protocol === 'devtools:')
}

type PermissionQuestion = {
  readonly permission: string
  readonly isMainFrame: boolean
  /** URL of the calling frame; absent when unknown. */
  readonly url: string | undefined
}

// Electron security 5: permission requests. The page may only copy cells.
export const isAllowedPermission = ({ permission, isMainFrame, url }: PermissionQuestion): boolean =>
  permission === 'clipboard-sanitized-write' && isMainFrame && url !== undefined && isOwnUrl(url)

/**
 * The address of a link that leads out of the app, or null when it is not one for a browser: https only, a named host,
 * nobody's credentials.
 */
export function externalAddress(url: string): { readonly href: string; readonly host: string } | null {
  if (url.length > 2_000 || /[\s\\\p{Cc}]/u.test(url)) return null
  const parsed = URL.parse(url)
  if (parsed === null || parsed.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return null
  const isNamed = parsed.hostname.includes('.') && !/^[\d.]+$|^\[/u.test(parsed.hostname)
  return isNamed ? { href: parsed.href, host: parsed.host } : null
}

export type StaticRequest = { readonly method: string; readonly url: string }

type StaticAnswer = {
  readonly status: 200 | 403 | 404 | 405
  /** Relative path of the file to send, or null. */
  readonly path: string | null
  readonly headers: { readonly [name: string]: string }
}

/** Answers the app's scheme; `files` are the relative paths of the built renderer. */
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
  'Content-Security-Policy': contentSecurityPolicy([`${previewScheme}:`]),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
})

export type PreviewAnswer = {
  readonly status: 200 | 404 | 405
  readonly html: string | null
  readonly headers: { readonly [name: string]: string }
}

/** Answers the preview scheme; `claim` returns the document of a ticket once. */
export function answerPreview({ method, url }: StaticRequest, claim: (ticket: string) => string | null): PreviewAnswer {
  if (method !== 'GET') return { status: 405, html: null, headers: previewHeaders }
  const html = isPreviewUrl(url) && url.startsWith(previewUrl) ? claim(url.slice(previewUrl.length)) : null
  return { status: html === null ? 404 : 200, html, headers: previewHeaders }
}

// Electron security 18: custom protocols instead of file://, limited to their folder.
/** The absolute path of a file below `folder`, or null when `path` leads out of it. */
export function pathInside(folder: string, path: string): string | null {
  const joined = join(folder, path)
  const back = relative(folder, joined)
  return back === '' || back.startsWith('..') || isAbsolute(back) ? null : joined
}
