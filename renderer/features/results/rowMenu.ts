import type { TableMenuRequest } from '../../components/dataTable/tableTypes.ts'
import type { Problem } from '../../api.ts'
import { useTableMenu } from '../../app/table/tableMenu.ts'
import { useText } from '../../text/text.ts'
import type { ToggleFavourites } from './useFavourites.ts'
import type { LoadedRow, Results } from '../../app/stage/useResults.ts'

type RowMenu = {
  readonly results: Results
  readonly open: (opened: { readonly row: LoadedRow; readonly at: number }) => void
  readonly loadSelected: () => Promise<readonly LoadedRow[]>
  readonly toggleFavourites: ToggleFavourites
  readonly onExport: () => void
  readonly onProblem: (problem: Problem) => void
}

/** Opens the context menu of results. It stays with the clicked row, even if a poll moves that row while the menu is open. */
export const useRowMenu = ({ results, open, loadSelected, toggleFavourites, onExport, onProblem }: RowMenu) => {
  const { t } = useText()
  const offer = useTableMenu()
  return (asked: TableMenuRequest): void => {
    const { index, rows } = asked
    const row = results.rowAt(index)
    if (row === undefined) return
    const isOn = !row.isFavourite
    offer(asked, {
      first:
        rows > 1
          ? []
          : [{ id: 'open', label: t('menu.openCard'), keys: 'Enter', onChoose: () => open({ row, at: index }) }],
      last: [
        {
          id: 'star',
          label: t(isOn ? 'card.star' : 'card.unstar'),
          keys: 'S',
          onChoose: () => {
            if (rows === 1) toggleFavourites([row], isOn)
            else loadSelected().then((all) => toggleFavourites(all, isOn), onProblem)
          },
        },
        ...(rows > 1 ? [{ id: 'export', label: t('menu.export'), onChoose: onExport }] : []),
      ],
    })
  }
}
