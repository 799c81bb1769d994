import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Memory, StageMemory } from '../../../preload/contract/settings.ts'
import { call } from '../../api.ts'
import { memoryQuery } from './queries.ts'
import { createSaver } from './saver.ts'
import { createStore } from './store.ts'

type Values = Memory & StageMemory
type Unsaved = { readonly stage: StageGuid | null; readonly values: Values; readonly client: QueryClient }

/** Values shown here until they are saved; a failed save is repeated with the next one. */
const unsaved = createStore<ReadonlyMap<string, Unsaved>>(new Map())
const keyOf = (stage: StageGuid | null, name: keyof Values): string => `${stage ?? ''} ${name}`

const saveOne = async (key: string, one: Unsaved, isLeaving: boolean): Promise<void> => {
  const { stage, values, client } = one
  const answer = await call('memory:save', stage === null ? values : { stage, ...values }, isLeaving)
  if (!answer.ok) return
  const { queryKey } = memoryQuery(stage)
  // A reply under way may be older than this value.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (stored) => ({ ...stored, ...values }))
  if (unsaved.get().get(key) !== one) return
  unsaved.set(new Map([...unsaved.get()].filter(([known]) => known !== key)))
}

const saveSoon = createSaver(async (isLeaving) => {
  const saves = [...unsaved.get()].map(
    ([key, one]) =>
      () =>
        saveOne(key, one, isLeaving),
  )
  if (isLeaving) await Promise.all(saves.map((save) => save()))
  else for (const save of saves) await save()
})

const useValue = <K extends keyof Values>(
  stage: StageGuid | null,
  name: K,
): readonly [unknown, (value: Values[K]) => void] => {
  const client = useQueryClient()
  const key = keyOf(stage, name)
  const { data } = useQuery(memoryQuery(stage))
  const held = useSyncExternalStore(unsaved.subscribe, () => unsaved.get().get(key))
  const set = useCallback(
    (value: Values[K]) => {
      unsaved.set(new Map([...unsaved.get(), [key, { stage, values: { [name]: value }, client }]]))
      saveSoon()
    },
    [client, key, stage, name],
  )
  return [(held?.values ?? data)?.[name], set]
}

/** A size or choice that is stored for all pages; `otherwise` where none is stored that fits. */
export const useRemembered = <K extends keyof Memory, T extends NonNullable<Memory[K]>>(
  name: K,
  fits: (value: unknown) => value is T,
  otherwise: T,
): readonly [T, (value: T) => void] => {
  const [value, set] = useValue(null, name)
  return [fits(value) ? value : otherwise, set]
}

/** The same for one stage; null when nothing is stored that fits. */
export const useRememberedOfStage = <K extends keyof StageMemory, T extends NonNullable<StageMemory[K]>>(
  stage: StageGuid,
  name: K,
  fits: (value: unknown) => value is T,
): readonly [T | null, (value: T) => void] => {
  const [value, set] = useValue(stage, name)
  return [fits(value) ? value : null, set]
}

/** Whether the stored values were read, or cannot be; drawing earlier would make the page jump. */
export const useIsMemoryRead = (stage: StageGuid | null): boolean => useQuery(memoryQuery(stage)).data !== undefined
