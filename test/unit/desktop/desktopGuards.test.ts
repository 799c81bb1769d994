import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerPreview,
  answerStatic,
  externalAddress,
  isAllowedNavigation,
  isAllowedPermission,
  isAllowedRequest,
  isOwnUrl,
  isPreviewUrl,
  isTrustedCaller,
  pathInside,
} from '../../../main/desktop/guards.ts'
import { resolveStaticPath } from '../../../main/gate/staticFiles.ts'

const foreignUrls = [
  '',
  'about:blank',
  'https://racedesk/',
  'http://127.0.0.1:8000/',
  'file:///etc/passwd',
  'app://evil/',
  'app://racedesk.evil/',
  'app://evil.racedesk/',
  'app://racedesk:80/',
  'app://racedesk@evil/',
  'app://user@racedesk/',
  'app://:secret@racedesk/',
  'app:racedesk/',
  'app:///racedesk/',
  'app://racedesk\\@evil/',
  'apps://racedesk/',
  'javascript:alert(1)//app://racedesk/',
  'data:text/html,app://racedesk/',
  'blob:app://racedesk/1',
  'view-source:app://racedesk/',
  'filesystem:app://racedesk/',
]

describe("the app's own addresses", () => {
  it.each(['app://racedesk/', 'app://racedesk/index.html?x#y', 'app://racedesk', 'APP://racedesk/'])(
    'takes %s',
    (url) => {
      expect(isOwnUrl(url)).toBe(true)
    },
  )

  it.each(foreignUrls)('takes %j for foreign: no call, no navigation, no request', (url) => {
    expect(isOwnUrl(url)).toBe(false)
    expect(isTrustedCaller({ isOwnWindow: true, isMainFrame: true, frameUrl: url })).toBe(false)
    expect(isAllowedNavigation(url)).toBe(false)
    expect(isAllowedRequest(url, false)).toBe(false)
    expect(isAllowedRequest(url, true)).toBe(false)
    expect(answerStatic({ method: 'GET', url }, files).status).toBe(403)
  })
})

describe('an outside link', () => {
  it('may be a web or mail address', () => {
    expect(externalAddress('https://racedesk.example/help?x=1')).toEqual({
      href: 'https://racedesk.example/help?x=1',
      host: 'racedesk.example',
    })
    expect(externalAddress('https://xn--e1afmkfd.example:8443/')?.host).toBe('xn--e1afmkfd.example:8443')
  })

  it.each([
    ...foreignUrls.filter((url) => !url.startsWith('https:')),
    'http://racedesk.example/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://user@racedesk.example/',
    'https://racedesk.example@evil.example/',
    'https://racedesk.example/ x',
    'https:\\\\racedesk.example',
    'smb://racedesk.example/x',
    'ms-settings:about',
    `https://racedesk.example/${'x'.repeat(2_000)}`,
  ])('is never %j', (url) => {
    expect(externalAddress(url)).toBeNull()
  })
})

