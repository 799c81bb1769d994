import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { CheckMenu } from '../../components/CheckMenu.tsx'
import { FieldFrame } from '../../components/Field.tsx'

export const categoryLabels = ({ distances }: StageTree) =>
  distances.flatMap((distance) =>
    distance.categories.map(({ id, name }) => ({ id, label: `${distance.name} · ${name}` })),
  )

type CategoryMenuProps = {
  readonly tree: StageTree
  /** Null: all, those that come later, too. */
  readonly chosen: readonly CategoryId[] | null
  readonly onChange: (chosen: CategoryId[] | null) => void
  readonly label: string
  readonly allLabel: string
  readonly chosenLabel: string
}

/** Some of the stage's categories, or all. */
export const CategoryMenu = ({ tree, chosen, onChange, label, allLabel, chosenLabel }: CategoryMenuProps) => {
  const id = useId()
  const categories = categoryLabels(tree)
  const change = (changed: string, isChecked: boolean): void => {
    const now = chosen ?? categories.map((one) => one.id)
    const next = categories.flatMap((one) => ((one.id === changed ? isChecked : now.includes(one.id)) ? [one.id] : []))
    onChange(next.length === 0 || next.length === categories.length ? null : next)
  }
  return (
    <FieldFrame id={id} label={label}>
      <CheckMenu
        trigger={
          <button type="button" id={id} className="input choice row">
            <span className="ellipsis">{chosen === null ? allLabel : chosenLabel}</span>
            <span className="choice-icon">
              <ChevronsUpDown aria-hidden />
            </span>
          </button>
        }
        items={categories.map((one) => ({ ...one, isChecked: chosen?.includes(one.id) ?? true }))}
        onChange={change}
        resetLabel={allLabel}
        onReset={() => onChange(null)}
      />
    </FieldFrame>
  )
}
