import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Distance } from '../../../preload/contract/stages.ts'
import { formatCount } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { withParts } from './exportDraft.ts'

type PartChoiceProps = {
  readonly distances: readonly Distance[]
  readonly chosen: readonly CategoryId[]
  readonly onChange: (chosen: readonly CategoryId[]) => void
}

type PartProps = {
  readonly label: string
  readonly rows: number
  readonly isOn: boolean
  /** Only some of a distance's categories are chosen. */
  readonly isPartly?: boolean
  readonly onChange: (isOn: boolean) => void
}

const Part = ({ label, rows, isOn, isPartly = false, onChange }: PartProps) => {
  const { language } = useText()
  return (
    <label className="export-choice row">
      <input
        type="checkbox"
        checked={isOn}
        ref={(box) => {
          if (box !== null) box.indeterminate = isPartly
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="ellipsis">{label}</span>
      <span className="muted export-rows">{formatCount(rows, language)}</span>
    </label>
  )
}

/** Distances and categories for one file, several at once; a distance stands for all of its categories. */
export const PartChoice = ({ distances, chosen, onChange }: PartChoiceProps) => {
  const { t } = useText()
  return (
    <div className="export-parts" role="group" aria-label={t('export.what.parts')}>
      {distances.map(({ guid, name, categories }) => {
        const ids = categories.map(({ id }) => id)
        const isWhole = ids.length > 0 && ids.every((id) => chosen.includes(id))
        return (
          <div key={guid} role="group" aria-label={name}>
            <Part
              label={name}
              rows={categories.reduce((sum, { rows }) => sum + rows, 0)}
              isOn={isWhole}
              isPartly={!isWhole && ids.some((id) => chosen.includes(id))}
              onChange={(isOn) => onChange(withParts(chosen, ids, isOn))}
            />
            <div className="export-categories">
              {categories.map((category) => (
                <Part
                  key={category.id}
                  label={category.name}
                  rows={category.rows}
                  isOn={chosen.includes(category.id)}
                  onChange={(isOn) => onChange(withParts(chosen, [category.id], isOn))}
                />
              ))}
            </div>
          </div>
        )
      })}
    </div>
  )
}
