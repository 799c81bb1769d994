import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ScreenLayout, StageScreens } from '../../../preload/contract/screens/layout.ts'
import { call, type Answer, type Problem } from '../../api.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { useDraft, type Draft } from '../../app/state/useDraft.ts'
import { useText } from '../../text/text.ts'
import { faultOf, type LayoutFault } from './layoutEdits.ts'

const keyOf = (stage: StageGuid) => ['screens', stage] as const

/** Read anew whenever it is looked at: networks come and go, and nothing tells of it while no screen is served. */
export const useScreensOf = (stage: StageGuid) => {
  const { language } = useText()
  return useQuery({
    queryKey: keyOf(stage),
    queryFn: () => fetchValue('screens:read', { stage, language }),
    staleTime: 0,
  })
}

export type ArrangedScreens = {
  /** Null until the first answer. */
  readonly screens: StageScreens | null
  /** With what was changed here and is not saved yet. */
  readonly layout: ScreenLayout | null
  readonly fault: LayoutFault | null
  readonly problem: Problem | null
  readonly edit: Draft<ScreenLayout>['edit']
  /** Takes the answer of an operation that gives all screens. */
  readonly take: (answer: Answer<StageScreens>) => void
}

/** The screens of a stage, and their layout as it is being changed. */
export const useScreens = (stage: StageGuid): ArrangedScreens => {
  const client = useQueryClient()
  const { data = null, error } = useScreensOf(stage)
  const [problem, setProblem] = useState<Problem | null>(null)
  const take = (answer: Answer<StageScreens>): void => {
    setProblem(answer.ok ? null : answer.error)
    if (answer.ok) client.setQueryData(keyOf(stage), answer.value)
  }
  const { value, isChanged, edit } = useDraft({
    stored: data?.layout ?? null,
    canSave: (layout) => faultOf(layout) === null,
    save: async (layout) => {
      const answer = await call('screens:save', { stage, layout })
      take(answer)
      return answer.ok
    },
  })
  return {
    screens: data,
    layout: value,
    fault: isChanged && value !== null ? faultOf(value) : null,
    problem: problem ?? error,
    edit,
    take,
  }
}
