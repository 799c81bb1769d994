/**
 * The content security policy of the app's pages, the same in the window and in a browser.
 * Scripts, styles and fonts come from the app itself; nothing inline, no other host, no text that becomes markup or code. A frame shows what `previewSources` allow
 * and nothing else; without them, nothing at all.
 */
export function contentSecurityPolicy(previewSources: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ...noTextAsCode,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${previewSources.length === 0 ? "'none'" : previewSources.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Trusted Types without a policy that could make one: every `innerHTML` and the like throws. Older browsers ignore both. */
export const noTextAsCode = ["require-trusted-types-for 'script'", "trusted-types 'none'"]

/** Headers of a preview: its document has no origin, runs no scripts, sends no requests and navigates nowhere. */
export const previewHeaders: { readonly [name: string]: string } = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'X-Content-Type-Options': 'nosniff',
  // Names in links of the template are not looked up either.
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Headers of a page of ours that the app prints from a frame: it runs nothing either, and only the app may frame it. */
export const printHeaders: { readonly [name: string]: string } = {
  ...previewHeaders,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
}

/** How long the address of a preview is good, and how many may wait to be fetched. */
export const previewLifeMs = 60_000
export const previewLimit = 8
/** Pages to print are large. */
export const printLimit = 2
