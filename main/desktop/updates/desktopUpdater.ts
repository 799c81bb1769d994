import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { updateWay } from '../../features/updates/rules/updates.ts'
import { createUpdater, type Engine, type UpdaterOptions } from './updater.ts'
import type { Updater } from '../../kernel/face.ts'

/** Where this build looks for newer ones: `publish` of electron-builder.yml. The placeholder keeps updates off. */
export const updatesUrl = 'https://updates.racedesk.example/'

type InstalledCopy = {
  readonly platform: string
  readonly isPackaged: boolean
  /** Where the packer leaves what it knows of the copy. */
  readonly resourcesPath: string | undefined
  readonly env: { readonly [name: string]: string | undefined }
  readonly letEnd: UpdaterOptions['letEnd']
}

/** The updater of this copy of the app; it reads the address from what the packer left beside it. */
export function createDesktopUpdater({ platform, isPackaged, resourcesPath, env, letEnd }: InstalledCopy): Updater {
  const way = updateWay({
    platform,
    isPackaged,
    packageType: resourcesPath === undefined ? null : readPackageType(resourcesPath),
    appImagePath: env['APPIMAGE'],
    feedUrl: updatesUrl,
  })
  return createUpdater({ way, letEnd, loadEngine: () => loadEngine(platform, way === 'package') })
}

function readPackageType(resourcesPath: string): string | null {
  try {
    return readFileSync(join(resourcesPath, 'package-type'), 'utf8').trim()
  } catch {
    return null
  }
}

async function loadEngine(platform: string, isPackage: boolean): Promise<Engine> {
  if (platform === 'win32') return new (await import('electron-updater/out/NsisUpdater.js')).NsisUpdater()
  if (platform === 'darwin') return new (await import('electron-updater/out/MacUpdater.js')).MacUpdater()
  if (isPackage) return new (await import('electron-updater/out/DebUpdater.js')).DebUpdater()
  return new (await import('electron-updater/out/AppImageUpdater.js')).AppImageUpdater()
}
