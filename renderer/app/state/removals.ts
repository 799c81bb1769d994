import type { QueryClient } from '@tanstack/react-query'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { call } from '../../api.ts'
import { stagesQuery } from './queries.ts'
import { createStore } from './store.ts'

export const UNDO_MS = 10_000

/** Stages on their way out, with the time (epoch, ms) at which that is carried out. Leaving the page keeps them. */
export const removals = createStore<ReadonlyMap<StageGuid, number>>(new Map())

const timers = new Map<StageGuid, ReturnType<typeof setTimeout>>()

const without = (stage: StageGuid): ReadonlyMap<StageGuid, number> =>
  new Map([...removals.get()].filter(([guid]) => guid !== stage))

export const undoRemoval = (stage: StageGuid): void => {
  clearTimeout(timers.get(stage))
  timers.delete(stage)
  removals.set(without(stage))
}

/** Calls the core only after ten seconds, so that Undo needs no call. */
export const removeSoon = (client: QueryClient, stage: StageGuid): void => {
  const carryOut = async (): Promise<void> => {
    timers.delete(stage)
    const answer = await call('stage:remove', { stage })
    if (answer.ok) client.setQueryData(stagesQuery.queryKey, (stages) => stages?.filter(({ guid }) => guid !== stage))
    removals.set(without(stage))
    void client.invalidateQueries({ queryKey: stagesQuery.queryKey })
  }
  timers.set(
    stage,
    setTimeout(() => void carryOut(), UNDO_MS),
  )
  removals.set(new Map([...removals.get(), [stage, Date.now() + UNDO_MS]]))
}
