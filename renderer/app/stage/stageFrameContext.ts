import { createContext, useContext } from 'react'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import type { Problem } from '../../api.ts'
import type { Scope } from './scope.ts'

/** Parts of the stage frame for its views. */
export type StageFrameApi = {
  readonly scope: Scope
  readonly setScope: (scope: Scope) => void
  readonly take: (only?: readonly Category[]) => void
  readonly isTaking: boolean
  /** The newest take of the stage, running or finished. */
  readonly lastTake: Job | null
  /** A problem shown above the view until it is dismissed. */
  readonly setProblem: (problem: Problem | null) => void
  /** Where StageSlot puts its children; null until it is there. */
  readonly hosts: { readonly [name in SlotName]: HTMLElement | null }
  /** Told by StageSlot; returns what takes it back. */
  readonly claim: (name: SlotName, label: string) => () => void
}

/** `count`: the state line's word on rows · `panel`: the panel at the right. */
export type SlotName = 'count' | 'panel'

export const StageFrameContext = createContext<StageFrameApi | null>(null)

export const useStageFrame = (): StageFrameApi => {
  const frame = useContext(StageFrameContext)
  if (frame === null) throw new Error('a view of a stage stands outside of its frame')
  return frame
}
