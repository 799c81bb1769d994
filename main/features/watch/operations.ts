import type { AppEvent } from '../../../preload/contract.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { watchOperations } from '../../../preload/contract/watch.ts'
import { createWatches, type WatchParts } from './watch.ts'

export const openWatch = (parts: WatchParts & { readonly listen: (listener: (event: AppEvent) => void) => void }) => {
  const watches = createWatches(parts)
  parts.listen(watches.follow)
  const handlers: Handlers<typeof watchOperations> = {
    'stage:watch': watches.start,
    'stage:unwatch': async ({ stage }) => {
      await watches.stop(stage)
      return { ok: true, value: null }
    },
  }
  return { watches, handlers }
}
