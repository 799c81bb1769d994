import { FileDown, ListFilter } from 'lucide-react'
import type { ChangesPage, ChangeType } from '../../../preload/contract/changes.ts'
import type { ExportOptions, TableFormat } from '../../../preload/contract/files.ts'
import type { RefObject } from 'react'
import { COMMAND_KEY } from '../../app/commands/shortcuts.ts'
import { SearchBox } from '../../app/table/SearchBox.tsx'
import { tableExports } from '../../app/table/tableExports.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { CheckMenu } from '../../components/CheckMenu.tsx'
import { Choice } from '../../components/Choice.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { CHANGE_TYPES } from './changeGroups.ts'

const SINCE = ['all', 'recent', 'looked', 'printed', 'exported'] as const
export type Since = (typeof SINCE)[number]

const ARRIVALS = 'arrivals'

type ChangesToolbarProps = {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly searchRef: RefObject<HTMLInputElement | null>
  readonly since: Since
  readonly onSince: (since: Since) => void
  readonly types: readonly ChangeType[]
  readonly onTypes: (types: readonly ChangeType[]) => void
  /** First results and new rows: thousands in a live race. */
  readonly areArrivalsShown: boolean
  readonly onArrivalsShown: (areShown: boolean) => void
  readonly counts: ChangesPage['counts']
  readonly total: number
  readonly isExportOpen: boolean
  readonly onExportOpen: (isOpen: boolean) => void
  readonly onExport: (options: ExportOptions<TableFormat>) => void
}

export const ChangesToolbar = (props: ChangesToolbarProps) => {
  const { t, language } = useText()
  const { search, onSearch, types, onTypes, counts, total } = props
  const rows = formatCount(total, language)
  return (
    <div className="toolbar" role="toolbar" aria-label={t('changes.what')}>
      <SearchBox
        ref={props.searchRef}
        label={t('changes.search')}
        placeholder={t('changes.search.placeholder')}
        search={search}
        onSearch={onSearch}
      />
      <div className="changes-since">
        <Choice
          label={t('changes.since')}
          isLabelHidden
          value={props.since}
          options={SINCE.map((value) => ({ value, label: t(`changes.since.${value}`) }))}
          onChange={props.onSince}
        />
      </div>
      <CheckMenu
        trigger={
          <button type="button" className="button button-quiet" title={t('changes.types')}>
            <ListFilter aria-hidden />
            <span className="button-words">{t('changes.types')}</span>
            {types.length === 0 ? null : (
              <span className="muted spare-words">
                {t('changes.types.some', { count: types.length, all: CHANGE_TYPES.length })}
              </span>
            )}
          </button>
        }
        items={[
          ...CHANGE_TYPES.map((type) => ({
            id: type as string,
            label: t('changes.type.count', {
              type: t(`changes.type.${type}`),
              rows: formatCount(counts[type] ?? 0, language),
            }),
            isChecked: types.length === 0 || types.includes(type),
          })),
          { id: ARRIVALS, label: t('changes.type.arrivals'), isChecked: props.areArrivalsShown },
        ]}
        onChange={(id, isChecked) => {
          if (id === ARRIVALS) return props.onArrivalsShown(isChecked)
          const all = types.length === 0 ? CHANGE_TYPES : types
          const next = CHANGE_TYPES.filter((type) => (type === id ? isChecked : all.includes(type)))
          onTypes(next.length === CHANGE_TYPES.length ? [] : next)
        }}
        resetLabel={t('changes.types.all')}
        onReset={() => {
          onTypes([])
          props.onArrivalsShown(true)
        }}
      />
      <span className="gap" />
      <ActionMenu
        isOpen={props.isExportOpen}
        onOpenChange={props.onExportOpen}
        heading={t('changes.export.what', { count: total, rows })}
        trigger={
          <button
            type="button"
            className="button button-quiet"
            disabled={total === 0}
            title={`${t('changes.export')} (${COMMAND_KEY} E)`}
          >
            <FileDown aria-hidden />
            <span className="button-words">{t('changes.export')}</span>
          </button>
        }
        actions={tableExports(t, props.onExport)}
      />
    </div>
  )
}
