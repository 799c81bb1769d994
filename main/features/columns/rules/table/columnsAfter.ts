import type { TableColumn } from './columns.ts'
import { lookAt, withCellFacts, withLength } from './describeRows.ts'
import type { JsonObject } from '../body/json.ts'
import { emptyLevel, leavesOf, visit, type Leaf } from './levels.ts'

/**
 * The result of `findColumns` for a table that differs in some rows from an earlier one; columns that the first row
 * lacks keep their earlier order, and `longest` may be that of a row that went. `gone`: rows of the earlier table only. `known`: rows of the later table by index,
 * including all new ones and those at `sampledPlaces`. Null when all rows are needed: lists may become other columns,
 * or a field came, went or moved.
 */
export const columnsAfter = (
  earlier: readonly TableColumn[],
  gone: readonly JsonObject[],
  known: readonly (JsonObject | undefined)[],
): readonly TableColumn[] | null => {
  const was = leavesIn(gone)
  const is = leavesIn(known)
  if (was === null || is === null || [...was, ...is].some(({ hasList }) => hasList)) return null
  // Columns of unchanged rows remain; those of the others must appear again, and no new ones.
  const seen = new Map(is.map((leaf) => [pathKey(leaf), leaf]))
  if (!was.every((leaf) => (leaf.hasCell ? seen.get(pathKey(leaf))?.hasCell === true : seen.has(pathKey(leaf)))))
    return null
  const whole = earlier.filter(({ of }) => of === undefined)
  const plain = whole.filter(({ item }) => item === undefined)
  if (!standIn([...seen.keys()], plain.map(pathKey))) return null
  const bare = whole.map(
    ({ role: _role, unit: _unit, open: _open, kind: _kind, signs: _signs, part: _part, longest = 0, ...column }) => ({
      ...column,
      ...withLength(lookAt(known, column.name, column), Math.max(longest, seen.get(pathKey(column))?.longest ?? 0)),
    }),
  )
  return withCellFacts(bare, known)
}

const pathKey = ({ path }: { readonly path: readonly string[] }): string => JSON.stringify(path)

/** Null when they are more than a table may be. */
const leavesIn = (rows: readonly (JsonObject | undefined)[]): readonly Leaf[] | null => {
  const top = emptyLevel()
  for (const row of rows) if (row !== undefined) visit(row, top)
  return top.seen.excess === null ? leavesOf(top) : null
}

/** All of them, in the same order. */
const standIn = (some: readonly string[], all: readonly string[]): boolean => {
  let at = 0
  for (const one of some) {
    at = all.indexOf(one, at) + 1
    if (at === 0) return false
  }
  return true
}
