import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isRealFeed,
  mayUpdate,
  readUpdateOffer,
  updateFaultOf,
  updateWay,
} from '../../../main/features/updates/rules/updates.ts'

const feedUrl = 'https://updates.racedesk.org/'
const copy = { platform: 'linux', isPackaged: true, packageType: null, appImagePath: undefined, feedUrl }

describe('where updates are looked for', () => {
  it.each([
    'https://updates.racedesk.example/',
    'https://UPDATES.EXAMPLE/',
    'https://example.com/x',
    'https://updates.test/',
    'https://nowhere.invalid/',
    'http://updates.racedesk.org/',
    'ftp://updates.racedesk.org/',
    'updates.racedesk.org',
    '',
  ])('is nowhere for %s', (url) => expect(isRealFeed(url)).toBe(false))

  it.each(['https://updates.racedesk.org/', 'https://latest.org/racedesk', 'http://127.0.0.1:8080/'])('is %s', (url) =>
    expect(isRealFeed(url)).toBe(true),
  )
})

it.each([
  ['a Windows installation', { platform: 'win32' }, 'self'],
  ['a macOS app', { platform: 'darwin' }, 'self'],
  ['an AppImage', { appImagePath: '/home/crew/Racedesk.AppImage' }, 'self'],
  ['a deb', { packageType: 'deb' }, 'package'],
  ['a deb started from within an AppImage', { packageType: 'deb', appImagePath: '/x.AppImage' }, 'package'],
  ['a Linux folder unpacked by hand', {}, 'not-installed'],
  ['an AppImage of no place', { appImagePath: 'x.AppImage' }, 'not-installed'],
  ['the sources', { platform: 'win32', isPackaged: false }, 'not-installed'],
  ['a build without an address', { platform: 'win32', feedUrl: 'https://updates.racedesk.example/' }, 'no-address'],
])('knows how %s comes by a newer one', (_what, changes, way) => expect(updateWay({ ...copy, ...changes })).toBe(way))

describe('whether something may be done about updates', () => {
  const actions = ['check', 'download', 'install'] as const
  const ways = ['self', 'package', 'no-address', 'not-installed', 'not-here'] as const
  const phases = ['idle', 'checking', 'available', 'downloading', 'ready'] as const
  const either = [false, true]
  const situations = ways.flatMap((way) =>
    phases.flatMap((phase) => either.flatMap((isHeld) => either.map((isOn) => ({ way, phase, isHeld, isOn })))),
  )
  type Asked = Parameters<typeof mayUpdate>
  const all = actions.flatMap((action) =>
    either.flatMap((isAsked) => situations.map((now): Asked => [action, isAsked, now])),
  )

  const never: readonly (readonly [string, (...asked: Asked) => boolean])[] = [
    [
      'where the switch is off or there is no way',
      (_action, _isAsked, { isOn, way }) => !isOn || (way !== 'self' && way !== 'package'),
    ],
    ['for a download or an installation on a race day', (action, _isAsked, now) => now.isHeld && action !== 'check'],
    ['for a download without a request', (action, isAsked) => action === 'download' && !isAsked],
    ['for what belongs to a package manager', (action, _isAsked, { way }) => action !== 'check' && way === 'package'],
  ]

  it.each(never)('is always no %s', (_what, claim) => {
    const claimed = all.filter((asked) => claim(...asked))
    expect(claimed.length).toBeGreaterThan(0)
    expect(claimed.filter((asked) => mayUpdate(...asked))).toEqual([])
  })

  it('is yes where nothing speaks against it', () => {
    const now = { way: 'self', isHeld: false, isOn: true } as const
    expect(mayUpdate('check', false, { ...now, phase: 'idle' })).toBe(true)
    expect(mayUpdate('check', true, { ...now, phase: 'available', isHeld: true })).toBe(true)
    expect(mayUpdate('download', true, { ...now, phase: 'available' })).toBe(true)
    expect(mayUpdate('install', false, { ...now, phase: 'ready' })).toBe(true)
    expect(mayUpdate('check', true, { ...now, phase: 'ready' })).toBe(false)
  })
})

describe('the metadata of a version', () => {
  const sha512 = `${'A'.repeat(86)}==`

  it('may be those of a version before the final one', () => {
    const offer = readUpdateOffer({ version: '1.2.3-beta.1', files: [{ url: 'Racedesk-1.2.3-win-x64.exe', sha512 }] })
    expect(offer?.version).toBe('1.2.3-beta.1')
  })

  it('never name a file outside their own folder', () =>
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('/', '\\', ':', '%', '?', '#', '\0', '\n'), fc.string(), (a, odd, b) =>
        [a + odd + b, `..${odd}${a}`].every(
          (url) => readUpdateOffer({ version: '1.0.0', files: [{ url, sha512 }] }) === null,
        ),
      ),
    ))

  it('never throw, whatever a server sends', () =>
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readUpdateOffer(value)).toBeNull()
      }),
    ))
})

const fails = (message: string, code?: string) => Object.assign(new Error(message), code === undefined ? {} : { code })

it.each([
  [fails('sha512 checksum mismatch', 'ERR_CHECKSUM_MISMATCH'), 'tampered'],
  [fails('not signed', 'ERR_UPDATER_INVALID_SIGNATURE'), 'tampered'],
  [fails('Cannot find channel', 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND'), 'missing'],
  [fails('Cannot download "https://x/y", status 404: Not Found'), 'missing'],
  [fails('Cannot download "https://x/y", status 503: Busy'), 'unreachable'],
  [fails('Cannot parse', 'ERR_UPDATER_INVALID_UPDATE_INFO'), 'unreadable'],
  [fails('connect', 'ECONNREFUSED'), 'unreachable'],
  [fails('net::ERR_INTERNET_DISCONNECTED'), 'unreachable'],
  [fails('write', 'ENOSPC'), 'disk'],
  [fails('odd'), 'unknown'],
  ['no error at all', 'unknown'],
])('a failure of the library is told apart: %s is %s', (thrown, fault) => expect(updateFaultOf(thrown)).toBe(fault))
