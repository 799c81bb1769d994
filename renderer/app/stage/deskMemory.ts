import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Filter } from '../../../preload/contract/results.ts'
import type { TableSort } from '../../components/dataTable/tableTypes.ts'
import type { Scope } from './scope.ts'

/** Where the user was in a stage, so that coming back from another section finds it as it was. */
export type DeskPlace = {
  readonly scope: Scope
  readonly search: string
  readonly filters: readonly Filter[]
  readonly sort: readonly TableSort[]
  /** One line a person; in one category each person has one row anyway. */
  readonly isByPerson: boolean
}

const places = new Map<StageGuid, DeskPlace>()

export const recallPlace = (stage: StageGuid): DeskPlace =>
  places.get(stage) ?? { scope: { kind: 'all' }, search: '', filters: [], sort: [], isByPerson: true }

export const keepPlace = (stage: StageGuid, place: Partial<DeskPlace>): void => {
  places.set(stage, { ...recallPlace(stage), ...place })
}
