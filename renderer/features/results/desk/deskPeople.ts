import type { Column } from '../../../../preload/contract/columns.ts'
import type { Row } from '../../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import { cellText } from '../../../app/stage/cellText.ts'
import { personBib, personName } from '../../../app/stage/personFields.ts'
import type { DeskRow } from './deskState.ts'

type Cells = Row['cells']

/** The first column with the role that holds something: tables of different shapes stand side by side. */
const roleCell = (columns: readonly Column[], cells: Cells, role: ColumnRole): string => {
  for (const [at, column] of columns.entries()) {
    const text = column.role === role ? cellText(cells[at] ?? null).trim() : ''
    if (text !== '') return text
  }
  return ''
}

const nameOf = (columns: readonly Column[], cells: Cells): string => {
  const parts = (['lastName', 'firstName', 'middleName'] as const).map((role) => roleCell(columns, cells, role))
  return roleCell(columns, cells, 'name') || parts.filter((part) => part !== '').join(' ') || personName(columns, cells)
}

/** Rows found as people, in their order: a person's rows in several categories are one, by bib and name; by a bib alone they are not. */
export const deskPeople = (
  columns: readonly Column[],
  rows: readonly Pick<Row, 'category' | 'index' | 'cells'>[],
): readonly DeskRow[] => {
  const people = new Map<string, DeskRow>()
  for (const { category, index, cells } of rows) {
    const bib = roleCell(columns, cells, 'bib') || personBib(columns, cells)
    const name = nameOf(columns, cells)
    const key = name === '' ? `${category} ${index}` : `${bib}\n${name}`
    if (!people.has(key)) people.set(key, { category, index, bib, name })
  }
  return [...people.values()]
}
