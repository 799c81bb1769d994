import type { Handlers } from '../../../preload/contract/operation.ts'
import type { startListOperations } from '../../../preload/contract/columns.ts'
import { notFound } from '../../kernel/result.ts'
import type { StartListParts } from './startList.ts'

export const handleStartLists = (parts: StartListParts): Handlers<typeof startListOperations> => {
  const { store, emit } = parts
  // Loaded on first use, with the rules of reading.
  const use = async (...asked: Parameters<Awaited<ReturnType<typeof load>>>) => (await load())(...asked)
  const load = async () => {
    const { createStartListUse } = await import('./startList.ts')
    return createStartListUse(parts)
  }
  return {
    'startList:try': (input) => use(input, false),
    'startList:join': (input) => use(input, true),
    'startList:read': ({ stage }) =>
      store.stage(stage) === null ? notFound('stage') : { ok: true, value: store.startList(stage) },
    'startList:remove': ({ stage }) => {
      if (store.startList(stage) === null) return notFound('file')
      store.removeStartList(stage)
      emit({ name: 'stage:changed', data: { stage } })
      return { ok: true, value: null }
    },
  }
}
