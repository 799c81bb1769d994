import type { QueryClient } from '@tanstack/react-query'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ListedStage } from '../../../preload/contract/stages.ts'
import { call, type Problem } from '../../api.ts'
import { stagesQuery } from './queries.ts'
import { createStore } from './store.ts'

/** How long Undo stands where something was removed. */
export const UNDO_MS = 10_000

type Removal = { readonly stage: ListedStage; readonly until: number }

/** Stages that went to the bin a moment ago; their rows say so until then (epoch, ms). */
export const removals = createStore<ReadonlyMap<StageGuid, Removal>>(new Map())

const timers = new Map<StageGuid, ReturnType<typeof setTimeout>>()

const drop = (stage: StageGuid): void => {
  clearTimeout(timers.get(stage))
  timers.delete(stage)
  removals.set(new Map([...removals.get()].filter(([guid]) => guid !== stage)))
}

export const removeStage = async (client: QueryClient, stage: ListedStage): Promise<Problem | null> => {
  const answer = await call('stage:remove', { stage: stage.guid })
  if (!answer.ok) return answer.error
  removals.set(new Map([...removals.get(), [stage.guid, { stage, until: Date.now() + UNDO_MS }]]))
  timers.set(
    stage.guid,
    setTimeout(() => drop(stage.guid), UNDO_MS),
  )
  await client.invalidateQueries({ queryKey: stagesQuery.queryKey })
  return null
}

export const restoreStage = async (client: QueryClient, stage: StageGuid): Promise<Problem | null> => {
  const answer = await call('stage:restore', { stage })
  if (!answer.ok) return answer.error
  await client.invalidateQueries({ queryKey: stagesQuery.queryKey })
  drop(stage)
  return null
}

/** The stages of the list with those that were removed a moment ago, each where it stood. */
export const withRemoved = (
  stages: readonly ListedStage[],
  removed: ReadonlyMap<StageGuid, Removal>,
): readonly { readonly stage: ListedStage; readonly until: number | null }[] => {
  const gone = [...removed.values()].filter(({ stage }) => stages.every(({ guid }) => guid !== stage.guid))
  const all = [...stages.map((stage) => ({ stage, until: null })), ...gone]
  // As the core lists them.
  return all.toSorted((a, b) => (a.stage.addedAt < b.stage.addedAt ? 1 : a.stage.addedAt > b.stage.addedAt ? -1 : 0))
}
