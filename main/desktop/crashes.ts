import { mkdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { app, crashReporter, type BrowserWindow } from 'electron'
import type { Crash } from '../kernel/face.ts'

const mostCrashes = 20

/** Keeps a file of each crash of any process in `folder`, and sends none. Call it before the app is ready. */
export function keepCrashes(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('crashDumps', folder)
  crashReporter.start({ uploadToServer: false })
}

/** The newest crashes first. Crashpad puts its files into folders whose names differ by system. */
export async function keptCrashes(folder: string): Promise<readonly Crash[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found = names
    .filter((name) => name.endsWith('.dmp'))
    .map(async (name) => {
      const { mtime, size } = await stat(join(folder, name))
      return { at: mtime.toISOString(), sizeBytes: size }
    })
  const kept = (await Promise.allSettled(found)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return kept.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, mostCrashes)
}

/** Asks whether to reload a page that hangs, until it answers again: `ask` resolves to true for a reload. */
export function offerReload(window: BrowserWindow, ask: (signal: AbortSignal) => Promise<boolean>): void {
  let asking: AbortController | null = null
  window.on('unresponsive', () => {
    if (asking !== null) return
    const own = new AbortController()
    asking = own
    void ask(own.signal).then((isWanted) => {
      if (asking === own) asking = null
      // Its process ends, and `reloadAfterCrash` loads the page again.
      if (isWanted && !own.signal.aborted && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
    })
  })
  window.on('responsive', () => {
    asking?.abort()
    asking = null
  })
}
