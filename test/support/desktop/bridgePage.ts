import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BrowserContext, Frame, Request, Route } from 'playwright-core'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Result } from '../../../preload/contract/result.ts'
import {
  answerPreview,
  answerStatic,
  isAllowedRequest,
  isPreviewUrl,
  isTrustedCaller,
  pathInside,
  previewScheme,
  previewUrl,
  startUrl,
} from '../../../main/desktop/guards.ts'
import type { Gate } from '../../../main/gate/gate.ts'
import { cloneOverIpc, passOverBridge } from './electronDouble/clones.ts'
import { assertPlain } from '../plainValue.ts'

/** Chromium without Electron knows none of the app's schemes: these origins stand for them, and no server answers there. */
const appOrigin = 'https://app.racedesk.test/'
const previewOrigin = 'https://block.racedesk.test/'

export const rendererDir = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer')

export const toChromium = (url: string): string => url.replace(previewUrl, previewOrigin)

const toElectron = (url: string): string => {
  if (url.startsWith(appOrigin)) return startUrl + url.slice(appOrigin.length)
  return url.startsWith(previewOrigin) ? previewUrl + url.slice(previewOrigin.length) : url
}

type Exposed = {
  readonly racedeskCall?: (operation: string, input: unknown) => Promise<Result<unknown>>
}

/**
 * In the page: the API of preload.ts. What it passes on is checked there, since Playwright would carry a Map or a function as
 * something else. Storage throws: the desktop face keeps none, and what the page remembers lies in the core.
 */
const install = (assertPlainValue: (value: unknown) => void): void => {
  // Electron runs the preload script in the main frame only.
  const send = (window as Exposed).racedeskCall
  Reflect.deleteProperty(window, 'racedeskCall')
  if (window !== window.top || send === undefined) return
  const refuse = (thrown: unknown): never => {
    reportError(thrown)
    throw thrown
  }
  const bridge = Object.freeze({
    call: Object.freeze((operation: string, input: unknown) => {
      try {
        assertPlainValue(operation)
        assertPlainValue(input)
      } catch (thrown) {
        refuse(thrown)
      }
      return send(operation, input)
    }),
    listen: Object.freeze((listener: (event: AppEvent) => void) => {
      const forward = (event: Event): void => {
        if (event instanceof CustomEvent) listener(event.detail as AppEvent)
      }
      document.addEventListener('racedesk:event', forward)
      return () => document.removeEventListener('racedesk:event', forward)
    }),
  })
  Object.defineProperty(window, 'racedesk', { value: bridge, enumerable: true })
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, {
      get: () => refuse(new DOMException(`The page reached for ${name}`, 'SecurityError')),
    })
  }
}

const filesOf = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )

const isFrame = (request: Request): boolean => request.isNavigationRequest() && request.frame().parentFrame() !== null

/**
 * The renderer in Chromium as the window of the desktop face shows it: files and previews under the window's own policy, the
 * gate over two functions, and no way to anything else.
 */
export const openBridgePage = async (
  context: BrowserContext,
  gate: Gate,
  claimPreview: (ticket: string) => string | null,
) => {
  const files = filesOf(rendererDir)
  /** Errors of the page, of what it asked to cross, and its requests that the desktop face refuses. */
  const complaints: string[] = []
  const answer = async (route: Route): Promise<void> => {
    const request = route.request()
    const asked = { method: request.method(), url: toElectron(request.url()) }
    const type = isPreviewUrl(asked.url) && isFrame(request) ? 'subFrame' : request.resourceType()
    if (!isAllowedRequest(asked.url, false, type)) {
      complaints.push(`The page asked for ${asked.method} ${request.url()}`)
      return await route.abort()
    }
    if (isPreviewUrl(asked.url)) {
      const { status, html, headers } = answerPreview(asked, claimPreview)
      return await route.fulfill({ status, headers, body: html ?? '' })
    }
    const { status, path, headers } = answerStatic(asked, files)
    const file = path === null ? null : pathInside(rendererDir, path)
    if (file === null) complaints.push(`The page was answered ${status} for ${request.url()}`)
    const policy = headers['Content-Security-Policy']?.replace(`${previewScheme}:`, previewOrigin) ?? ''
    await route.fulfill({
      status,
      headers: { ...headers, 'Content-Security-Policy': policy },
      body: file === null ? '' : await readFile(file),
    })
  }
  await context.route('**/*', answer)

  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('download', (download) => {
    complaints.push(`The page began a download of ${download.url()}`)
    void download.cancel()
  })
  page.on('popup', (popup) => {
    complaints.push(`The page opened a window of ${popup.url()}`)
    void popup.close()
  })

  /** Copies a value as Electron does; it must arrive unchanged. */
  const carry = <T>(value: T): T => {
    try {
      assertPlain(value)
      return passOverBridge(cloneOverIpc(value)) as T
    } catch (thrown) {
      complaints.push(String(thrown))
      throw thrown
    }
  }
  const isTrusted = (frame: Frame): boolean =>
    isTrustedCaller({
      isOwnWindow: true,
      isMainFrame: frame === page.mainFrame(),
      frameUrl: toElectron(frame.url()),
    })
  await page.exposeBinding('racedeskCall', async ({ frame }, operation: unknown, input: unknown) => {
    if (!isTrusted(frame)) return { ok: false, error: { kind: 'untrusted-caller' } }
    return carry(await gate.call(typeof operation === 'string' ? operation : '', input))
  })
  await page.addInitScript({ content: `(${install.toString()})(${assertPlain.toString()})` })
  /** Sends the page an event of the window, as the desktop face does beside the core's own. */
  const tell = (event: AppEvent): Promise<void> =>
    page.evaluate((detail) => void document.dispatchEvent(new CustomEvent('racedesk:event', { detail })), carry(event))
  const stop = gate.listen((event) => {
    // A page that is closing or made anew asks for everything again.
    tell(event).catch(() => undefined)
  })
  await page.goto(appOrigin)
  return { page, complaints, tell, stop }
}
