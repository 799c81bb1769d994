import { contextBridge, ipcRenderer } from 'electron'
import type { AppEvent } from './contract.ts'
import type { Bridge } from './bridge.ts'
import type { Result } from './contract/result.ts'

// Electron security 20: no API of Electron reaches the page, only these two functions.
const bridge: Bridge = Object.freeze({
  call: (operation: string, input: unknown): Promise<Result<unknown>> =>
    ipcRenderer.invoke('racedesk:call', operation, input),
  listen: (listener: (event: AppEvent) => void) => {
    // The IPC event stays on this side: it contains the sender.
    const forward = (_event: unknown, event: AppEvent) => listener(event)
    ipcRenderer.on('racedesk:event', forward)
    return () => {
      ipcRenderer.off('racedesk:event', forward)
    }
  },
})

contextBridge.exposeInMainWorld('racedesk', bridge)
