import { FileDown, PanelLeft, Plus, RefreshCw, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { ExportOptions, TableFormat } from '../../../preload/contract/files.ts'
import { COMMAND_KEY } from '../../app/commands/shortcuts.ts'
import { SearchBox } from '../../app/table/SearchBox.tsx'
import { tableExports } from '../../app/table/tableExports.ts'
import { ActionMenu } from '../../components/ActionMenu.tsx'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'

/** `json`: as received. */
export type OrderFile = Omit<ExportOptions, 'format'> & { readonly format: TableFormat | 'json' }

type OrdersToolbarProps = {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly searchRef: RefObject<HTMLInputElement | null>
  readonly onLeaveSearch: () => void
  readonly onOpenFirst: () => void
  readonly isPanelOpen: boolean
  /** How many orders an export takes. */
  readonly exported: number
  readonly isExportOpen: boolean
  readonly onExportOpen: (isOpen: boolean) => void
  readonly onExport: (options: OrderFile) => void
  readonly kept: number
  readonly selected: number
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
  readonly onRemove: () => void
  readonly onLookUp: () => void
  readonly onShowList: () => void
}

export const OrdersToolbar = (props: OrdersToolbarProps) => {
  const { t, language } = useText()
  const { search, selected, kept } = props
  const count = (value: number): string => formatCount(value, language)
  return (
    <div className="toolbar" role="toolbar" aria-label={t('orders.title')}>
      <span className="only-narrow">
        <IconButton label={t('orders.states')} icon={<PanelLeft aria-hidden />} onClick={props.onShowList} />
      </span>
      <SearchBox
        ref={props.searchRef}
        label={t('orders.search')}
        placeholder={t('orders.search.placeholder')}
        search={search}
        onSearch={props.onSearch}
        maxLength={500}
        isEscapeTaken={props.isPanelOpen}
        onLeave={props.onLeaveSearch}
        onEnter={props.onOpenFirst}
      />
      <span className="gap" />
      {selected === 0 ? null : (
        <Button kind="quiet" icon={<Trash2 aria-hidden />} onClick={props.onRemove}>
          <span className="spare-words">{t('orders.remove')}</span>
        </Button>
      )}
      <ActionMenu
        isOpen={props.isExportOpen}
        onOpenChange={props.onExportOpen}
        heading={t('orders.export.what', {
          rows: t('orders.count', { count: props.exported, rows: count(props.exported) }),
        })}
        trigger={
          <button
            type="button"
            className="button button-quiet"
            disabled={props.exported === 0}
            title={`${COMMAND_KEY} E`}
          >
            <FileDown aria-hidden />
            <span className="spare-words">{t('orders.export')}</span>
          </button>
        }
        actions={[
          ...tableExports(t, props.onExport).filter(({ id }) => id !== 'export.format.json'),
          { id: 'json', label: t('orders.export.json'), onChoose: () => props.onExport({ format: 'json' }) },
        ]}
      />
      <Button
        icon={<RefreshCw aria-hidden />}
        isDisabled={props.isRefreshing || kept === 0}
        onClick={props.onRefresh}
        title="F5"
      >
        <span className="spare-words">
          {props.isRefreshing
            ? t('orders.refreshing')
            : selected > 0
              ? t('orders.refreshSelected', { count: selected, rows: count(selected) })
              : t('orders.refreshAll')}
        </span>
      </Button>
      <Button kind="primary" icon={<Plus aria-hidden />} onClick={props.onLookUp}>
        {t('orders.lookup')}
      </Button>
    </div>
  )
}
