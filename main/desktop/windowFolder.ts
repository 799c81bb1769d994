import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type WindowFolder = {
  /** Where Electron holds its lock: one process per folder. */
  readonly userData: string
  /** What Chromium and the window keep. */
  readonly folder: string
}

/**
 * Below the data; a temporary one where that cannot be written but has results to be read, as on a full or read-only disk.
 * Throws where there is nothing to be read either.
 */
export function makeWindowFolder(dataDir: string): WindowFolder {
  const wanted = join(dataDir, 'window')
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 })
    accessSync(wanted, constants.W_OK)
    return { userData: dataDir, folder: wanted }
  } catch (thrown) {
    if (!existsSync(join(dataDir, 'racedesk.db'))) throw thrown
    const folder = mkdtempSync(join(tmpdir(), 'racedesk-window-'))
    process.once('exit', () => {
      try {
        rmSync(folder, { recursive: true, force: true })
      } catch {
        // Chromium may still hold a file of it; the system empties its temporary folder.
      }
    })
    return { userData: folder, folder }
  }
}
