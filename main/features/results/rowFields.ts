import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { RowRole } from '../../../preload/contract/roles.ts'
import { finisherReader, type FinisherReader } from './rules/finisher.ts'
import { identitiesOf } from './rules/identity.ts'
import { ledgerKeyOf } from './rules/ledgerKey.ts'
import {
  codeTexts,
  columnKey,
  columnText,
  packKeys,
  roleKey,
  roleText,
  type CodedTexts,
  type PackedKeys,
  type RowKey,
  type RowText,
} from './rules/rowSort.ts'
import type { TableColumn } from '../columns/rules/table/columns.ts'
import type { JsonObject } from '../columns/rules/body/json.ts'
import { sortKeyOf } from './rules/sortKeys.ts'
import type { CategoryRows, CategoryRowsCache } from '../columns/categoryRows.ts'
import { runInTurns } from '../../kernel/turns.ts'
import type { StoredTable } from '../columns/tableStore.ts'

/**
 * A field to sort, filter and count rows by. `person` is the key across categories, `ledger` the key of a row's
 * changes; '' for nobody.
 */
export type Field =
  | { readonly role: RowRole }
  | { readonly column: string }
  | { readonly person: true }
  | { readonly ledger: true }

export type RowFields = {
  readonly reader: (table: StoredTable) => FinisherReader
  readonly sortKeys: (table: StoredTable, field: Field) => Promise<PackedKeys>
  readonly texts: (table: StoredTable, field: Field) => Promise<CodedTexts>
  /** Keeps nothing of what was made so far. */
  readonly forget: () => void
}

/** Fields kept at hand, over all tables, and rows of all of them together; the field unused longest goes first. */
const keptFields = 24
const keptCells = 2_400_000

type KeptTable<T> = {
  readonly snapshot: number
  readonly columns: readonly TableColumn[]
  readonly rows: number
  readonly value: Promise<T>
}
type Kept<T> = { readonly tables: Map<CategoryId, KeptTable<T>>; rows: number }

/** Sort keys and texts of stored rows by field, made when first asked for and again when rows or roles are others. */
export const createRowFields = (cache: Pick<CategoryRowsCache, 'rowsOnceInSteps' | 'columns'>): RowFields => {
  const readers = new WeakMap<readonly TableColumn[], FinisherReader>()
  const keys = new Map<string, Kept<PackedKeys>>()
  const texts = new Map<string, Kept<CodedTexts>>()
  /** A table is mostly asked for one field after the other: its rows are not read again for each. */
  let last: { readonly table: StoredTable; readonly rows: WeakRef<CategoryRows> } | null = null

  const reader = (table: StoredTable): FinisherReader => {
    const columns = cache.columns(table)
    const known = readers.get(columns)
    if (known !== undefined) return known
    const made = finisherReader(columns)
    readers.set(columns, made)
    return made
  }

  const readRows = async (table: StoredTable): Promise<readonly JsonObject[]> => {
    const known = last !== null && hasSameRows(last.table, table) ? last.rows.deref() : undefined
    if (known !== undefined) return known.rows
    const read = await runInTurns(cache.rowsOnceInSteps(table))
    last = { table, rows: new WeakRef(read) }
    return read.rows
  }

  const kept = <T>(
    fields: Map<string, Kept<T>>,
    field: Field,
    table: StoredTable,
    make: () => Promise<T>,
  ): Promise<T> => {
    const name = JSON.stringify(field)
    const known: Kept<T> = fields.get(name) ?? { tables: new Map(), rows: 0 }
    const { tables } = known
    fields.delete(name)
    fields.set(name, known)
    const columns = cache.columns(table)
    const found = tables.get(table.category)
    if (found?.snapshot === table.snapshot && found.columns === columns) return found.value
    const value = make()
    tables.set(table.category, { snapshot: table.snapshot, columns, rows: table.rows, value })
    known.rows += table.rows - (found?.rows ?? 0)
    dropOldest(fields)
    value.catch(() => tables.delete(table.category))
    return value
  }

  const keyOf = (field: Field, table: StoredTable): RowKey | null => {
    const columns = cache.columns(table)
    if ('column' in field) return columnKey(columns, field.column)
    if ('person' in field || 'ledger' in field || field.role === 'distance' || field.role === 'category') return null
    return roleKey(columns, reader(table), field.role)
  }

  const textOf = (field: Field, table: StoredTable, rows: readonly JsonObject[]): RowText => {
    if ('column' in field) return columnText(cache.columns(table), field.column)
    if ('person' in field) return (row) => identitiesOf(reader(table), rows).key(row)?.key ?? ''
    if ('ledger' in field) return (row) => ledgerKeyOf(reader(table), rows, row) ?? ''
    if (field.role === 'distance') return () => table.distanceName
    if (field.role === 'category') return () => table.categoryName
    return roleText(reader(table), field.role)
  }

  return {
    reader,
    sortKeys: (table, field) => {
      const place = placeName(table, field)
      if (place !== null) return Promise.resolve(sameKeys(place, table.rows))
      return kept(keys, field, table, async () => {
        const key = keyOf(field, table)
        return key === null ? noKeys(table.rows) : await runInTurns(packKeys(await readRows(table), key))
      })
    },
    texts: (table, field) =>
      kept(texts, field, table, async () => {
        const rows = await readRows(table)
        return await runInTurns(codeTexts(rows, textOf(field, table, rows), 'person' in field || 'ledger' in field))
      }),
    forget: () => {
      keys.clear()
      texts.clear()
    },
  }
}

const hasSameRows = (one: StoredTable, other: StoredTable): boolean =>
  one.category === other.category && one.snapshot === other.snapshot && one.reading === other.reading

const dropOldest = (fields: Map<string, Kept<unknown>>): void => {
  let cells = 0
  for (const { rows } of fields.values()) cells += rows
  for (const [name, { rows }] of fields) {
    if (fields.size === 1 || (fields.size <= keptFields && cells <= keptCells)) return
    cells -= rows
    fields.delete(name)
  }
}

const placeName = ({ distanceName, categoryName }: StoredTable, field: Field): string | null => {
  const role = 'role' in field ? field.role : null
  if (role === 'distance') return distanceName
  return role === 'category' ? categoryName : null
}

const noKeys = (rows: number): PackedKeys => ({ numbers: new Float64Array(rows).fill(Number.NaN), texts: null })

const sameKeys = (name: string, rows: number): PackedKeys => ({
  numbers: new Float64Array(rows).fill(Number.POSITIVE_INFINITY),
  texts: Array<string>(rows).fill(String(sortKeyOf(name, 'text') ?? '')),
})
