import type { ChangeMark } from '../../../preload/contract/changes.ts'
import type { CategoryId, Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Filter } from '../../../preload/contract/results.ts'
import { valueKey } from './rules/rowSort.ts'
import type { RowCondition } from './rowSelection.ts'
import type { RecentChangesStore } from './recentChanges.ts'
import type { FavouriteStore } from './favouriteTables.ts'

export type RowConditions = {
  readonly conditions: readonly RowCondition[]
  /** The same as long as the conditions let the same rows through. */
  readonly key: string
}

const isMark = (since: Instant | ChangeMark): since is ChangeMark => ['looked', 'printed', 'exported'].includes(since)

const nobody: ReadonlySet<string> = new Set()

type Kept = Pick<FavouriteStore, 'favourites'> & RecentChangesStore

/** Row conditions of the filters from current data. Without the mark, every row counts as changed. */
export const rowConditions = (store: Kept, stage: StageGuid, filters: readonly Filter[]): RowConditions => {
  const keys: string[] = []
  const conditions = filters.map((filter): RowCondition => {
    keys.push(JSON.stringify(filter))
    if ('isFavourite' in filter) {
      const people = new Set(store.favourites(stage).map(({ key }) => key))
      keys.push(JSON.stringify([...people]))
      return { field: { person: true }, wanted: () => people }
    }
    if ('changedSince' in filter) {
      const { changedSince: since } = filter
      const from = isMark(since) ? { afterId: store.changeMarks(stage)[since]?.lastId ?? 0 } : { since }
      keys.push(JSON.stringify(from), String(store.lastChange(stage)))
      const changed = new Map<CategoryId, Set<string>>()
      for (const { category, person } of store.recentChanges(stage, from)) {
        const people = changed.get(category) ?? new Set()
        changed.set(category, people.add(person))
      }
      return { field: { ledger: true }, wanted: (category) => changed.get(category) ?? nobody }
    }
    const values = new Set(filter.values.map(valueKey))
    return { field: 'role' in filter ? { role: filter.role } : { column: filter.column }, wanted: () => values }
  })
  return { conditions, key: keys.join(' ') }
}
