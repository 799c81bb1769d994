import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { CoreOptions } from '../../main/coreOptions.ts'
import type { Delivery } from '../../main/kernel/face.ts'
import { putEmptyDatabase } from './files/emptyDatabase.ts'
import { followCore, openCore, type OpenCore } from './openCore.ts'
import { startRaceService, type RaceService } from './services/raceService.ts'

/**
 * Real cores on folders of their own and the services they ask, closed and removed after each test; with `afterAll`, after the
 * last one. Both keys come from the environment.
 */
export const useCores = (atEnd: (close: () => Promise<void>) => void = afterEach) => {
  const ends: (() => Promise<unknown>)[] = []
  let shared: Promise<OpenCore> | null = null
  const closedDialog: Delivery['choose'] = () => Promise.resolve(null)
  let chosen = closedDialog
  atEnd(async () => {
    shared = null
    for (const end of ends.splice(0).toReversed()) await end()
  })
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'racedesk-core-'))
    ends.push(() => rm(made, { recursive: true, force: true, maxRetries: 5 }))
    return made
  }
  const open = async (options: Partial<CoreOptions> = {}): Promise<OpenCore> => {
    const dataDir = options.dataDir ?? join(await folder(), 'data')
    if (options.dataDir === undefined) putEmptyDatabase(dataDir)
    const core = await openCore({ ...options, dataDir })
    ends.push(core.close)
    return core
  }
  return {
    folder,
    open,
    race: async (...categories: readonly string[]): Promise<RaceService> => {
      const race = await startRaceService(...categories)
      let closing: Promise<void> | null = null
      const close = (): Promise<void> => (closing ??= race.close())
      ends.push(close)
      // Stages of several services stand in one core.
      return { ...race, stage: randomUUID(), close }
    },
    /**
     * One core for all stages that can stand side by side, as a thread that stores costs more than most tests. Its events are those
     * from now on; `choose` opens the save dialogs of what is called through it.
     */
    share: async (choose = closedDialog): Promise<OpenCore> => {
      shared ??= open({ delivery: { choose: (...asked) => chosen(...asked) } })
      const following = followCore(await shared)
      const asking =
        <A extends readonly unknown[], R>(ask: (...args: A) => R) =>
        (...args: A): R => {
          chosen = choose
          return ask(...args)
        }
      return {
        ...following,
        ask: asking(following.ask),
        call: asking(following.call),
        exported: asking(following.exported),
        close: async () => {
          shared = null
          await following.close()
        },
      }
    },
  }
}

export type Cores = ReturnType<typeof useCores>
