import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const needs = {
  apache: 'Apache with WebDAV (apache2-bin)',
  browser: 'Chromium or Chrome (RACEDESK_CHROMIUM may name it)',
  keyring: 'gnome-keyring, libsecret-1-0 and dbus (Linux)',
  libreoffice: 'LibreOffice (soffice on the path)',
  nginx: 'nginx (nginx-light)',
  openpyxl: 'Python 3 with openpyxl (RACEDESK_PYTHON may name it)',
  openssl: 'the openssl program',
  rclone: 'rclone',
  sshd: 'OpenSSH with its server (openssh-server)',
  swift: 'OpenStack Swift (python3-swift)',
  weston: 'Weston, a Wayland compositor (Linux)',
  xmllint: 'xmllint (libxml2-utils)',
} as const

type Requirement = keyof typeof needs

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findOnPath = (name: string): string | null => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

const usualPlaces = (): readonly string[] => {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (process.platform === 'win32') {
    const roots = [process.env['ProgramFiles'], process.env['ProgramFiles(x86)'], process.env['LOCALAPPDATA']]
    return roots.flatMap((root) =>
      root === undefined ? [] : join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
    )
  }
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
}

/** Executable of a Chromium or Chrome on this machine; RACEDESK_CHROMIUM comes first, and when set nothing else counts. */
export const findChromium = (): string | null => {
  const named = process.env['RACEDESK_CHROMIUM'] ?? ''
  if (named !== '') return isExecutable(named) ? named : null
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return usualPlaces().find(isExecutable) ?? names.map(findOnPath).find((path) => path !== null) ?? null
}

/** Debian's Chromium without windows, which shows a page for three quarters of the cost; elsewhere the one with windows. */
export const findWindowless = (): string | null => {
  const isNamed = (process.env['RACEDESK_CHROMIUM'] ?? '') !== ''
  return (isNamed ? null : findOnPath('chromium-headless-shell')) ?? findChromium()
}

const libraryFolders = (): readonly string[] =>
  ['/usr/lib', '/usr/lib64', '/lib', '/usr/local/lib'].flatMap((root) => {
    if (!existsSync(root)) return []
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return [root, ...folders.map((entry) => join(root, entry.name))]
  })

export const hasKeyring = (): boolean =>
  process.platform === 'linux' &&
  findOnPath('dbus-daemon') !== null &&
  findOnPath('gnome-keyring-daemon') !== null &&
  libraryFolders().some((folder) => existsSync(join(folder, 'libsecret-1.so.0')))

// Whether each can be started here, `openssl` to make certificates.
export const hasOpenssl = (): boolean => findOnPath(process.platform === 'win32' ? 'openssl.exe' : 'openssl') !== null
export const hasWeston = (): boolean => process.platform === 'linux' && findOnPath('weston') !== null
export const hasApache = (): boolean => existsSync('/usr/lib/apache2/modules/mod_dav_fs.so')
export const hasSshd = (): boolean => isExecutable('/usr/sbin/sshd') && findOnPath('ssh-keygen') !== null
export const hasSwift = (): boolean => existsSync('/usr/lib/python3/dist-packages/swift')
export const hasNginx = (): boolean => isExecutable('/usr/sbin/nginx')

export const findRclone = (): string | null => findOnPath('rclone')
export const findXmllint = (): string | null => findOnPath('xmllint')
export const findLibreOffice = (): string | null => findOnPath('soffice')

let python: string | null | undefined

/** A Python that has openpyxl, which need not be the first of that name on the path. */
export const findPythonWithOpenpyxl = (): string | null => {
  if (python !== undefined) return python
  const named = process.env['RACEDESK_PYTHON'] ?? ''
  const pythons = named === '' ? ['python3', '/usr/bin/python3', 'python'] : [named]
  const has = (one: string) => spawnSync(one, ['-c', 'import openpyxl'], { stdio: 'ignore' }).status === 0
  return (python = pythons.find(has) ?? null)
}

const isCi = (): boolean => !['', '0', 'false'].includes(process.env['CI'] ?? '')

/** False when the suite is to be skipped; says so. */
export const requireOrSkip = (what: Requirement, isThere: boolean): boolean => {
  if (!isThere)
    process.stderr.write(`\n!!! NOT TESTED: no ${what} here. Needed: ${needs[what]}. "npm run setup" may help.\n\n`)
  return isThere
}

const failUnderCi = (what: Requirement): void => {
  it(`has the ${what} that this suite needs`, () => {
    expect.fail(`Under CI nothing may be skipped. Missing: ${needs[what]}`)
  })
}

/**
 * `describe` for a suite that needs something of the machine: without it the suite is skipped loudly, and under CI a
 * failing test stands in its place. Use: `suiteFor('browser', findChromium() !== null)('the page', () => { … })`.
 */
export const suiteFor = (what: Requirement, isThere: boolean): typeof describe | typeof describe.skip => {
  if (requireOrSkip(what, isThere)) return describe
  // All else comes with `npm run setup`, which installs on Linux.
  if (isCi() && (what === 'browser' || process.platform === 'linux')) failUnderCi(what)
  return describe.skip
}
