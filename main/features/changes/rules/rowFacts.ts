import { fold } from '../../../kernel/fold.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import type { ResultFact, SideView } from './tableView.ts'

/** Facts of one table's rows, each read once and on demand. */
export type Facts = {
  readonly side: SideView
  readonly rowAt: (row: number) => JsonObject
  readonly id: (row: number) => string
  readonly bib: (row: number) => string
  readonly name: (row: number) => string
  readonly foldedName: (row: number) => string
  readonly result: (row: number) => ResultFact | null
}

export const factsOf = (side: SideView): Facts => {
  const rowAt = (row: number): JsonObject => side.rows[row] ?? {}
  const once = <T>(read: (row: number) => T): ((row: number) => T) => {
    const known = new Map<number, T>()
    return (row) => {
      if (known.has(row)) return known.get(row) as T
      const value = read(row)
      known.set(row, value)
      return value
    }
  }
  const name = once((row) => side.name(rowAt(row)))
  return {
    side,
    rowAt,
    id: (row) => side.id(rowAt(row)),
    bib: (row) => side.bib(rowAt(row)),
    name,
    foldedName: once((row) => fold(name(row)).replace(/\s+/g, ' ').trim()),
    result: once((row) => side.result(rowAt(row))),
  }
}
