import { join } from 'node:path'

/** The folder all faces share unless --data says otherwise; the same one Electron calls userData. */
export const defaultDataDir = (
  platform: string,
  env: { readonly [name: string]: string | undefined },
  homeDir: string,
): string => {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homeDir, 'AppData', 'Roaming'), 'Racedesk')
  if (platform === 'darwin') return join(homeDir, 'Library', 'Application Support', 'Racedesk')
  return join(env['XDG_CONFIG_HOME'] || join(homeDir, '.config'), 'Racedesk')
}
