import { contextBridge, ipcRenderer } from 'electron'
import type { AppEvent, Bridge, Result } from './contract.ts'

const bridge: Bridge = Object.freeze({
  call: (operation: string, input: unknown): Promise<Result<unknown>> =>
    ipcRenderer.invoke('racedesk:call', operation, input),
  listen: (listener: (event: AppEvent) => void) => {
    // Electron security 20: the event object of IPC stays on this side.
    const forward = (_event: unknown, event: AppEvent) => listener(event)
    ipcRenderer.on('racedesk:event', forward)
    return () => {
      ipcRenderer.off('racedesk:event', forward)
    }
  },
})

contextBridge.exposeInMainWorld('racedesk', bridge)
