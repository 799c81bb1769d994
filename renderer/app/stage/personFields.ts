import type { Column } from '../../../preload/contract/columns.ts'
import type { Cell, Json } from '../../../preload/contract/ids.ts'
import { lastPart } from '../../../preload/shared/fieldNames.ts'
import { cellText } from './cellText.ts'

export type PersonField = { readonly column: Column; readonly value: Cell }
/** Fields that share the part of their name before the last dot; `title` '' for those without one. */
export type FieldGroup = { readonly title: string; readonly fields: readonly PersonField[] }

const prefix = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')))

/** Every field of the row, nothing left out: first those at the top, then nested objects, each list by itself. */
export const groupFields = (columns: readonly Column[], cells: readonly Cell[]): readonly FieldGroup[] => {
  const groups = new Map<string, PersonField[]>([['', []]])
  columns.forEach((column, index) => {
    const value = cells[index] ?? null
    const isList = typeof value === 'object' && value !== null
    const title = isList ? column.name : prefix(column.name)
    groups.set(title, [...(groups.get(title) ?? []), { column, value }])
  })
  return [...groups].map(([title, fields]) => ({ title, fields })).filter(({ fields }) => fields.length > 0)
}

const findText = (columns: readonly Column[], cells: readonly Cell[], names: readonly string[]): string => {
  for (const name of names) {
    const index = columns.findIndex((column) => lastPart(column.name).toLowerCase() === name)
    const text = index < 0 ? '' : cellText(cells[index] ?? null).trim()
    if (text !== '') return text
  }
  return ''
}

/** Until columns have roles, the name is taken from the columns that services usually call so; '' when there is none. */
export const personName = (columns: readonly Column[], cells: readonly Cell[]): string => {
  const find = (...names: string[]): string => findText(columns, cells, names)
  const whole = find('fullname', 'name')
  if (whole !== '') return whole
  return [find('lastname', 'surname'), find('firstname', 'givenname'), find('middlename')]
    .filter((part) => part !== '')
    .join(' ')
}

export const personBib = (columns: readonly Column[], cells: readonly Cell[]): string =>
  findText(columns, cells, ['bib', 'number', 'startnumber'])

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type ListTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** A list of objects, such as laps, as a table; null when it is anything else. */
export const listTable = (value: Json): ListTable | null => {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) return null
  const records: readonly { readonly [key: string]: Json }[] = value
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  // A column may be called `constructor`, which every object has.
  const cellIn = (record: { readonly [key: string]: Json }, column: string): string =>
    Object.hasOwn(record, column) ? cellText(record[column] ?? null) : ''
  return { columns, rows: records.map((record) => columns.map((column) => cellIn(record, column))) }
}
