import { useMemo, useState, type Ref } from 'react'
import type { BlockType } from '../../../preload/contract/blocks.ts'
import type { Settings } from '../../../preload/contract/settings.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import { useTableMenu } from '../../app/table/tableMenu.ts'
import { tableTexts } from '../../app/table/tableTexts.ts'
import { useSelection } from '../../app/table/useSelection.ts'
import type { TableColumn, TableHandle, TableRow } from '../../components/dataTable/tableTypes.ts'
import { DataTable } from '../../components/dataTable/DataTable.tsx'
import { useText } from '../../text/text.ts'
import { fieldText, otherFields, type TypeSort } from './typeRows.ts'

const ROW_HEIGHTS: { readonly [K in Settings['rowHeight']]: 24 | 28 | 36 } = { compact: 24, normal: 28, large: 36 }

type TypesTableProps = {
  readonly types: readonly BlockType[]
  readonly search: string
  readonly sort: TypeSort
  readonly onSort: (column: string) => void
  readonly onOpen: (type: BlockType) => void
  readonly rowHeight: Settings['rowHeight']
  readonly ref: Ref<TableHandle>
}

export const TypesTable = ({ types, search, sort, onSort, onOpen, rowHeight, ref }: TypesTableProps) => {
  const { t, language } = useText()
  const [moved, setMoved] = useState<readonly TableColumn[]>([])
  const others = useMemo(() => otherFields(types), [types])
  const columns = useMemo((): readonly TableColumn[] => {
    const known: readonly TableColumn[] = [
      { id: 'id', title: t('blocks.column.id'), kind: 'number' },
      { id: 'name', title: t('blocks.column.name'), kind: 'text', widthPx: 320 },
      { id: 'group', title: t('blocks.column.group'), kind: 'text', widthPx: 200 },
      { id: 'priority', title: t('blocks.column.priority'), kind: 'number' },
      { id: 'wrapping', title: t('blocks.column.wrapping'), kind: 'text', widthPx: 140 },
      ...others.map((field): TableColumn => ({ id: `f:${field}`, title: field, kind: 'text' })),
    ]
    // In the user's order; new types come last.
    const places = new Map(moved.map(({ id }, index) => [id, index]))
    const widths = new Map(moved.map(({ id, widthPx }) => [id, widthPx]))
    return known
      .map((column) => {
        const widthPx = widths.get(column.id)
        return widthPx === undefined ? column : { ...column, widthPx }
      })
      .toSorted((a, b) => (places.get(a.id) ?? known.length) - (places.get(b.id) ?? known.length))
  }, [t, others, moved])
  const table = useMemo(() => {
    const wraps = t('blocks.wrapping')
    const cellOf = (type: BlockType, column: string): string => {
      if (column === 'priority') return type.priority === null ? '' : String(type.priority)
      if (column === 'wrapping') return type.isWrapping ? wraps : ''
      if (column === 'id' || column === 'name' || column === 'group') return type[column]
      return fieldText(type.received[column.slice(2)])
    }
    const toRow = (type: BlockType): TableRow => ({ id: type.id, cells: columns.map(({ id }) => cellOf(type, id)) })
    const made = new Map<number, TableRow>()
    const rowAt = (index: number): TableRow | undefined => {
      const type = types[index]
      if (type === undefined) return undefined
      const row = made.get(index) ?? toRow(type)
      made.set(index, row)
      return row
    }
    const rowsOf = (ids: ReadonlySet<string>): readonly TableRow[] => types.filter(({ id }) => ids.has(id)).map(toRow)
    return { rowAt, rowsOf, version: nextVersion() }
  }, [types, columns, t])
  const { selection, select } = useSelection({
    total: types.length,
    loadRange: (first, last) => Promise.resolve(types.slice(first, last + 1).map(({ id }) => ({ id }))),
  })
  const texts = useMemo(() => tableTexts(t, language), [t, language])
  const showMenu = useTableMenu()
  const highlight = useMemo(() => search.split(/\s+/).filter((word) => word !== ''), [search])
  const shownSort = useMemo(() => (sort === null ? [] : [sort]), [sort])
  return (
    <div className="table-area fill">
      <DataTable
        ref={ref}
        columns={columns}
        rowCount={types.length}
        rowAt={table.rowAt}
        version={table.version}
        onVisible={() => undefined}
        sort={shownSort}
        onSort={onSort}
        selection={selection}
        onSelect={select}
        onOpen={(index) => {
          const type = types[index]
          if (type !== undefined) onOpen(type)
        }}
        onColumnsChange={setMoved}
        rowHeight={ROW_HEIGHTS[rowHeight]}
        highlight={highlight}
        loadSelected={(ids) => Promise.resolve(table.rowsOf(ids))}
        label={t('blocks.table')}
        texts={texts}
        onMenu={(asked) => {
          const type = asked.rows === 1 ? types[asked.index] : undefined
          if (type === undefined) return showMenu(asked)
          showMenu(asked, {
            first: [{ id: 'open', label: t('menu.open'), keys: 'Enter', onChoose: () => onOpen(type) }],
          })
        }}
      />
    </div>
  )
}
