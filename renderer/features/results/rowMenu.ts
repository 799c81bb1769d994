import type { MenuAction } from '../../components/ActionMenu.tsx'
import type { TableMenuRequest } from '../../components/dataTable/tableTypes.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { PersonCard } from '../../../preload/contract/results.ts'
import { call, type Problem } from '../../api.ts'
import { openAtDesk } from '../../app/opened/openRow.ts'
import { copyText } from '../../app/table/copyTexts.ts'
import { useTableMenu } from '../../app/table/tableMenu.ts'
import { useText } from '../../text/text.ts'
import { deskPeople } from './desk/deskPeople.ts'
import type { ToggleFavourites } from './useFavourites.ts'
import type { LoadedRow, Results } from '../../app/stage/useResults.ts'

type RowMenu = {
  readonly stage: StageGuid
  readonly results: Results
  readonly open: (opened: { readonly row: LoadedRow; readonly at: number }) => void
  readonly loadSelected: () => Promise<readonly LoadedRow[]>
  readonly toggleFavourites: ToggleFavourites
  readonly onPrint: (card: PersonCard) => void
  readonly onExport: () => void
  readonly onProblem: (problem: Problem) => void
}

/** Opens the context menu of results. It stays with the clicked row, even if a poll moves that row while the menu is open. */
export const useRowMenu = ({
  stage,
  results,
  open,
  loadSelected,
  toggleFavourites,
  onPrint,
  onExport,
  onProblem,
}: RowMenu) => {
  const { t } = useText()
  const offer = useTableMenu()
  const print = async (row: LoadedRow): Promise<void> => {
    const answer = await call('results:person', { category: row.category, index: row.index })
    if (answer.ok) onPrint(answer.value)
    else onProblem(answer.error)
  }
  return (asked: TableMenuRequest): void => {
    const { index, rows } = asked
    const row = results.rowAt(index)
    if (row === undefined) return
    const isOn = !row.isFavourite
    const { bib = '', name = '' } = deskPeople(results.columns, [row])[0] ?? {}
    const copyBib: readonly MenuAction[] =
      bib === '' ? [] : [{ id: 'copyBib', label: t('menu.copyBib'), onChoose: () => copyText(bib) }]
    const who = [bib, name].filter(Boolean).join(' ')
    const atDesk: readonly MenuAction[] =
      who === '' ? [] : [{ id: 'desk', label: t('menu.openAtDesk'), onChoose: () => openAtDesk(stage, who) }]
    offer(asked, {
      first:
        rows > 1
          ? []
          : [{ id: 'open', label: t('menu.openCard'), keys: 'Enter', onChoose: () => open({ row, at: index }) }],
      copies: rows > 1 ? [] : copyBib,
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
        ...(rows > 1
          ? [{ id: 'export', label: t('menu.export'), onChoose: onExport }]
          : [{ id: 'print', label: t('card.print'), onChoose: () => void print(row) }, ...atDesk]),
      ],
    })
  }
}
