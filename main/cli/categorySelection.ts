import type { CategoryId } from '../../preload/contract/ids.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Category, StageTree } from '../../preload/contract/stages.ts'

/** A category with the name of its distance. */
export type PlacedCategory = { readonly distance: string; readonly category: Category }

export const placedCategories = (tree: StageTree): readonly PlacedCategory[] =>
  tree.distances.flatMap(({ name, categories }) => categories.map((category) => ({ distance: name, category })))

/** A name alone means every category of that name; a name may hold a slash. */
const isMeant = ({ distance, category }: PlacedCategory, text: string): boolean =>
  category.name === text ||
  category.guid.toLowerCase() === text.toLowerCase() ||
  `${distance}/${category.name}` === text

/**
 * The categories meant by the values of `--category`: NAME, GUID or DISTANCE/NAME. Undefined, so all of them, without values.
 * A value that means none is `not-found`.
 */
export const selectCategories = (
  tree: StageTree,
  texts: readonly string[],
): Result<readonly CategoryId[] | undefined> => {
  if (texts.length === 0) return { ok: true, value: undefined }
  const placed = placedCategories(tree)
  const unknown = texts.find((text) => !placed.some((category) => isMeant(category, text)))
  if (unknown !== undefined) return { ok: false, error: { kind: 'not-found', what: `category ${unknown}` } }
  const meant = placed.filter((category) => texts.some((text) => isMeant(category, text)))
  return { ok: true, value: meant.map(({ category }) => category.id) }
}