describe('a preview', () => {
  const address = 'preview://block/Ab-12_x'
  const claim = (ticket: string): string | null => (ticket === 'Ab-12_x' ? '<p>shown' : null)

  it('is shown in a frame only, never in place of the page', () => {
    expect(isAllowedNavigation(address, false)).toBe(true)
    expect(isAllowedNavigation(address, true)).toBe(false)
    expect(isAllowedNavigation('app://racedesk/', false)).toBe(false)
    expect(isAllowedRequest(address, false, 'subFrame')).toBe(true)
    for (const type of ['mainFrame', 'xhr', 'script', 'image', '']) {
      expect(isAllowedRequest(address, true, type)).toBe(false)
    }
    expect(isTrustedCaller({ isOwnWindow: true, isMainFrame: true, frameUrl: address })).toBe(false)
  })
  it('is served by its ticket, with its own policy whatever the response', () => {
    const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    const headers = expect.objectContaining({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' })
    expect(answerPreview({ method: 'GET', url: address }, claim)).toEqual({ status: 200, html: '<p>shown', headers })
    expect(answerPreview({ method: 'GET', url: 'preview://block/other' }, claim)).toMatchObject({
      status: 404,
      headers,
    })
    expect(answerPreview({ method: 'POST', url: address }, claim)).toMatchObject({ status: 405, html: null, headers })
  })
  it.each([
    ...foreignUrls,
    'app://racedesk/preview/Ab-12_x',
    'preview://evil/Ab-12_x',
    'preview://user@block/Ab-12_x',
    'preview://block:80/Ab-12_x',
    'preview:block/Ab-12_x',
    'https://block/Ab-12_x',
  ])('is not served for %j', (url) => {
    expect(isPreviewUrl(url)).toBe(false)
    expect(isAllowedNavigation(url, false)).toBe(false)
    expect(answerPreview({ method: 'GET', url }, () => 'anything').status).toBe(404)
  })
})

describe('permissions and requests', () => {
  const copying = { permission: 'clipboard-sanitized-write', isMainFrame: true, url: 'app://racedesk/' }

  // `integration/desktop/electronSecurity.test.ts` asks for all that Electron knows.
  it.each(['clipboard-read', 'unknown', '', 'clipboard-sanitized-write ', 'CLIPBOARD-SANITIZED-WRITE'])(
    'denies %j, even to our own page',
    (permission) => {
      expect(isAllowedPermission({ ...copying, permission })).toBe(false)
    },
  )
  it.each([...foreignUrls, 'preview://block/Ab-12_x', undefined])('denies copying at %j', (url) => {
    expect(isAllowedPermission({ ...copying, url })).toBe(false)
  })
  it("allows the developer tools' own requests in development only", () => {
    expect(isAllowedRequest('devtools://devtools/bundled/inspector.html', true)).toBe(true)
    expect(isAllowedRequest('devtools://devtools/bundled/inspector.html', false)).toBe(false)
  })
})

const files = new Set(['index.html', 'assets/main-1a2b.js', 'assets/main.css', 'шрифт.woff2', 'assets/ a.txt'])

describe('the files of the app scheme', () => {
  const get = (target: string) => answerStatic({ method: 'GET', url: `app://racedesk${target}` }, files)

  it.each([
    ['/', 'index.html'],
    ['/?a=/../..', 'index.html'],
    ['/assets/main-1a2b.js', 'assets/main-1a2b.js'],
    ['/assets/main.css?v=1', 'assets/main.css'],
    ['/%D1%88%D1%80%D0%B8%D1%84%D1%82.woff2', 'шрифт.woff2'],
    ['/assets/%20a.txt', 'assets/ a.txt'],
  ])('serves %s with %s', (target, path) => {
    expect(get(target)).toMatchObject({ status: 200, path })
  })

  it.each([
    '/../index.html',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    '/assets%2Fmain.css%00.html',
    '/%2e%2e%5cindex.html',
    '/assets\\main.css',
    '/assets%5Cmain.css',
    '//index.html',
    '/./index.html',
    '/index.html/',
    '/assets/',
    '/assets',
    '/%25696e646578.html',
    '/%69ndex.html%',
    '/%C0%AE%C0%AE/index.html',
    '/C:/index.html',
    '/index.html:stream',
    '/INDEX.HTML',
    '/constructor',
    '/package.json',
  ])('does not serve %s', (target) => {
    expect(get(target)).toMatchObject({ status: 404, path: null })
  })

  it('serves listed paths only, whatever the request', () => {
    const target = fc.stringMatching(/^\/(?:[a-z.%/\\]|%2e|%2f|%5c|\.\.){0,30}$/u)
    fc.assert(
      fc.property(fc.oneof(target, fc.string()), (raw) => {
        const path = resolveStaticPath(files, raw)
        expect(path === null || files.has(path)).toBe(true)
      }),
    )
  })

  it.each(['POST', 'HEAD', 'PUT', 'get', 'OPTIONS'])('refuses the method %s', (method) => {
    expect(answerStatic({ method, url: 'app://racedesk/' }, files)).toMatchObject({ status: 405, path: null })
  })
})

describe('a path inside a folder', () => {
  const folder = join('/', 'app', 'renderer')
  it('is joined', () => {
    expect(pathInside(folder, 'assets/main.css')).toBe(join(folder, 'assets', 'main.css'))
  })
  it.each(['../renderer2/x', '..', '.', '', 'a/../../x', '../../etc/passwd'])('is not %j', (path) => {
    expect(pathInside(folder, path)).toBeNull()
  })
})
