import type { ComponentType } from 'react'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type { StageViewId } from '../address.ts'
import type { TextKey } from '../../text/en/en.ts'
import { lazyPart } from '../lazyPart.ts'
import { ResultsView } from '../../features/results/ResultsView.tsx'

export type StageViewEntry = {
  readonly id: StageViewId
  readonly title: TextKey
  /** For checking the data, apart from what a race day is run with. */
  readonly isForChecking?: true
  /** Stands below the state line and fills what is left of the work area. */
  readonly component: ComponentType<{ readonly tree: StageTree }>
}

const DeskView = lazyPart(async () => (await import('../../features/results/desk/DeskView.tsx')).DeskView)
const ChangesView = lazyPart(async () => (await import('../../features/changes/ChangesView.tsx')).ChangesView)
const AnnouncerView = lazyPart(
  async () => (await import('../../features/results/announcer/AnnouncerView.tsx')).AnnouncerView,
)
const PicturesView = lazyPart(
  async () => (await import('../../features/results/pictures/PicturesView.tsx')).PicturesView,
)
const AuditView = lazyPart(async () => (await import('../../features/audit/AuditView.tsx')).AuditView)
const MappingView = lazyPart(async () => (await import('../../features/columns/MappingView.tsx')).MappingView)

/** The views of a stage, in the order of the switch; a view that is not here is not offered. */
export const stageViews: readonly StageViewEntry[] = [
  { id: 'results', title: 'view.results', component: ResultsView },
  { id: 'desk', title: 'view.desk', component: DeskView },
  { id: 'announcer', title: 'view.announcer', component: AnnouncerView },
  { id: 'changes', title: 'view.changes', component: ChangesView },
  { id: 'pictures', title: 'view.pictures', component: PicturesView, isForChecking: true },
  { id: 'audit', title: 'view.audit', component: AuditView, isForChecking: true },
  { id: 'columns', title: 'view.columns', component: MappingView, isForChecking: true },
]
