import type { Change } from '../../../../preload/contract/changes.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'

export const changeHeader = ['at', 'distance', 'category', 'type', 'bib', 'name', 'before', 'after'] as const

/** Changes as lines of a table under `changeHeader`; times in UTC. */
export function* changeLines(changes: Iterable<Change>): Generator<readonly Cell[]> {
  for (const { at, distanceName, categoryName, type, bib, name, before, after } of changes) {
    yield [at, distanceName, categoryName, type, bib, name, before, after]
  }
}
