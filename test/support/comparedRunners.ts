import type { Json } from '../../preload/contract/ids.ts'
import type { ColumnRole } from '../../preload/contract/roles.ts'
import { compareTables, type TableComparison } from '../../main/features/changes/rules/compareTables.ts'
import type { TableColumn } from '../../main/features/columns/rules/table/columns.ts'

export type Runner = {
  readonly bib?: Json
  readonly name?: string
  readonly club?: string
  readonly age?: number
  readonly sex?: string
  readonly place?: Json
  readonly result?: Json
  readonly status?: string
  readonly id?: Json
}

export const columns = (...roles: readonly ColumnRole[]): readonly TableColumn[] =>
  roles.map((role) => ({ name: role, kind: 'text', path: [role], role }))

export const all = columns('bib', 'name', 'club', 'age', 'sex', 'place', 'result', 'status', 'id')

export const compare = (before: readonly Runner[], after: readonly Runner[], own = all, later = own): TableComparison =>
  compareTables({ rows: before, columns: own }, { rows: after, columns: later })
