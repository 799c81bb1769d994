import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron'
import type { Result } from '../../preload/contract/result.ts'
import type { Gate } from '../gate/gate.ts'
import { isTrustedCaller } from './guards.ts'

const untrusted: Result<never> = { ok: false, error: { kind: 'untrusted-caller' } }

/** Answers the window's calls and sends it the core's events. Returns the function that stops both. */
export function connectWindow(window: BrowserWindow, gate: Gate): () => void {
  const isTrusted = ({ sender, senderFrame }: IpcMainInvokeEvent): boolean =>
    isTrustedCaller({
      isOwnWindow: sender === window.webContents,
      isMainFrame: senderFrame !== null && senderFrame === window.webContents.mainFrame,
      frameUrl: senderFrame?.url ?? null,
    })
  ipcMain.handle(
    'racedesk:call',
    (event, operation: unknown, input: unknown): Promise<Result<unknown>> | Result<never> => {
      if (!isTrusted(event)) return untrusted
      return gate.call(typeof operation === 'string' ? operation : '', input)
    },
  )
  const stopListening = gate.listen((event) => {
    // A crashed page cannot receive events; after its reload it requests everything again.
    if (!window.isDestroyed() && !window.webContents.isCrashed()) window.webContents.send('racedesk:event', event)
  })
  return () => {
    stopListening()
    ipcMain.removeHandler('racedesk:call')
  }
}
