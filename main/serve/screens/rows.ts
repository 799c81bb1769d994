import type { Column } from '../../../preload/contract/columns.ts'
import type { Cell } from '../../../preload/contract/ids.ts'
import type { Row, Status } from '../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import type { ScreenColumn, ScreenRow } from '../../../preload/contract/screens/state.ts'
import { isOpenResult } from '../../features/results/rules/finisher.ts'
import { clockText } from '../../kernel/text/clockText.ts'
import { cellTimeMs } from '../../kernel/times.ts'

/** With these statuses a time would read as a result. */
const OUT: ReadonlySet<Status> = new Set(['DSQ', 'DNF', 'DNS'])

/** The crew sees all of them. */
export const crewColumns: readonly ScreenColumn[] = ['bib', 'club', 'team', 'city', 'region', 'country', 'birthYear']

/** Reads the rows of a page by what its columns mean; of a person only name, place, result and what was chosen. */
export const screenRowReader = (
  columns: readonly Column[],
  chosen: readonly ScreenColumn[],
): ((row: Row) => ScreenRow) => {
  const places = new Map<ColumnRole, number>()
  for (const [at, { role, split }] of columns.entries()) {
    if (role !== undefined && split === undefined && !places.has(role)) places.set(role, at)
  }
  const open = columns.findIndex(isOpenResult)
  const text = (row: Row, ...roles: readonly ColumnRole[]): string => {
    for (const role of roles) {
      const at = places.get(role)
      const found = at === undefined ? '' : shownText(row.cells[at] ?? null, columns[at]?.unit)
      if (found !== '') return found
    }
    return ''
  }
  const nameOf = (row: Row): string =>
    text(row, 'name') ||
    [text(row, 'lastName'), text(row, 'firstName'), text(row, 'middleName')].filter((part) => part !== '').join(' ') ||
    (row.otherName ?? '')
  const others = chosen.filter((column) => column !== 'bib')
  const aboutOf = (row: Row): string => {
    const said = new Set(others.map((column) => text(row, column)))
    said.delete('')
    return [...said].join(' · ')
  }
  return (row) => ({
    place: OUT.has(row.status) ? null : row.place,
    bib: chosen.includes('bib') ? text(row, 'bib') : '',
    name: nameOf(row),
    about: aboutOf(row),
    result: OUT.has(row.status)
      ? row.status
      : text(row, 'result', 'chipTime', 'gunTime') || shownText(row.cells[open] ?? null, undefined),
    status: row.status,
  })
}

/** Numbers of seconds become a clock; everything else stands as received. */
const shownText = (cell: Cell, unit: Column['unit']): string => {
  if (cell === null || typeof cell === 'object') return ''
  const text = String(cell).trim()
  const ms = unit !== undefined && /^\d+(?:[.,]\d+)?$/.test(text) ? cellTimeMs(cell, unit) : null
  return ms === null ? text : clockText(ms)
}

/** True for people who belong on a list of results; those who are still out there have nothing to show yet. */
export const isShown = ({ place, result, status }: ScreenRow): boolean =>
  place !== null || (result !== '' && status !== 'on course' && status !== 'unknown')
