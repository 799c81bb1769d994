import type { CategoryId, Instant, Json, StageGuid } from '../../../preload/contract/ids.ts'
import type { RoleGuess } from '../../../preload/contract/columns.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'
import { readTable } from '../../../main/features/columns/rules/body/readBody.ts'
import { guessRoles } from '../../../main/features/columns/rules/roles/roles.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import type { StoredTable } from '../../../main/features/columns/tableStore.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'

/** The rows of a body, as the whole reading of it finds and describes them. */
export const readRows = (body: Json | string) => {
  const { read, table } = readTable(typeof body === 'string' ? body : JSON.stringify(body), 'test', 200)
  if (read.kind !== 'rows' || table === null) throw new Error(`no rows: ${read.kind}`)
  const { columns, searchText } = table
  return { rows: read.rows, columns, searchText, reader: finisherReader(columns) }
}

export const guessesOf = (rows: readonly JsonObject[], columns = findColumns(rows)): ReadonlyMap<string, RoleGuess> => {
  const guesses = guessRoles(columns, rows)
  return new Map(columns.map(({ name }, index) => [name, guesses[index] ?? { role: null, confidence: 0, reasons: [] }]))
}

export const guessedRoles = (
  rows: readonly JsonObject[],
  columns = findColumns(rows),
): { readonly [column: string]: ColumnRole | null } =>
  Object.fromEntries(Array.from(guessesOf(rows, columns), ([name, { role }]) => [name, role]))

export const storedTable = (category: string, rows: number, stage = 'stage', snapshot = 1): StoredTable => ({
  category: category as CategoryId,
  stage: stage as StageGuid,
  distanceGuid: 'd',
  distanceName: 'D',
  categoryName: category,
  snapshot,
  fetchedAt: '2026-05-16T10:00:00.000Z' as Instant,
  rows,
  shape: null,
  startList: null,
  reading: 0,
  roles: 0,
})

const two = (part: number): string => String(part).padStart(2, '0')

/** h:mm:ss */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(Math.floor(seconds) % 60)}`
