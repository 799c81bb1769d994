import { expect, it } from 'vitest'
import { compareTables, type TableSide } from '../../../main/features/changes/rules/compareTables.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { withRoles } from '../../../main/features/columns/rules/table/givenRoles.ts'
import { guessRoles } from '../../../main/features/columns/rules/roles/roles.ts'
import type { JsonObject } from '../../../main/features/columns/rules/body/json.ts'

const sideOf = (rows: readonly JsonObject[]): TableSide => {
  const columns = findColumns(rows)
  return { rows, columns: withRoles(columns, guessRoles(columns, rows)) }
}

const finished = Array.from({ length: 10 }, (_, index) => ({
  number: 101 + index * 7,
  name: `Лев Ветлугин${'абвгдежзик'[index]}`,
  position: index + 1,
  resultTime: `1:2${index}:00`,
  isOnStart: true,
  isFinished: true,
  isDisqualified: false,
}))

it('reports a disqualification by a flag alone, with unchanged place and result', () => {
  const later = finished.map((row, index) => (index === 2 ? { ...row, isDisqualified: true } : row))
  const { entries } = compareTables(sideOf(finished), sideOf(later))
  expect(entries.map(({ type, before, after, index }) => [type, before, after, index])).toEqual([
    ['status', 'OK', 'DSQ', 2],
  ])
})
