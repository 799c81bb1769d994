import type { ComponentType } from 'react'
import type { StageTree } from '../../../preload/contract.ts'
import type { StageViewId } from '../../app/address.ts'
import type { TextKey } from '../../text/en.ts'
import { MappingView } from './mapping/MappingView.tsx'
import { ResultsView } from './ResultsView.tsx'

export type StageViewEntry = {
  readonly id: StageViewId
  readonly title: TextKey
  /** Stands below the state line and fills what is left of the work area. */
  readonly component: ComponentType<{ readonly tree: StageTree }>
}

/** The views of a stage, in the order of the switch; a view that is not here is not offered. */
export const stageViews: readonly StageViewEntry[] = [
  { id: 'results', title: 'view.results', component: ResultsView },
  { id: 'columns', title: 'view.columns', component: MappingView },
]
