import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AppUpdater } from 'electron-updater'
import type { UpdateWay } from '../../../preload/contract/updates.ts'
import { readUpdateOffer, updateFaultOf, type UpdateOffer } from '../../features/updates/rules/updates.ts'
import type { UpdateAnswer, Updater } from '../../kernel/face.ts'

/** An updater of electron-updater; those of Windows and Linux install when told, macOS's only while it quits. */
export type Engine = AppUpdater & { readonly install?: (isSilent: boolean, isForceRunAfter: boolean) => boolean }

export type UpdaterOptions = {
  readonly way: UpdateWay
  /** Called before the first check, so that a start does not load it. */
  readonly loadEngine: () => Promise<Engine>
  /** Called before macOS's own updater, which ends the app itself, is told to install: nothing may keep it then. */
  readonly letEnd: () => void
}

/** Looks for, downloads and installs with electron-updater, which checks signatures; every hash is checked here too, twice. */
export function createUpdater({ way, loadEngine, letEnd }: UpdaterOptions): Updater {
  let loading: Promise<Engine> | null = null
  let found: UpdateOffer | null = null
  let downloadedPath: string | null = null
  const engine = (): Promise<Engine> => (loading ??= loadEngine().then(tame))

  return {
    way,
    check: () =>
      answering(async () => {
        const result = await (await engine()).checkForUpdates()
        if (result === null) return { ok: true, value: null }
        const offer = readUpdateOffer(result.updateInfo)
        if (offer === null) return { ok: false, fault: 'unreadable' }
        found = offer
        return { ok: true, value: result.isUpdateAvailable ? offer.version : null }
      }),
    download: async (told, signal) => {
      const offer = found
      const loaded = await engine()
      const { CancellationToken } = await import('electron-updater/out/types.js')
      if (offer === null || signal.aborted) return null
      const token = new CancellationToken()
      const cancel = (): void => token.cancel()
      const tellProgress = ({ percent }: { readonly percent: number }): void => told(percent)
      loaded.on('download-progress', tellProgress)
      signal.addEventListener('abort', cancel, { once: true })
      const answer = await answering<true>(async () => {
        const [path = ''] = await loaded.downloadUpdate(token)
        if (!(await isAsOffered(path, offer))) return { ok: false, fault: 'tampered' }
        downloadedPath = path
        return { ok: true, value: true }
      })
      signal.removeEventListener('abort', cancel)
      loaded.off('download-progress', tellProgress)
      return signal.aborted ? null : answer
    },
    install: () =>
      answering<true>(async () => {
        const loaded = await engine()
        // The file could be altered in the hours between download and quitting.
        if (found === null || downloadedPath === null || !(await isAsOffered(downloadedPath, found))) {
          return { ok: false, fault: 'tampered' }
        }
        if (loaded.install === undefined) {
          letEnd()
          return await installWhileQuitting(loaded)
        }
        return loaded.install(true, false) ? { ok: true, value: true } : { ok: false, fault: 'unknown' }
      }),
  }
}

function tame(engine: Engine): Engine {
  engine.autoDownload = false
  engine.autoInstallOnAppQuit = false
  engine.autoRunAppAfterInstall = false
  engine.allowDowngrade = false
  engine.disableWebInstaller = true
  engine.logger = null
  // Do not send an ID of this computer to the server.
  engine.requestHeaders = { 'x-user-staging-id': '0' }
  engine.isUserWithinRollout = () => true
  return engine
}

/** The system's own updater fetches the file from this process and then ends it; only a failure comes back. */
function installWhileQuitting(engine: Engine): Promise<UpdateAnswer<true>> {
  return new Promise((_, reject) => {
    engine.once('error', reject)
    engine.quitAndInstall()
  })
}

async function isAsOffered(path: string, { sha512Of }: UpdateOffer): Promise<boolean> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return sha512Of.get(basename(path)) === hash.digest('base64')
}

async function answering<T>(act: () => Promise<UpdateAnswer<T>>): Promise<UpdateAnswer<T>> {
  try {
    return await act()
  } catch (thrown) {
    return { ok: false, fault: updateFaultOf(thrown) }
  }
}
