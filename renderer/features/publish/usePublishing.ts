import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { PublishSettings, StagePublishing } from '../../../preload/contract/publish/publish.ts'
import { call, type Answer, type Problem } from '../../api.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { useDraft, type Draft } from '../../app/state/useDraft.ts'
import { useText } from '../../text/text.ts'
import { settingsFault } from './settingsFault.ts'

const keyOf = (stage: StageGuid) => ['publish', stage] as const

export const usePublishingOf = (stage: StageGuid) => {
  const { language } = useText()
  return useQuery({
    queryKey: keyOf(stage),
    queryFn: () => fetchValue('publish:read', { stage, language }),
  })
}

export type ArrangedPublishing = {
  /** Null until the first answer. */
  readonly publishing: StagePublishing | null
  readonly settings: Draft<PublishSettings>
  readonly problem: Problem | null
  /** Takes the answer of an operation that gives the publishing. */
  readonly take: (answer: Answer<StagePublishing>) => void
}

/** The publishing of a stage, and its settings as they are being changed. */
export const usePublishing = (stage: StageGuid): ArrangedPublishing => {
  const client = useQueryClient()
  const { data = null, error } = usePublishingOf(stage)
  const [problem, setProblem] = useState<Problem | null>(null)
  const take = (answer: Answer<StagePublishing>): void => {
    setProblem(answer.ok ? null : answer.error)
    if (answer.ok) client.setQueryData(keyOf(stage), answer.value)
  }
  const settings = useDraft({
    stored: data?.settings ?? null,
    canSave: (wanted) => settingsFault(wanted) === null,
    save: async (wanted) => {
      const answer = await call('publish:save', { stage, settings: wanted })
      take(answer)
      return answer.ok
    },
  })
  return { publishing: data, settings, problem: problem ?? error, take }
}
