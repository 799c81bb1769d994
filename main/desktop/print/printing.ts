import { randomBytes } from 'node:crypto'
import { BrowserWindow, session, type Session, type WebContents } from 'electron'
import { previewLifeMs, printLimit as printPageLimit } from '../../gate/csp.ts'
import { createSingleUse } from '../../kernel/singleUse.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { answerPrint, isPrintRequest, printOutcome, printPreferences, printScheme, printUrl } from './printPage.ts'
import type { Printing } from '../../kernel/face.ts'

/**
 * Electron drops the callback of `print` when no printer can be asked or its dialog fails (patches/chromium/printing.patch),
 * which cannot be told from a dialog that is still open. A person answers within minutes.
 */
const dialogLimitMs = 600_000
/** 50,000 rows, the most that are printed, are laid out within two minutes. */
const pdfLimitMs = 300_000

type Ended<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'gone' | 'late' }

/**
 * Lays out each page in a hidden window of its own; all share one session, made with the first. The visible window is their
 * parent, so that their dialogs do not end up behind it.
 */
export function createWindowPrinting(current: () => BrowserWindow | null): Printing {
  const pages = createSingleUse<string>({
    now: Date.now,
    makeTicket: () => randomBytes(32).toString('base64url'),
    lifeMs: previewLifeMs,
    limit: printPageLimit,
  })
  let own: Session | null = null
  const createPrintWindow = (): BrowserWindow => {
    own ??= createPrintSession(pages.claim)
    const parent = current()
    return new BrowserWindow({
      show: false,
      ...(parent === null ? {} : { parent }),
      webPreferences: { ...printPreferences(), session: own },
    })
  }
  /** `gone`: the window or its process ended, or the job was cancelled. `late`: no answer within `limitMs`. */
  const layOut = async <T>(
    window: BrowserWindow,
    html: string,
    use: (contents: WebContents) => Promise<T>,
    limitMs: number,
    signal?: AbortSignal,
  ): Promise<Ended<T>> => {
    const contents = window.webContents
    const limit = Promise.withResolvers<Ended<T>>()
    const timer = setTimeout(limit.resolve, limitMs, { kind: 'late' })
    // Electron then never answers the calls of that window.
    const gone = new Promise<Ended<T>>((resolve) => {
      const tell = (): void => resolve({ kind: 'gone' })
      contents.once('render-process-gone', tell)
      contents.once('destroyed', tell)
      signal?.addEventListener('abort', tell, { once: true })
      if (signal?.aborted === true) tell()
    })
    const laidOut = window
      .loadURL(printUrl + pages.put(html))
      .then(() => use(contents))
      .then((value): Ended<T> => ({ kind: 'done', value }))
    try {
      return await Promise.race([gone, laidOut, limit.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  const close = (window: BrowserWindow | null): void => {
    if (window !== null && !window.isDestroyed()) window.destroy()
  }
  /** The last window whose dialog may still be open, though its job has ended. */
  let unanswered: BrowserWindow | null = null
  return {
    print: async (html, signal) => {
      const window = createPrintWindow()
      let isLate = false
      const print = (contents: WebContents): Promise<Result<null>> =>
        new Promise((resolve) =>
          // With any option Electron looks for a printer first and, without one, shows no dialog, not even for printing to a file.
          contents.print({}, (isPrinted, reason) => {
            if (isLate) close(window)
            resolve(printOutcome(isPrinted, reason))
          }),
        )
      try {
        const ended = await layOut(window, html, print, dialogLimitMs, signal)
        if (ended.kind === 'done') return ended.value
        if (ended.kind === 'gone') return printOutcome(false, signal.aborted ? 'cancelled' : 'gone')
        isLate = true
        close(unanswered)
        unanswered = window
        return { ok: false, error: { kind: 'not-printed', reason: 'no-answer' } }
      } finally {
        if (!isLate) close(window)
      }
    },
    toPdf: async (html) => {
      const window = createPrintWindow()
      // The page's CSS sets size and margins.
      const toPdf = (contents: WebContents) =>
        contents
          .printToPDF({ preferCSSPageSize: true, generateTaggedPDF: true, generateDocumentOutline: true })
          // Rejects when the page cannot be laid out.
          .catch(() => null)
      try {
        const ended = await layOut(window, html, toPdf, pdfLimitMs)
        return ended.kind === 'done' ? ended.value : null
      } finally {
        close(window)
      }
    },
  }
}

function createPrintSession(claim: (ticket: string) => string | null): Session {
  const own = session.fromPartition('racedesk-print', { cache: false })
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  own.setPermissionCheckHandler(() => false)
  own.setDevicePermissionHandler(() => false)
  own.on('will-download', (event) => event.preventDefault())
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isPrintRequest(url) }))
  own.protocol.handle(printScheme, ({ method, url }) => {
    const { status, html, headers } = answerPrint({ method, url }, claim)
    return new Response(html, { status, headers })
  })
  return own
}
