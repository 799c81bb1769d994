import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Job } from '../../../preload/contract/jobs.ts'
import {
  addDemo,
  callAs,
  hearersOf,
  shownWindow,
  signals,
  useDesktop,
  type Opened,
} from '../../support/desktop/desktopRig.ts'

const { start, open } = useDesktop()

describe('quitting', () => {
  const isStoreClosed = ({ dataDir }: Opened): boolean => !existsSync(join(dataDir, 'racedesk.db-wal'))

  it('handles signals once the app is ready, after Electron replaced all earlier handlers', async () => {
    const shell = await start()
    expect(signals.flatMap(hearersOf)).toEqual([])
    shell.becomeReady()
    await shownWindow(shell)
    expect(signals.map((signal) => hearersOf(signal).length)).toEqual([1, 1, 1])
  })

  it.each([
    ['by a signal', () => hearersOf('SIGHUP').forEach((hear) => hear())],
    ['at a log-out', ({ window }: Opened) => void window.emit('session-end', {})],
    [
      'at a system shutdown, which waits for it,',
      ({ powerMonitor }: Opened) => {
        const preventDefault = vi.fn<() => void>()
        powerMonitor.emit('shutdown', { preventDefault })
        expect(preventDefault).toHaveBeenCalled()
      },
    ],
  ])('%s closes the store without a question during a download', async (_what, end) => {
    const shell = await open()
    await callAs(shell, 'stage:take', { stage: await addDemo(shell) })
    end(shell)
    expect(await shell.ended).toBe(0)
    expect(shell.questions).toEqual([])
    expect(isStoreClosed(shell)).toBe(true)
  })

  it('closes the store completely, also when told to quit again meanwhile, and remembers where the window was', async () => {
    const shell = await open()
    shell.app.once('will-quit', () => queueMicrotask(() => shell.module.app.quit()))
    expect(await shell.quit()).toBe(0)
    expect(shell.questions).toEqual([])
    const place = JSON.parse(readFileSync(join(shell.dataDir, 'window', 'place.json'), 'utf8')) as unknown
    expect(place).toMatchObject({ x: 10, y: 20 })
    expect(isStoreClosed(shell)).toBe(true)
  })

  it('asks once while a download runs, however often it is told to quit, and goes on unless confirmed', async () => {
    const shell = await open()
    await callAs(shell, 'stage:take', { stage: await addDemo(shell) })
    shell.module.app.quit()
    shell.module.app.quit()
    await vi.waitUntil(() => shell.questions.length > 0)
    // A second question would have been asked by then.
    for (let count = 0; count < 3; count += 1) await callAs(shell, 'job:list')
    expect(shell.questions).toHaveLength(1)
    const jobs = await callAs<readonly Job[]>(shell, 'job:list')
    expect(jobs.map(({ state }) => state)).not.toContain('cancelled')
    expect(shell.windows).toHaveLength(1)
  })
})
