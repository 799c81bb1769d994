import type { StageGuid } from '../../../preload/contract/ids.ts'
import { createQueue } from '../../kernel/turns.ts'
import { openLoopbackSite, type LoopbackSite } from '../../platform/http/loopbackSite.ts'
import { createLocalFolder } from '../../platform/remote/localFolder.ts'
import { contentTypeOf, entryPath, isOwnPath } from './rules/entryState.ts'

const largestFile = 64 * 1024 * 1024

/** Only files that a site has are read: others may lie in the folder. */
const openFolder = async (path: string): Promise<LoopbackSite> => {
  const folder = createLocalFolder(path)
  return await openLoopbackSite(async (asked) => {
    const file = asked === '' ? entryPath : asked
    if (file !== entryPath && !isOwnPath(file)) return null
    const read = await folder.read(file, largestFile, new AbortController().signal)
    return read.ok && read.value !== null ? { body: read.value.body, contentType: contentTypeOf(file) } : null
  })
}

/** Sites in folders as browsers of this computer see them, each at an address of its own until it is ended. */
export const createSitePreviews = () => {
  const open = new Map<StageGuid, LoopbackSite>()
  const inTurn = createQueue()
  const end = (stage: StageGuid): Promise<void> =>
    inTurn(async () => {
      const site = open.get(stage)
      open.delete(stage)
      await site?.close()
    })
  return {
    /** Null: not previewed. */
    urlOf: (stage: StageGuid): string | null => open.get(stage)?.url ?? null,
    /** Gives its address. */
    start: (stage: StageGuid, folder: string): Promise<string> =>
      inTurn(async () => {
        const site = open.get(stage) ?? (await openFolder(folder))
        open.set(stage, site)
        return site.url
      }),
    end,
    close: async (): Promise<void> => {
      for (const stage of open.keys()) await end(stage)
    },
  }
}
