import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { placedCategories, type PlacedCategory } from '../categorySelection.ts'
import { plain } from './plain.ts'

const nameOf = ({ distance, category }: PlacedCategory): string => plain(`${distance} / ${category.name}`)

/** '1 row', '2 rows'. */
export const rowsWord = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`

const asideText = ({ setAside, rows }: Category): string | null => {
  if (setAside === undefined) return null
  const kept = rows === 0 ? '' : ` ${rowsWord(rows)} still stored.`
  if (setAside.reason === 'left') return `reply not used (${setAside.fetchedAt}, ${rowsWord(setAside.rows)}).${kept}`
  const said = setAside.text === '' ? `${rowsWord(setAside.rows)} without any value` : plain(setAside.text)
  return `reply without results not used: ${said}.${kept}`
}

const shrunkText = ({ shrunk }: Category): string | null => {
  if (shrunk === undefined) return null
  const { rowsBefore, rows, lost, at, before } = shrunk
  const gone = lost === 0 ? '' : `, ${lost} ${lost === 1 ? 'person' : 'people'} missing`
  return `${rowsBefore} → ${rows} rows (${at})${gone}. The reply of ${before.fetchedAt} is stored.`
}

/** One line for each reply that is not used and each table that shrank, with the commands to act on it. */
export const replyNotes = (tree: StageTree, isTold: (category: Category) => boolean = () => true): readonly string[] =>
  placedCategories(tree)
    .filter(({ category }) => isTold(category))
    .flatMap((placed) => {
      const { category } = placed
      const [aside, shrunk] = [asideText(category), shrunkText(category)]
      const verb = `racedesk replies ${tree.stage.guid} --category ${category.guid}`
      return [
        ...(aside === null ? [] : [`${nameOf(placed)}: ${aside} To use it anyway: ${verb} --accept\n`]),
        ...(shrunk === null
          ? []
          : [`${nameOf(placed)}: ${shrunk} To go back: ${verb} --back · to keep the new rows: ${verb} --keep\n`]),
      ]
    })
