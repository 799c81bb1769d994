import type { Distance, StageTree } from '../../../preload/contract/stages.ts'
import { useText } from '../../text/text.ts'
import { withChosen, type WatchDraft } from './watchDraft.ts'

type ChosenCategoriesProps = {
  readonly tree: StageTree
  readonly draft: WatchDraft
  readonly onChange: (draft: WatchDraft) => void
}

/** Boxes to tick, a distance or a category at a time. */
export const ChosenCategories = ({ tree, draft, onChange }: ChosenCategoriesProps) => {
  const { t } = useText()
  const countIn = ({ categories }: Distance): number => categories.filter(({ id }) => draft.chosen.includes(id)).length
  return (
    <div className="watch-chosen" role="group" aria-label={t('watch.chosen.list')} tabIndex={0}>
      {tree.distances.map((distance) => {
        const count = countIn(distance)
        return (
          <div key={distance.guid}>
            <label className="watch-choice row watch-distance">
              <input
                type="checkbox"
                checked={count === distance.categories.length && count > 0}
                ref={(box) => {
                  if (box !== null) box.indeterminate = count > 0 && count < distance.categories.length
                }}
                onChange={(event) =>
                  onChange(
                    withChosen(
                      draft,
                      tree,
                      distance.categories.map(({ id }) => id),
                      event.target.checked,
                    ),
                  )
                }
              />
              {distance.name}
            </label>
            {distance.categories.map(({ id, name }) => (
              <label key={id} className="watch-choice row watch-category">
                <input
                  type="checkbox"
                  checked={draft.chosen.includes(id)}
                  onChange={(event) => onChange(withChosen(draft, tree, [id], event.target.checked))}
                />
                <span className="ellipsis">{name}</span>
              </label>
            ))}
          </div>
        )
      })}
    </div>
  )
}
