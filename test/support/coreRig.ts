import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { CoreOptions } from '../../main/coreOptions.ts'
import { openCore, type OpenCore } from './openCore.ts'

export type Cores = {
  readonly folder: () => Promise<string>
  readonly open: (options?: Partial<CoreOptions>) => Promise<OpenCore>
}

/** Real cores on folders of their own, closed and removed after each test. Both keys come from the environment. */
export const useCores = (): Cores => {
  const folders: string[] = []
  const opened: OpenCore[] = []
  afterEach(async () => {
    for (const core of opened.splice(0)) await core.close()
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'racedesk-core-'))
    folders.push(made)
    return made
  }
  return {
    folder,
    open: async (options = {}) => {
      const dataDir = options.dataDir ?? join(await folder(), 'data')
      const core = await openCore({ ...options, dataDir })
      opened.push(core)
      return core
    },
  }
}
