import type { BlockType } from '../../../preload/contract/blocks.ts'
import type { Json } from '../../../preload/contract/ids.ts'
import { findMatches, soughtWords } from '../../components/marks/matches.ts'

const known = new Set(['id', 'displayName', 'groupName', 'isModificator', 'orderPriority'])

/** Fields that the service sent beyond those of the overview, in the order of their first coming. */
export const otherFields = (types: readonly BlockType[]): readonly string[] => [
  ...new Set(types.flatMap(({ received }) => Object.keys(received).filter((field) => !known.has(field)))),
]

type Group = { readonly name: string; readonly count: number }

export const groupsOf = (types: readonly BlockType[]): readonly Group[] => {
  const counts = new Map<string, number>()
  for (const { group } of types) counts.set(group, (counts.get(group) ?? 0) + 1)
  return Array.from(counts, ([name, count]) => ({ name, count }))
}

/** Types of a group (null: of all) in which every word of the search occurs. */
export const matchingTypes = (
  types: readonly BlockType[],
  group: string | null,
  search: string,
): readonly BlockType[] => {
  const words = soughtWords(search)
  return types.filter(
    (type) =>
      (group === null || type.group === group) &&
      words.every((word) => findMatches(`${type.id} ${type.name} ${type.group}`, [word]).length > 0),
  )
}

export type TypeSort = { readonly column: string; readonly isDescending: boolean } | null

/** Up, down, and back to the service's own order. */
export const nextSort = (sort: TypeSort, column: string): TypeSort => {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? null : { column, isDescending: true }
}

const collator = new Intl.Collator(undefined, { numeric: true })

const valueOf = (type: BlockType, column: string): string | number | null => {
  if (column === 'priority') return type.priority
  if (column === 'wrapping') return type.isWrapping ? 0 : 1
  if (column === 'id' || column === 'name' || column === 'group') return type[column]
  return fieldText(type.received[column.slice(2)])
}

/** Blanks come last either way. */
export const sortedTypes = (types: readonly BlockType[], sort: TypeSort): readonly BlockType[] => {
  if (sort === null) return types
  const sign = sort.isDescending ? -1 : 1
  return types.toSorted((a, b) => {
    const [first, second] = [valueOf(a, sort.column), valueOf(b, sort.column)]
    const [isFirstBlank, isSecondBlank] = [first === null || first === '', second === null || second === '']
    if (isFirstBlank || isSecondBlank) return Number(isFirstBlank) - Number(isSecondBlank)
    if (typeof first === 'number' && typeof second === 'number') return sign * (first - second)
    return sign * collator.compare(String(first), String(second))
  })
}

export const fieldText = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
