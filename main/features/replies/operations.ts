import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { repliesOperations } from '../../../preload/contract/replies.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import { notFound } from '../../kernel/result.ts'
import type { Results } from '../results/results.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { ReplyStore } from './replyTables.ts'

export const handleReplies = ({
  store,
  emit,
  clock,
  results,
}: {
  readonly store: StageStore & ReplyStore
  readonly emit: Emit
  readonly clock: Clock
  readonly results: Pick<Results, 'raw'>
}): Handlers<typeof repliesOperations> => {
  const categoryOf = (stage: StageGuid, id: CategoryId): Category | null =>
    store
      .tree(stage)
      .flatMap(({ categories }) => categories)
      .find((category) => category.id === id) ?? null

  return {
    'results:raw': ({ category, reply }) => results.raw(category, reply),
    'reply:list': ({ category, limit }) => ({ ok: true, value: store.replies(category, limit) }),
    'reply:use': async ({ stage, category, reply }) => {
      if (categoryOf(stage, category) === null) return notFound('category')
      if (store.stage(stage)?.capsule !== undefined)
        return { ok: false, error: { kind: 'capsule-refused', reason: 'read-only' } }
      const chosen = await store.chooseReply(category, reply, new Date(clock()).toISOString() as Instant)
      if (!chosen.ok) return chosen
      const { outcome, error } = chosen.value
      if (outcome === 'failed' && error !== null) return { ok: false, error }
      emit({ name: 'stage:changed', data: { stage } })
      const now = categoryOf(stage, category)
      return now === null ? notFound('category') : { ok: true, value: now }
    },
    'reply:keep': ({ stage, categories }) => {
      if (store.stage(stage) === null) return notFound('stage')
      store.noteShrunk(stage, categories)
      emit({ name: 'stage:changed', data: { stage } })
      return { ok: true, value: null }
    },
  }
}
