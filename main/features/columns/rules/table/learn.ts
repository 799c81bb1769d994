import type { RoleGuess } from '../../../../../preload/contract/columns.ts'
import type { TableColumn } from './columns.ts'
import type { JsonObject } from '../body/json.ts'
import { guessRoles, type ColumnGuess } from '../roles/roles.ts'
import {
  adopted,
  areFirstTimes,
  columnKeyOf,
  isRetyped,
  type Evidence,
  type KnownColumn,
  type KnownColumns,
} from './tableShape.ts'

/** The guesses after one more table: for each column the one from the table with most of its cells. */
export const learn = (
  columns: readonly TableColumn[],
  rows: readonly JsonObject[],
  evidence: Evidence,
  known: KnownColumns | null,
): KnownColumns => {
  const learned = new Map<string, KnownColumn>(known ?? [])
  const guesses = guessRoles(columns, rows)
  const fresh = new Map<string, ColumnGuess>()
  for (const [index, column] of columns.entries()) {
    const guess = guesses[index]
    const key = columnKeyOf(column)
    // For a split column, the point with the clearest guess.
    if (guess !== undefined && (fresh.get(key)?.role ?? null) === null) fresh.set(key, guess)
  }
  const isLost = (key: string, guess: RoleGuess): boolean => {
    const [seen, before] = [evidence.get(key), learned.get(key)]
    if (seen === undefined || before === undefined) return false
    return isRetyped(seen, before) && hasRole(before.guess) && !hasRole(guess)
  }
  const lost = new Set([...fresh].filter(([key, guess]) => isLost(key, guess)).map(([key]) => key))
  for (const [key, { guesses: candidates, ...guess }] of fresh) {
    const seen = evidence.get(key)
    const before = learned.get(key)
    if (seen === undefined) continue
    if (before !== undefined && !isRetyped(seen, before) && !areFirstTimes(seen, before)) {
      if (seen.filled < before.filled || areFirstTimes(before, seen)) continue
    }
    const kinds = [...new Set([...(before?.kinds ?? []), ...(seen.filled > 0 ? [seen.kind] : [])])]
    // If several columns lose their meaning at once, the cells of this reply are shifted; a single one has a new meaning.
    const isShifted = before !== undefined && lost.size > 1 && lost.has(key)
    learned.set(key, isShifted ? { ...before, kinds } : { ...seen, guess, guesses: candidates, kinds })
  }
  return learned
}

const hasRole = (guess: RoleGuess): boolean => adopted(guess).role !== null
