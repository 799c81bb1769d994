import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { stagesOperations } from '../../../preload/contract/stages.ts'
import { readDropped } from './rules/appLinks.ts'
import { createStages, type StagesParts } from './stages.ts'

export const handleStages = (
  parts: StagesParts & { readonly stopWatch: (stage: StageGuid) => Promise<void> },
): Handlers<typeof stagesOperations> => {
  const { store, emit, stopWatch } = parts
  const stages = createStages(parts)
  return {
    'app:readLink': ({ text }) => ({ ok: true, value: readDropped(text) }),
    'stage:add': ({ profileId, text, name = null, isChecked = false }) => stages.add(profileId, text, name, isChecked),
    'stage:list': () => ({
      ok: true,
      value: store.stages().map((stage) => ({ ...stage, watch: parts.watchOf(stage.guid) })),
    }),
    'stage:rename': ({ stage, name }) => stages.rename(stage, name),
    'stage:remove': async ({ stage }) => {
      await stopWatch(stage)
      const removed = await stages.remove(stage)
      if (removed.ok) emit({ name: 'memory:changed', data: { stage } })
      return removed
    },
    'stage:removed': () => ({ ok: true, value: stages.removed() }),
    'stage:restore': ({ stage }) => {
      const restored = stages.restore(stage)
      if (restored.ok) emit({ name: 'memory:changed', data: { stage } })
      return restored
    },
    'stage:emptyBin': ({ stage = null }) => stages.emptyBin(stage),
    'stage:tree': ({ stage }) => stages.tree(stage),
    'stage:take': ({ stage, categories = null }) => stages.take(stage, categories),
  }
}
