import { useCallback } from 'react'
import type { MenuAction } from '../../components/ActionMenu.tsx'
import type { TableMenuRequest } from '../../components/dataTable/tableTypes.ts'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { offerMenu } from './contextMenu.ts'
import { COMMAND_KEY } from '../commands/shortcuts.ts'

/** Actions of a screen for its rows, before and after those for copying, which every table has; `copies` adds to those. */
type RowActions = {
  readonly first?: readonly MenuAction[]
  readonly copies?: readonly MenuAction[]
  readonly last?: readonly MenuAction[]
}

/** Opens the context menu of table rows; a table without actions of its own still copies. */
export const useTableMenu = (): ((asked: TableMenuRequest, actions?: RowActions) => void) => {
  const { t, language } = useText()
  return useCallback(
    (asked, { first = [], copies = [], last = [] } = {}) => {
      const rows = formatCount(asked.rows, language)
      const copyCell: readonly MenuAction[] =
        asked.copyCell === null ? [] : [{ id: 'copyCell', label: t('menu.copyCell'), onChoose: asked.copyCell }]
      offerMenu(asked, null, [
        ...first,
        {
          id: 'copyRows',
          label: asked.rows > 1 ? t('menu.copyRows', { rows }) : t('menu.copyRow'),
          keys: `${COMMAND_KEY} C`,
          isApart: first.length > 0,
          onChoose: asked.copyRows,
        },
        ...copyCell,
        ...copies,
        ...last.map((action, at) => (at === 0 ? { ...action, isApart: true } : action)),
      ])
    },
    [t, language],
  )
}
