import { randomBytes } from 'node:crypto'
import { BrowserWindow, session } from 'electron'
import type { Session, WebContents } from 'electron'
import { previewLifeMs, printLimit } from '../domain/csp.ts'
import { createSingleUse } from '../domain/singleUse.ts'
import type { Result } from '../../preload/contract.ts'
import type { Printing } from '../services/ports.ts'
import { answerPrint, isPrintRequest, printOutcome, printPreferences, printScheme, printUrl } from './printPage.ts'

/**
 * Lays pages out in windows that are never shown, each in its own, all in one session that is made with the first. They belong
 * to the window that is seen, so that dialogs of theirs do not end up behind it.
 */
export function createWindowPrinting(current: () => BrowserWindow | null): Printing {
  const pages = createSingleUse<string>({
    now: Date.now,
    makeTicket: () => randomBytes(32).toString('base64url'),
    lifeMs: previewLifeMs,
    limit: printLimit,
  })
  let own: Session | null = null
  /** Null: the window or its process went before it was done, or nobody wants it any more. */
  const layOut = async <T>(
    html: string,
    use: (contents: WebContents) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | null> => {
    own ??= createPrintSession(pages.claim)
    const parent = current()
    const window = new BrowserWindow({
      show: false,
      ...(parent === null ? {} : { parent }),
      webPreferences: { ...printPreferences(), session: own },
    })
    const contents = window.webContents
    // What Electron was asked is never answered then.
    const gone = new Promise<null>((resolve) => {
      const tell = (): void => resolve(null)
      contents.once('render-process-gone', tell)
      contents.once('destroyed', tell)
      signal?.addEventListener('abort', tell, { once: true })
      if (signal?.aborted === true) tell()
    })
    try {
      const laidOut = window.loadURL(printUrl + pages.put(html)).then(() => use(contents))
      return await Promise.race([gone, laidOut])
    } finally {
      if (!window.isDestroyed()) window.destroy()
    }
  }
  return {
    print: async (html, signal) => {
      const print = (contents: WebContents): Promise<Result<null>> =>
        new Promise((resolve) =>
          // With any option Electron looks for a printer first, and without one there is no dialog, hence no way to a file.
          contents.print({}, (isPrinted, reason) => resolve(printOutcome(isPrinted, reason))),
        )
      return (await layOut(html, print, signal)) ?? printOutcome(false, signal.aborted ? 'cancelled' : 'gone')
    },
    // The page says its size and margins itself.
    toPdf: (html) =>
      layOut(html, (contents) =>
        contents.printToPDF({ preferCSSPageSize: true, generateTaggedPDF: true, generateDocumentOutline: true }),
      ),
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
