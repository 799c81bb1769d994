import { Columns3, FileDown, FileJson, Users } from 'lucide-react'
import type { RefObject } from 'react'
import type { Column } from '../../../preload/contract/columns.ts'
import type { Filter, ResultsQuery, ViewOfResults } from '../../../preload/contract/results.ts'
import { COMMAND_KEY } from '../../app/commands/shortcuts.ts'
import { SearchBox } from '../../app/table/SearchBox.tsx'
import { CheckMenu } from '../../components/CheckMenu.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { useText } from '../../text/text.ts'
import type { PlacedColumn } from './columnLayout.ts'
import { FilterMenu } from './FilterMenu.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'

type ToolbarProps = {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Arrow down in the search box. */
  readonly onLeaveSearch: () => void
  /** Enter in the search box. */
  readonly onOpenFirst: () => void
  /** Esc then closes the panel before it clears the search. */
  readonly isPanelOpen: boolean
  readonly columns: readonly PlacedColumn[]
  readonly hidden: readonly string[]
  readonly onHide: (id: string, isHidden: boolean) => void
  readonly onShowAll: () => void
  readonly query: ResultsQuery
  readonly bodyColumns: readonly Column[]
  readonly filters: readonly Filter[]
  readonly onFilters: (filters: readonly Filter[]) => void
  readonly currentView: ViewOfResults
  readonly onView: (view: ViewOfResults) => void
  /** There are rows to filter and to show otherwise. */
  readonly isTable: boolean
  readonly canExport: boolean
  readonly onExport: () => void
  readonly onRaw: (() => void) | null
  /** Null where every row is a person's only one. */
  readonly people: { readonly isByPerson: boolean; readonly onChange: (isByPerson: boolean) => void } | null
}

export const Toolbar = (props: ToolbarProps) => {
  const { t } = useText()
  const { people } = props
  return (
    <div className="toolbar" role="toolbar" aria-label={t('stage.table')}>
      <SearchBox
        ref={props.searchRef}
        label={t('stage.search')}
        placeholder={t('stage.search.placeholder')}
        search={props.search}
        onSearch={props.onSearch}
        isEscapeTaken={props.isPanelOpen}
        onLeave={props.onLeaveSearch}
        onEnter={props.onOpenFirst}
      />
      <FilterMenu
        query={props.query}
        columns={props.bodyColumns}
        filters={props.filters}
        onChange={props.onFilters}
        isDisabled={!props.isTable}
      />
      <ViewsMenu
        stage={props.query.stage}
        current={props.currentView}
        onApply={props.onView}
        isDisabled={!props.isTable}
      />
      {people === null ? null : (
        <IconButton
          label={t('table.people')}
          icon={<Users aria-hidden />}
          isPressed={people.isByPerson}
          onClick={() => people.onChange(!people.isByPerson)}
        />
      )}
      <span className="gap" />
      {props.onRaw === null ? null : (
        <IconButton label={t('stage.raw')} icon={<FileJson aria-hidden />} onClick={props.onRaw} />
      )}
      <CheckMenu
        trigger={
          <button
            type="button"
            className="button button-quiet"
            disabled={props.columns.length === 0}
            title={t('stage.columns')}
          >
            <Columns3 aria-hidden />
            <span className="spare-words">{t('stage.columns')}</span>
          </button>
        }
        items={props.columns.map(({ id, title }) => ({ id, label: title, isChecked: !props.hidden.includes(id) }))}
        onChange={(id, isChecked) => props.onHide(id, !isChecked)}
        resetLabel={t('stage.columns.all')}
        onReset={props.onShowAll}
      />
      <button
        type="button"
        className="button button-quiet"
        disabled={!props.canExport}
        title={`${t('stage.export')} (${COMMAND_KEY} E)`}
        onClick={props.onExport}
      >
        <FileDown aria-hidden />
        <span className="button-words">{t('stage.export')}</span>
      </button>
    </div>
  )
}
