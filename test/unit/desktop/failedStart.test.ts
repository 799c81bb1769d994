import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { withFromOutside, type FromOutside } from '../../../main/desktop/fromOutside.ts'
import { createSecretMask } from '../../../main/kernel/secretMask.ts'
import { causeOf, startFailureText, thrownOf } from '../../../main/desktop/startFailure.ts'
import { isLockHeld, makeWindowFolder } from '../../../main/desktop/window/windowFolder.ts'
import { windowIcon } from '../../../main/desktop/window/windowOptions.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { canMount } from '../../support/files/disks.ts'
import type { Instant } from '../../../preload/contract/ids.ts'

let home = ''
beforeEach(() => {
  home = temporaryFolder()
})

describe('a failed start', () => {
  const failure = {
    cause: 'TypeError: planted',
    dataDir: '/d',
    logPath: '/d/logs/racedesk.log',
    isFolderAtFault: false,
  }

  it('is described in both languages with its cause, data folder and log', () => {
    for (const language of ['ru-RU', 'de']) {
      const text = startFailureText(failure, language)
      for (const part of ['TypeError: planted', '/d', '/d/logs/racedesk.log']) expect(text).toContain(part)
      expect(text).not.toContain('--data')
    }
    expect(startFailureText(failure, 'ru')).toMatch(/^Не удалось запустить Racedesk\./u)
    expect(startFailureText(failure, 'de')).toMatch(/^Racedesk could not start\./u)
  })

  it('shows no part of a secret where its message is cut', () => {
    const { add, mask } = createSecretMask()
    add('key-7731-abcdef')
    expect(causeOf(new Error(`${'x'.repeat(585)} key-7731-abcdef`), mask)).not.toContain('key-')
  })

  it('refers to stderr when no log can be written, and suggests another folder when that may help', () => {
    for (const language of ['ru', 'en']) {
      const text = startFailureText({ ...failure, logPath: null, isFolderAtFault: true }, language)
      expect(text).toContain('stderr')
      expect(text).toContain('--data')
    }
  })

  it('has name and message of any thrown value and of an error value', () => {
    expect(causeOf(new RangeError('too far'))).toBe('RangeError: too far')
    expect(causeOf('text')).toBe('text')
    expect(causeOf(Object.create(null))).toBe('object')
    expect(causeOf(thrownOf({ kind: 'storage', reason: 'SQLITE_FULL' }))).toBe('storage: SQLITE_FULL')
    expect(causeOf(thrownOf({ kind: 'invalid-input', issues: [{ path: 'a', message: 'b' }] }))).toContain('"path":"a"')
    expect(causeOf(new Error('x'.repeat(100_000))).length).toBeLessThan(1_000)
  })
})

it('gives the window an icon on Linux, where the executable has none', () => {
  expect(['linux', 'win32', 'darwin'].map(windowIcon)).toEqual(['256x256.png', null, null])
})

describe('news from outside before the page listens', () => {
  const file = (name: string): FromOutside => ({ kind: 'file', path: `/a/${name}.racestage` })
  const all = (news: readonly FromOutside[]) => news.reduce<readonly FromOutside[]>(withFromOutside, [])

  it('keeps up to 20 stage files, each once', () => {
    expect(all([file('1'), file('2'), file('1')])).toEqual([file('1'), file('2')])
    expect(all(Array.from({ length: 30 }, (_, index) => file(String(index))))).toHaveLength(20)
  })

  it('keeps the last link and the last reload only', () => {
    const link = (guid: string) => ({ kind: 'link', link: { kind: 'stage', stage: guid } }) as FromOutside
    const reloaded = (at: string): FromOutside => ({ kind: 'reloaded', at: at as Instant })
    const news = [link('a'), file('1'), reloaded('1'), link('b'), reloaded('2')]
    expect(all(news)).toEqual([file('1'), link('b'), reloaded('2')])
  })
})

describe('the lock of a data folder', () => {
  const lockDir = (): string => join(home, 'own', 'locks')
  const noLinks = (code: string) => (): never => {
    throw Object.assign(new Error('planted'), { code })
  }
  const make = (link?: () => void, platform = 'linux') => {
    const dataDir = join(home, 'stick')
    mkdirSync(dataDir, { recursive: true })
    return makeWindowFolder({ dataDir, lockDir: lockDir(), platform, ...(link === undefined ? {} : { link }) })
  }

  it.skipIf(process.platform === 'win32')('lies in the folder and leaves no trace of the question', () => {
    expect(make()).toEqual({ userData: join(home, 'stick'), folder: join(home, 'stick', 'window') })
    expect(readdirSync(join(home, 'stick'))).toEqual(['window'])
  })

  it.each(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])(
    'lies in a folder of the user where the file system has no links (%s): the same for the same folder',
    (code) => {
      const made = make(noLinks(code))
      expect(made.folder).toBe(join(home, 'stick', 'window'))
      expect(readdirSync(lockDir()).map((name) => join(lockDir(), name))).toEqual([made.userData])
      expect(make(noLinks(code))).toEqual(made)
    },
  )

  it.skipIf(!canMount)(
    'lies elsewhere on a real file system without links, as the kernel answers there',
    ({ skip }) => {
      const mounted = join(home, 'mounted')
      const dataDir = join(mounted, `racedesk-${process.pid}`)
      mkdirSync(mounted)
      // Like FAT it has folders and no links.
      if (spawnSync('mount', ['-t', 'cgroup2', 'cgroup2', mounted]).status !== 0) skip()
      try {
        const made = makeWindowFolder({ dataDir, lockDir: lockDir(), platform: 'linux' })
        expect(made.folder).toBe(join(dataDir, 'window'))
        expect(made.userData.startsWith(lockDir())).toBe(true)
      } finally {
        for (const folder of [join(dataDir, 'window'), dataDir]) if (existsSync(folder)) rmdirSync(folder)
        spawnSync('umount', [mounted])
      }
    },
  )

  it.each(['ENOSPC', 'EACCES', 'EEXIST'])(
    'stays in the folder at any other error (%s), where another process may hold it already',
    (code) => expect(make(noLinks(code)).userData).toBe(join(home, 'stick')),
  )

  it('needs no symbolic links on Windows', () => {
    expect(make(noLinks('EPERM'), 'win32').userData).toBe(join(home, 'stick'))
  })

  it.skipIf(process.platform === 'win32')('is held by another process, or could not be made', () => {
    expect(isLockHeld(home, 'linux', 42)).toBe(false)
    symlinkSync('host-4242', join(home, 'SingletonLock'))
    expect(isLockHeld(home, 'linux', 42)).toBe(true)
    expect(isLockHeld(home, 'linux', 4242)).toBe(false)
    expect(isLockHeld(home, 'win32', 42)).toBe(false)
    writeFileSync(join(home, 'lockfile'), '')
    expect(isLockHeld(home, 'win32', 42)).toBe(true)
  })
})
