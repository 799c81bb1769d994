import { cellTimeMs } from '../../../kernel/times.ts'
import type { ResultRows } from './format.ts'

/** Rows that are looked at. */
const sampleRows = 500

/**
 * Names of the columns of a finish point that say the result once more: wherever both are known they are the same.
 */
export const repeatedFinishes = async (results: ResultRows): Promise<ReadonlySet<string>> => {
  const repeated = new Set<string>()
  const finishes = results.columns.flatMap(({ name, role, split, unit }, at) =>
    split?.isFinish === true && role === 'split' ? [{ name, at, unit }] : [],
  )
  if (finishes.length === 0) return repeated
  const readers = new Map(results.tables.map(({ table, reader }) => [table.category, reader]))
  const others = new Set<string>()
  let seen = 0
  for await (const some of results.finishers()) {
    for (const { table, row, cells } of some) {
      const finishMs = readers.get(table.category)?.finishMs(row) ?? null
      for (const { name, at, unit } of finishes) {
        const ms = cellTimeMs(cells[at], unit)
        if (ms === null || finishMs === null) continue
        if (ms === finishMs) repeated.add(name)
        else others.add(name)
      }
    }
    seen += some.length
    if (seen >= sampleRows) break
  }
  for (const name of others) repeated.delete(name)
  return repeated
}
