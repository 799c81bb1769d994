import type { CategoryId, RowRole } from '../../preload/contract.ts'
import { finisherReader, type FinisherReader } from '../domain/finisher.ts'
import { personKeyOf } from '../domain/identity.ts'
import {
  columnKey,
  columnText,
  packKeys,
  roleKey,
  roleText,
  valueKey,
  type PackedKeys,
  type RowText,
} from '../domain/rowSort.ts'
import type { TableColumn } from '../domain/shape/columns.ts'
import type { JsonObject } from '../domain/shape/findRows.ts'
import type { CategoryRowsCache } from './categoryRows.ts'
import type { StoredTable } from './ports.ts'

/** What rows are sorted, filtered and counted by. `person` is the key that holds across categories, '' for nobody. */
export type Field = { readonly role: RowRole } | { readonly column: string } | { readonly person: true }

/** The texts of a field by row: `codes[row]` is the place of its text in `keys` and `labels`. */
export type CodedTexts = {
  readonly codes: Uint32Array
  /** Folded, each once. */
  readonly keys: readonly string[]
  /** As first met in the table. */
  readonly labels: readonly string[]
}

export type RowFields = {
  readonly reader: (table: StoredTable) => FinisherReader
  readonly sortKeys: (table: StoredTable, field: Field) => PackedKeys
  readonly texts: (table: StoredTable, field: Field) => CodedTexts
}

/** Fields kept at hand, over all tables; the one unused longest goes first. */
const keptFields = 24

type Kept<T> = Map<
  CategoryId,
  { readonly snapshot: number; readonly columns: readonly TableColumn[]; readonly value: T }
>

/** Sort keys and texts of stored rows by field, made when first asked for and again when rows or roles are others. */
export const createRowFields = (cache: Pick<CategoryRowsCache, 'rowsOnce' | 'columns'>): RowFields => {
  const readers = new WeakMap<readonly TableColumn[], FinisherReader>()
  const keys = new Map<string, Kept<PackedKeys>>()
  const texts = new Map<string, Kept<CodedTexts>>()

  const reader = (table: StoredTable): FinisherReader => {
    const columns = cache.columns(table)
    const known = readers.get(columns)
    if (known !== undefined) return known
    const made = finisherReader(columns)
    readers.set(columns, made)
    return made
  }

  const kept = <T>(fields: Map<string, Kept<T>>, field: Field, table: StoredTable, make: () => T): T => {
    const name = JSON.stringify(field)
    const tables: Kept<T> = fields.get(name) ?? new Map()
    fields.delete(name)
    fields.set(name, tables)
    const [oldest] = fields.keys()
    if (fields.size > keptFields && oldest !== undefined) fields.delete(oldest)
    const columns = cache.columns(table)
    const found = tables.get(table.category)
    if (found?.snapshot === table.snapshot && found.columns === columns) return found.value
    const value = make()
    tables.set(table.category, { snapshot: table.snapshot, columns, value })
    return value
  }

  return {
    reader,
    sortKeys: (table, field) =>
      kept(keys, field, table, () => {
        const columns = cache.columns(table)
        const { rows } = cache.rowsOnce(table)
        if ('column' in field) return packKeys(rows, columnKey(columns, field.column))
        if ('person' in field || field.role === 'distance' || field.role === 'category') return packKeys(rows, null)
        return packKeys(rows, roleKey(columns, reader(table), field.role))
      }),
    texts: (table, field) =>
      kept(texts, field, table, () => codeTexts(cache.rowsOnce(table).rows, textOf(field, table), 'person' in field)),
  }

  function textOf(field: Field, table: StoredTable): RowText {
    if ('column' in field) return columnText(cache.columns(table), field.column)
    if ('person' in field) return (row) => personKeyOf(reader(table), row)?.key ?? ''
    if (field.role === 'distance') return () => table.distanceName
    if (field.role === 'category') return () => table.categoryName
    return roleText(reader(table), field.role)
  }
}

const codeTexts = (rows: readonly JsonObject[], textOf: RowText, isExact: boolean): CodedTexts => {
  const codes = new Uint32Array(rows.length)
  const keys: string[] = []
  const labels: string[] = []
  const codeByText = new Map<string, number>()
  const codeByKey = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const text = textOf(row)
    let code = codeByText.get(text)
    if (code === undefined) {
      const key = isExact ? text : valueKey(text)
      code = codeByKey.get(key)
      if (code === undefined) {
        code = keys.length
        keys.push(key)
        labels.push(text)
        codeByKey.set(key, code)
      }
      codeByText.set(text, code)
    }
    codes[index] = code
  }
  return { codes, keys, labels }
}
