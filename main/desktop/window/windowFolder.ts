import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type WindowFolder = {
  /** Electron keeps its lock here: one process per folder. */
  readonly userData: string
  /** Files of Chromium and of the window. */
  readonly folder: string
}

type WindowFolderParts = {
  readonly dataDir: string
  /** A folder of this user and machine, for locks of data folders that cannot hold one. */
  readonly lockDir: string
  readonly platform: string
  /** Absent: Node's `symlinkSync`. Tests replace it by one that throws as other file systems do. */
  readonly link?: (target: string, path: string) => void
}

/**
 * Makes a folder inside the data folder, or a temporary one if a data folder with results cannot be written, as on a full or
 * read-only disk. Throws if there are no results either.
 */
export function makeWindowFolder({ dataDir, lockDir, platform, link = symlinkSync }: WindowFolderParts): WindowFolder {
  const wanted = join(dataDir, 'window')
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 })
    accessSync(wanted, constants.W_OK)
  } catch (thrown) {
    if (!existsSync(join(dataDir, 'racedesk.db'))) throw thrown
    const folder = makeTemporaryFolder()
    return { userData: folder, folder }
  }
  if (platform === 'win32' || canLink(dataDir, link)) return { userData: dataDir, folder: wanted }
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)
  const userData = join(lockDir, name)
  mkdirSync(userData, { recursive: true, mode: 0o700 })
  return { userData, folder: wanted }
}

function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-window-'))
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Chromium may still have a file open; the system empties its temporary folder.
    }
  })
  return folder
}

/** Errors of file systems without symbolic links: EPERM on FAT and exFAT, the others on network and user-space ones. */
const noLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/**
 * Whether the folder's file system has symbolic links, which Chromium needs for its lock (chrome/browser/process_singleton_posix.cc).
 * True at any other error, such as a full disk: another process may hold a lock there, and must be found.
 */
function canLink(folder: string, link: (target: string, path: string) => void): boolean {
  const path = join(folder, `.lock-probe-${process.pid}`)
  try {
    link('probe', path)
  } catch (thrown) {
    return !(thrown instanceof Error && 'code' in thrown && noLinks.has(String(thrown.code)))
  }
  rmSync(path, { force: true })
  return true
}

/**
 * Whether another process holds the lock that Electron did not get; Electron itself does not say whether the lock was held or
 * could not be made. The lock is a link to `host-pid`, on Windows a file that exists while it is held.
 */
export function isLockHeld(userData: string, platform: string, ownPid: number): boolean {
  if (platform === 'win32') return existsSync(join(userData, 'lockfile'))
  try {
    return !readlinkSync(join(userData, 'SingletonLock')).endsWith(`-${ownPid}`)
  } catch {
    return false
  }
}
