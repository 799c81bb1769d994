import type { ChangeType } from '../../../preload/contract.ts'
import type { TableColumn } from '../shape/columns.ts'
import type { JsonObject } from '../shape/findRows.ts'

export type TableSide = { readonly rows: readonly JsonObject[]; readonly columns: readonly TableColumn[] }

/** One difference of one row between two tables of a category. */
export type LedgerEntry = {
  readonly type: Extract<ChangeType, 'new' | 'result' | 'place' | 'status' | 'name' | 'club' | 'vanished'>
  readonly bib: string | null
  readonly name: string | null
  readonly before: string | null
  readonly after: string | null
  /** In the later table. */
  readonly index: number | null
  /** As of `ledgerKeyOf`; `personBefore` where that was another one. */
  readonly person: string | null
  readonly personBefore: string | null
  readonly isFirstResult: boolean
  /** Stands behind the headline. */
  readonly isDetail: boolean
}

/** `headline`: rows that changed, of those that were there, when these are too many to be told one by one. */
export type TableComparison = {
  readonly entries: readonly LedgerEntry[]
  readonly headline: { readonly count: number; readonly of: number } | null
}

export const compareTables = (_before: TableSide, _after: TableSide): TableComparison => ({
  entries: [],
  headline: null,
})
