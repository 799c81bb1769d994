import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type WindowFolder = {
  /** Where Electron holds its lock: one process per folder. */
  readonly userData: string
  /** Files of Chromium and of the window. */
  readonly folder: string
}

/**
 * A folder inside the data folder, or a temporary one if a data folder with results cannot be written, as on a full or read-only disk.
 * Throws if there are no results either.
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
        // Chromium may still have a file open; the system empties its temporary folder.
      }
    })
    return { userData: folder, folder }
  }
}
