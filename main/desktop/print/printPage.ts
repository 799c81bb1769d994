import type { Result } from '../../../preload/contract/result.ts'
import { printHeaders } from '../../gate/csp.ts'
import type { PreviewAnswer, StaticRequest } from '../guards.ts'
import { webPreferences } from '../window/windowOptions.ts'

/** Pages to print have a scheme, hence an origin, and a session of their own. */
export const printScheme = 'print'
export const printUrl = `${printScheme}://page/`

/** Preferences of a window that only lays a page out: no scripts and no preload script. */
export function printPreferences() {
  const { preload: _, ...preferences } = webPreferences('', false)
  return { ...preferences, javascript: false }
}

/** The session allows no other request. */
export const isPrintRequest = (url: string): boolean => url.startsWith(printUrl)

/** `claim` gives the page of a ticket once. */
export function answerPrint({ method, url }: StaticRequest, claim: (ticket: string) => string | null): PreviewAnswer {
  if (method !== 'GET') return { status: 405, html: null, headers: printHeaders }
  const html = isPrintRequest(url) ? claim(url.slice(printUrl.length)) : null
  return { status: html === null ? 404 : 200, html, headers: printHeaders }
}

/** The result of a print dialog; `reason` is Chromium's. */
export function printOutcome(isPrinted: boolean, reason: string): Result<null> {
  if (isPrinted) return { ok: true, value: null }
  if (/cancel/iu.test(reason)) return { ok: false, error: { kind: 'cancelled' } }
  return { ok: false, error: { kind: 'not-printed', reason: 'failed' } }
}
