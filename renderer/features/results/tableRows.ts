import type { ChangeType } from '../../../preload/contract/changes.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Status } from '../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { chipGap, type CellNote, type TableRow } from '../../components/dataTable/tableTypes.ts'
import type { Translate } from '../../text/text.ts'
import { cellText, flagText } from '../../app/stage/cellText.ts'
import type { PlacedColumn } from './columnLayout.ts'
import type { LoadedRow } from '../../app/stage/useResults.ts'

type CategoryNames = ReadonlyMap<CategoryId, { readonly distance: string; readonly category: string }>

export const namesOf = (tree: StageTree): CategoryNames =>
  new Map(
    tree.distances.flatMap((distance) =>
      distance.categories.map(
        (category) => [category.id, { distance: distance.name, category: category.name }] as const,
      ),
    ),
  )

/** Changes are shown as long as the core reports them. */
const CHANGE_SHOWN_S = 600

/** The role of the cell that a change is shown in; a row that is new or came from elsewhere is marked at its bib. */
const CHANGED: { readonly [K in ChangeType]?: readonly ColumnRole[] } = {
  new: ['bib', 'name', 'lastName'],
  moved: ['bib', 'name', 'lastName'],
  result: ['result', 'chipTime', 'gunTime'],
  place: ['place'],
  status: ['status'],
  name: ['name', 'lastName', 'firstName'],
  club: ['club', 'team'],
}

// Shared objects, so that the table sees equal rows as unchanged.
const PODIUM: readonly (CellNote | undefined)[] = [undefined, { tone: 'gold' }, { tone: 'silver' }, { tone: 'bronze' }]
const STATUS: { readonly [K in Status]: CellNote } = {
  OK: { tone: 'status-OK' },
  'on course': { tone: 'status-on-course' },
  DNF: { tone: 'status-DNF' },
  DNS: { tone: 'status-DNS' },
  DSQ: { tone: 'status-DSQ' },
  OTL: { tone: 'status-OTL' },
  NC: { tone: 'status-NC' },
  unknown: { tone: 'status-unknown' },
}

/** Whoever is out has no result; a time that came all the same stands behind the status. */
const OUT: ReadonlySet<Status> = new Set(['DSQ', 'DNF', 'DNS'])

const isOut = ({ role }: PlacedColumn, { status }: LoadedRow): boolean => role === 'result' && OUT.has(status)

const textOf = (column: PlacedColumn, row: LoadedRow, names: CategoryNames, t: Translate): string => {
  const { source, role } = column
  switch (source.kind) {
    case 'star':
      return row.isFavourite ? '★' : ''
    case 'status':
      return t(`finisher.${row.status}`)
    case 'distance':
    case 'category': {
      const { kind } = source
      const all = (row.categoriesOfPerson ?? [row.category]).map((category) => names.get(category)?.[kind] ?? '')
      return [...new Set(all)].join(chipGap)
    }
    case 'cells': {
      // A table has only one of the columns with the same meaning.
      const found = source.indexes.find((index) => (row.cells[index] ?? null) !== null)
      const text = cellText(found === undefined ? null : (row.cells[found] ?? null))
      if (isOut(column, row)) return /\d/.test(text) ? `${row.status} ${text}` : row.status
      return text === '' && (role === 'name' || role === 'lastName') ? (row.otherName ?? '') : flagText(text, t)
    }
    default:
      return source satisfies never
  }
}

const changedColumn = (columns: readonly PlacedColumn[], type: ChangeType): number => {
  const roles = CHANGED[type] ?? []
  for (const role of roles) {
    const at = columns.findIndex((column) => column.role === role)
    if (at >= 0) return at
  }
  return -1
}

const toneOf = (column: PlacedColumn, row: LoadedRow, t: Translate): CellNote | undefined => {
  const { source, role } = column
  if (source.kind === 'star') return row.isFavourite ? { tone: 'star', words: t('table.favourite') } : undefined
  if (source.kind === 'status' || isOut(column, row)) return STATUS[row.status]
  return role === 'place' && row.place !== null ? PODIUM[row.place] : undefined
}

/** Table row in the language; `now` is epoch milliseconds. */
export const toTableRow = (
  row: LoadedRow,
  columns: readonly PlacedColumn[],
  names: CategoryNames,
  t: Translate,
  now: number,
): TableRow => {
  const cells = columns.map((column) => textOf(column, row, names, t))
  const notes = columns.map((column) => toneOf(column, row, t))
  const ageS = row.change === null ? CHANGE_SHOWN_S : Math.max(0, (now - Date.parse(row.change.at)) / 1000)
  if (row.change !== null && ageS < CHANGE_SHOWN_S) {
    const at = changedColumn(columns, row.change.type)
    const tone = notes[at]?.tone
    const words = t(`table.changed.${row.change.type}`)
    if (at >= 0) notes[at] = { tone: tone === undefined ? 'changed' : `${tone} changed`, words, ageS: Math.round(ageS) }
  }
  return notes.every((note) => note === undefined) ? { id: row.id, cells } : { id: row.id, cells, notes }
}
