import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Job } from '../../../preload/contract/jobs.ts'
import { ensureBuilt } from '../../support/appFaces.ts'
import { askAs, hearersOf, signals, useDesktop, type Opened } from '../../support/desktop/desktopRig.ts'

/** Every way in which the app ends, on a double of Electron. */

const { start, open } = useDesktop()

beforeAll(ensureBuilt, 120_000)

describe('quitting', () => {
  const take = async (shell: Opened): Promise<void> => {
    expect(await askAs(shell, 'profile:save', { demo: true })).toMatchObject({ ok: true })
    const stages = await askAs<readonly { readonly guid: string }[]>(shell, 'stage:list', {})
    const guid = stages.ok ? stages.value[0]?.guid : undefined
    expect(await askAs(shell, 'stage:take', { stage: guid })).toMatchObject({ ok: true })
  }

  it('handles signals once the app is ready, after Electron replaced all earlier handlers', async () => {
    const shell = await start()
    expect(signals.flatMap(hearersOf)).toEqual([])
    shell.becomeReady()
    await vi.waitUntil(() => shell.windows.find(({ isShown }) => isShown), { timeout: 20_000 })
    expect(signals.map((signal) => hearersOf(signal).length)).toEqual([1, 1, 1])
  })

  it('by a signal closes the store without a question during a download', async () => {
    const shell = await open()
    await take(shell)
    for (const hear of hearersOf('SIGHUP')) hear()
    expect(await shell.ended).toBe(0)
    expect(shell.questions).toEqual([])
    expect(existsSync(join(shell.dataDir, 'racedesk.db-wal'))).toBe(false)
  })

  it('at a system shutdown delays it to close the store, without a question during a download', async () => {
    const shell = await open()
    await take(shell)
    let isHeld = false
    const preventDefault = (): void => {
      isHeld = true
    }
    shell.powerMonitor.emit('shutdown', { preventDefault })
    expect(isHeld).toBe(true)
    expect(await shell.ended).toBe(0)
    expect(shell.questions).toEqual([])
    expect(existsSync(join(shell.dataDir, 'racedesk.db-wal'))).toBe(false)
  })

  it('closes the store and remembers where the window was', async () => {
    const shell = await open()
    expect(await shell.quit()).toBe(0)
    expect(shell.questions).toEqual([])
    expect(JSON.parse(readFileSync(join(shell.dataDir, 'window', 'place.json'), 'utf8'))).toMatchObject({
      x: 10,
      y: 20,
    })
    expect(existsSync(join(shell.dataDir, 'racedesk.db-wal'))).toBe(false)
  })

  it('closes the store completely, also when told to quit again meanwhile', async () => {
    const shell = await open()
    shell.app.once('will-quit', () => queueMicrotask(() => shell.module.app.quit()))
    expect(await shell.quit()).toBe(0)
    expect(existsSync(join(shell.dataDir, 'racedesk.db-wal'))).toBe(false)
  })

  it('asks once while a download runs, however often it is told to quit, and goes on unless confirmed', async () => {
    const shell = await open()
    await take(shell)
    shell.module.app.quit()
    shell.module.app.quit()
    await vi.waitUntil(() => shell.questions.length > 0)
    // A second question would have been asked by then.
    for (let count = 0; count < 3; count += 1) await askAs(shell, 'job:list', {})
    expect(shell.questions).toHaveLength(1)
    const jobs = await askAs<readonly Job[]>(shell, 'job:list', {})
    expect(jobs.ok && jobs.value.map(({ state }) => state)).not.toContain('cancelled')
    expect(shell.windows).toHaveLength(1)
  })
})
