import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import type { AppEvent } from '../../../preload/contract.ts'
import type { Json, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { UpdateState } from '../../../preload/contract/updates.ts'
import { createUpdater } from '../../../main/desktop/updates/updater.ts'
import { createUpdates, type Updates } from '../../../main/features/updates/updates.ts'
import { closing, temporaryFolder } from '../../support/atEnd.ts'
import { appAdapter, startUpdateServer, withNodeHttp, type UpdateServer } from '../../support/services/updateServer.ts'

/** electron-updater itself, as for an AppImage, over a real server; only Electron's own HTTP gives way to Node's. */

const fileName = 'Racedesk-0.2.0-linux-x86_64.AppImage'
/** A program, as an AppImage is one: installing runs it once. */
const newer = Buffer.from(`#!/bin/sh\ntouch "$(dirname "$0")/was-run"\n# ${'x'.repeat(200_000)}\n`)
const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64')
const metadata = (changes: object = {}) => ({
  version: '0.2.0',
  files: [{ url: fileName, sha512: sha512(newer), size: newer.length }],
  path: fileName,
  sha512: sha512(newer),
  releaseDate: '2026-11-21T12:00:00.000Z',
  ...changes,
})

describe.skipIf(process.platform !== 'linux')('updates', () => {
  let server: UpdateServer
  let folder = ''
  let appImage = ''
  let configPath = ''
  let isOn = true
  let isJobRunning = false
  let updates: Updates
  let told: UpdateState[] = []
  const logged: unknown[] = []
  let stored: { readonly [name: string]: Json } = {}

  const open = (version = '0.1.0'): Updates =>
    createUpdates({
      updater: createUpdater({
        way: 'self',
        letEnd: () => undefined,
        loadEngine: async () => withNodeHttp(new AppImageUpdater(null, appAdapter({ version, configPath, folder }))),
      }),
      appVersion: version,
      store: {
        settings: () => stored,
        saveSettings: (changed) => {
          stored = { ...stored, ...changed }
        },
      },
      isOn: () => isOn,
      isAnyJobRunning: () => isJobRunning,
      emit: (event) => {
        if (event.name === 'updates:changed') told.push(event.data)
      },
      clock: Date.now,
      wait: () => Promise.resolve(),
      log: { warn: (...line) => logged.push(line) },
    })
  const publish = (latest: unknown, file: Buffer | null = newer): void => {
    server.files.clear()
    server.files.set('latest-linux.yml', typeof latest === 'string' ? latest : stringify(latest))
    if (file !== null) server.files.set(fileName, file)
  }
  const settled = async (): Promise<UpdateState> => {
    await vi.waitUntil(() => !['checking', 'downloading'].includes(updates.state().phase))
    return updates.state()
  }
  const act = (action: 'check' | 'download'): Promise<UpdateState> => {
    updates.act(action)
    return settled()
  }

  const findNewer = (): Promise<UpdateState> => {
    publish(metadata())
    return act('check')
  }
  const makeReady = async (): Promise<UpdateState> => {
    await findNewer()
    return await act('download')
  }

  beforeEach(async () => {
    folder = temporaryFolder()
    server = closing(await startUpdateServer())
    appImage = join(folder, 'Racedesk.AppImage')
    writeFileSync(appImage, 'the old one')
    vi.stubEnv('APPIMAGE', appImage)
    configPath = join(folder, 'app-update.yml')
    writeFileSync(
      configPath,
      stringify({ provider: 'generic', url: server.url, updaterCacheDirName: 'racedesk-updater' }),
    )
    isOn = true
    isJobRunning = false
    told = []
    logged.length = 0
    stored = {}
    updates = open()
  })
  afterEach(() => {
    updates.leave(true)
    vi.unstubAllEnvs()
  })

  it('fetches nothing but the metadata until the user agrees, and tells nothing that this computer could be known by', async () => {
    expect(await findNewer()).toMatchObject({ phase: 'available', version: '0.2.0', failure: null })
    expect(server.asked.map(({ path }) => path)).toEqual(['latest-linux.yml'])
    await act('download')
    const headers = server.asked.flatMap((one) => Object.entries(one.headers))
    expect(headers.filter(([name, value]) => name.startsWith('x-') && value !== '0')).toEqual([])
    expect(headers.map(([name]) => name)).not.toContain('cookie')
  })

  it.each(['0.1.0', '0.0.9'])('finds nothing newer in %s, as 0.1.0 runs already', async (version) => {
    publish(metadata({ version }))
    expect(await act('check')).toMatchObject({ phase: 'idle', version: null, failure: null })
  })

  it('installs the very file that was offered once everything is closed, and no sooner', async () => {
    expect(await makeReady()).toMatchObject({ phase: 'ready', version: '0.2.0', failure: null })
    expect(told.some(({ phase, percent }) => phase === 'downloading' && percent !== null)).toBe(true)
    expect(readFileSync(appImage, 'utf8')).toBe('the old one')
    await updates.leave(false)?.()
    expect(readFileSync(appImage).equals(newer)).toBe(true)
    expect(existsSync(join(folder, 'was-run'))).toBe(true)
    expect(logged).toEqual([])
    expect(open('0.2.0').state()).toMatchObject({ failure: null })
    // Taken back by hand, it has not failed either.
    expect(open('0.1.0').state()).toMatchObject({ failure: null })
  })

  it('refuses a file that is not the one its metadata name, and keeps nothing of it', async () => {
    publish(metadata(), Buffer.from(newer.toString().replace('was-run', 'was-bad')))
    await act('check')
    const failure = { during: 'download', fault: 'tampered' }
    expect(await act('download')).toMatchObject({ phase: 'available', failure })
    expect(updates.leave(false)).toBeNull()
    expect(existsSync(join(folder, 'racedesk-updater', 'pending', fileName))).toBe(false)
  })

  it('does not install a file that was changed while it waited for the app to end, and says so until it is downloaded again', async () => {
    await makeReady()
    writeFileSync(join(folder, 'racedesk-updater', 'pending', fileName), '#!/bin/sh\n')
    await updates.leave(false)?.()
    expect(readFileSync(appImage, 'utf8')).toBe('the old one')
    expect(JSON.stringify(logged)).toContain('tampered')
    updates = open()
    const failure = { during: 'install', fault: 'unknown' }
    expect(updates.state()).toMatchObject({ phase: 'idle', failure })
    expect(await act('check')).toMatchObject({ phase: 'available', failure })
    expect(open().state()).toMatchObject({ failure })
    expect(await act('download')).toMatchObject({ phase: 'ready', failure: null })
    expect(open().state()).toMatchObject({ failure: null })
  })

  const withFile = (file: object) => metadata({ files: [{ url: fileName, sha512: sha512(newer), ...file }] })

  it.each([
    ['are not there', null, 'missing'],
    ['are no YAML', '{', 'unreadable'],
    ['are a page of a venue network', '<!doctype html><title>Sign in</title>', 'unreadable'],
    ['name no hash', metadata({ files: [{ url: fileName, size: 9 }] }), 'unreadable'],
    ['name another host', withFile({ url: `https://evil.test/${fileName}` }), 'unreadable'],
    ['lead out of their folder', withFile({ url: `../${fileName}` }), 'unreadable'],
    ['ask for an administrator', withFile({ isAdminRightsRequired: true }), 'unreadable'],
    ['bring packages of their own', metadata({ packages: { x64: { path: 'https://evil.test/x.7z' } } }), 'unreadable'],
    ['have no version', metadata({ version: 'newest' }), 'unreadable'],
  ])('refuses metadata that %s, and downloads nothing for them', async (_what, latest, fault) => {
    if (latest !== null) publish(latest)
    expect(await act('check')).toMatchObject({ phase: 'idle', version: null, failure: { during: 'check', fault } })
    updates.act('download')
    expect(server.asked.every(({ path }) => path === 'latest-linux.yml')).toBe(true)
  })

  it('says that the file is missing, and downloads it when it is there', async () => {
    publish(metadata(), null)
    await act('check')
    const failure = { during: 'download', fault: 'missing' }
    expect(await act('download')).toMatchObject({ phase: 'available', failure })
    publish(metadata())
    expect(await act('download')).toMatchObject({ phase: 'ready', failure: null })
  })

  it('is not heard of again once a check succeeds', async () => {
    expect(await act('check')).toMatchObject({ failure: { fault: 'missing' }, checkedAt: null })
    publish(metadata({ version: '0.1.0' }))
    expect(await act('check')).toMatchObject({ failure: null })
  })

  describe('on a race day', () => {
    const stage = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13' as StageGuid
    const watch = (isWatched: boolean): AppEvent => ({
      name: 'watch:changed',
      data: { stage, state: isWatched ? ({ phase: 'waiting' } as never) : null },
    })

    it('downloads nothing while a stage is watched, and says so', async () => {
      await findNewer()
      updates.follow(watch(true))
      expect(told.at(-1)).toMatchObject({ isHeld: true })
      expect(await act('download')).toMatchObject({ phase: 'available', isHeld: true })
      expect(server.asked).toHaveLength(1)
      updates.follow(watch(false))
      expect(await act('download')).toMatchObject({ phase: 'ready', isHeld: false })
    })

    it('breaks a download off when a watch begins, and takes it up again afterwards', async () => {
      await findNewer()
      server.hold(true)
      updates.act('download')
      await vi.waitUntil(() => server.asked.some(({ path }) => path === fileName))
      updates.follow(watch(true))
      expect(await settled()).toMatchObject({ phase: 'available', failure: null })
      server.hold(false)
      updates.follow(watch(false))
      expect(await act('download')).toMatchObject({ phase: 'ready' })
    })

    it('does not install when the app is quit with a job running or a stage watched', async () => {
      await makeReady()
      isJobRunning = true
      expect(updates.leave(false)).toBeNull()
      isJobRunning = false
      updates.follow(watch(true))
      expect(updates.leave(false)).toBeNull()
      updates.follow(watch(false))
      expect(updates.leave(false)).not.toBeNull()
    })

    it('does not begin an installation that the system would cut short', async () => {
      await makeReady()
      expect(updates.leave(true)).toBeNull()
    })
  })

  it('sends no request while switched off, and then breaks off a download', async () => {
    publish(metadata())
    isOn = false
    expect(await act('check')).toMatchObject({ phase: 'idle' })
    expect(server.asked).toEqual([])
    isOn = true
    await act('check')
    server.hold(true)
    updates.act('download')
    isOn = false
    updates.follow({ name: 'settings:changed', data: { areUpdatesOn: false } as never })
    expect(await settled()).toMatchObject({ phase: 'available' })
  })

  it('goes on with a job of its own accord once it has ended', () => {
    isJobRunning = true
    updates.follow({ name: 'job:progressed', data: { id: 'a' as JobId, state: 'running' } as never })
    isJobRunning = false
    updates.follow({ name: 'job:finished', data: { id: 'a' as JobId, state: 'done' } as never })
    expect(told.map(({ isHeld }) => isHeld)).toEqual([true, false])
  })
})
