import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ScreenLayout, StageScreens } from '../../../preload/contract/screens/layout.ts'
import { call, type Answer, type Problem } from '../../api.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { faultOf, type LayoutFault } from './layoutEdits.ts'

/** A change is saved once nothing was typed for this long. */
const SAVE_MS = 400

const keyOf = (stage: StageGuid) => ['screens', stage] as const

export const useScreensOf = (stage: StageGuid) =>
  useQuery({ queryKey: keyOf(stage), queryFn: () => fetchValue('screens:read', { stage }) })

export type ArrangedScreens = {
  /** Null until the first answer. */
  readonly screens: StageScreens | null
  /** With what was changed here and is not saved yet. */
  readonly layout: ScreenLayout | null
  readonly fault: LayoutFault | null
  readonly problem: Problem | null
  readonly edit: (change: (layout: ScreenLayout) => ScreenLayout) => void
  /** Takes the answer of an operation that gives all screens. */
  readonly take: (answer: Answer<StageScreens>) => void
}

/** The screens of a stage, and their layout as it is being changed: the newest change wins and is saved as a whole. */
export const useScreens = (stage: StageGuid): ArrangedScreens => {
  const client = useQueryClient()
  const { data = null, error } = useScreensOf(stage)
  const [draft, setDraft] = useState<ScreenLayout | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const newest = useRef<ScreenLayout | null>(null)
  const take = (answer: Answer<StageScreens>): void => {
    setProblem(answer.ok ? null : answer.error)
    if (answer.ok) client.setQueryData(keyOf(stage), answer.value)
  }
  const save = useEffectEvent(async (layout: ScreenLayout): Promise<void> => {
    const answer = await call('screens:save', { stage, layout })
    take(answer)
    if (newest.current !== layout || !answer.ok) return
    newest.current = null
    setDraft(null)
  })
  useEffect(() => {
    if (draft === null || faultOf(draft) !== null) return undefined
    const timer = setTimeout(() => void save(draft), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft])
  // The last change is not lost with the dialog.
  useEffect(
    () => () => {
      const left = newest.current
      if (left !== null && faultOf(left) === null) void call('screens:save', { stage, layout: left })
    },
    [stage],
  )
  const layout = draft ?? data?.layout ?? null
  return {
    screens: data,
    layout,
    fault: draft === null ? null : faultOf(draft),
    problem: problem ?? error,
    edit: (change) => {
      const base = newest.current ?? layout
      if (base === null) return
      newest.current = change(base)
      setDraft(newest.current)
    },
    take,
  }
}
