import type { Operations } from '../../../preload/contract.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import type { ReplyStore } from './replyStore.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/result.ts'
import type { Emit } from '../../kernel/emit.ts'

export type Replies = {
  /** Errors: not-found, capsule-refused for a stage from a file, storage, and those of a reply without rows. */
  readonly use: (input: Operations['reply:use']['input']) => Promise<Result<Category>>
  readonly keep: (input: Operations['reply:keep']['input']) => Result<null>
}

/** Lets users choose the stored reply that is a category's table, and dismiss announcements of tables that shrank. */
export const createReplies = ({
  store,
  emit,
  clock,
}: {
  readonly store: StageStore & ReplyStore
  readonly emit: Emit
  readonly clock: Clock
}): Replies => {
  const categoryOf = (stage: StageGuid, id: Category['id']): Category | null =>
    store
      .tree(stage)
      .flatMap(({ categories }) => categories)
      .find((category) => category.id === id) ?? null

  return {
    use: async ({ stage, category, reply }) => {
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
    keep: ({ stage, categories }) => {
      if (store.stage(stage) === null) return notFound('stage')
      store.noteShrunk(stage, categories)
      emit({ name: 'stage:changed', data: { stage } })
      return { ok: true, value: null }
    },
  }
}
