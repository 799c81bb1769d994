import { useMemo, type Ref } from 'react'
import type { Settings } from '../../../preload/contract/settings.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import type {
  RowAt,
  SelectGesture,
  TableColumn,
  TableHandle,
  TableMenuRequest,
  TableRow,
  TableSelection,
  TableSort,
} from '../../components/dataTable/tableTypes.ts'
import { DataTable } from '../../components/dataTable/DataTable.tsx'
import './tableTones.css'
import { useText } from '../../text/text.ts'
import type { PlacedColumn } from './columnLayout.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import { tableTexts } from '../../app/table/tableTexts.ts'
import { namesOf, toTableRow } from './tableRows.ts'
import type { Results } from '../../app/stage/useResults.ts'

const ROW_HEIGHTS: { readonly [K in Settings['rowHeight']]: 24 | 28 | 36 } = { compact: 24, normal: 28, large: 36 }

type ResultsTableProps = {
  readonly results: Results
  readonly tree: StageTree
  /** The columns to show, in order. */
  readonly columns: readonly PlacedColumn[]
  readonly search: string
  readonly sort: readonly TableSort[]
  readonly onSort: (columnId: string, isAdditional: boolean) => void
  readonly selection: TableSelection
  readonly onSelect: (selection: TableSelection, gesture: SelectGesture) => void
  readonly onOpen: (index: number) => void
  readonly onStar: (index: number) => void
  readonly onMenu: (asked: TableMenuRequest) => void
  readonly onColumnsChange: (columns: readonly TableColumn[]) => void
  readonly rowHeight: Settings['rowHeight']
  readonly ref: Ref<TableHandle>
}

export const ResultsTable = ({
  results,
  tree,
  columns,
  search,
  sort,
  onSort,
  selection,
  onSelect,
  onOpen,
  onStar,
  onMenu,
  onColumnsChange,
  rowHeight,
  ref,
}: ResultsTableProps) => {
  const { t, language } = useText()
  const { rowAt: loadedAt, version } = results
  const table = useMemo(() => {
    const names = namesOf(tree)
    const made = new Map<number, TableRow>()
    const rowAt: RowAt = (index) => {
      const known = made.get(index)
      if (known !== undefined) return known
      const row = loadedAt(index)
      if (row === undefined) return undefined
      const tableRow = toTableRow(row, columns, names, t, Date.now())
      made.set(index, tableRow)
      return tableRow
    }
    return { rowAt, of: version, version: nextVersion() }
  }, [loadedAt, version, columns, tree, t])
  const loadSelected = async (ids: ReadonlySet<string>): Promise<readonly TableRow[]> => {
    const rows = await results.loadRange(0, Math.max(0, (results.total ?? 0) - 1))
    const names = namesOf(tree)
    return rows.filter(({ id }) => ids.has(id)).map((row) => toTableRow(row, columns, names, t, Date.now()))
  }
  const highlight = useMemo(() => search.split(/\s+/).filter((word) => word !== ''), [search])
  const texts = useMemo(() => tableTexts(t, language), [t, language])
  return (
    <DataTable
      ref={ref}
      columns={columns}
      rowCount={results.total ?? 0}
      rowAt={table.rowAt}
      version={table.version}
      onVisible={results.onVisible}
      sort={sort}
      onSort={onSort}
      selection={selection}
      onSelect={onSelect}
      onOpen={onOpen}
      onStar={onStar}
      onMenu={onMenu}
      onColumnsChange={onColumnsChange}
      rowHeight={ROW_HEIGHTS[rowHeight]}
      highlight={highlight}
      loadSelected={loadSelected}
      label={t('stage.table')}
      texts={texts}
    />
  )
}
