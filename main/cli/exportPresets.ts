import type { CategoryId } from '../../preload/contract/ids.ts'
import type { ResultsChoice } from '../../preload/contract/files.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { ExportPreset } from '../../preload/contract/settings.ts'
import type { StageTree } from '../../preload/contract/stages.ts'
import type { Gate } from '../gate/gate.ts'

/** The saved presets, as the export dialog lists them. */
export const savedPresets = async (gate: Gate): Promise<Result<readonly ExportPreset[]>> => {
  const memory = await gate.call('memory:read', {})
  if (!memory.ok) return memory
  const { exportPresets } = memory.value
  // Another version may have stored something else.
  return { ok: true, value: Array.isArray(exportPresets) ? exportPresets : [] }
}

/** The preset of that name, whatever its case. Errors: not-found. */
export const readSaved = async (gate: Gate, name: string): Promise<Result<ExportPreset>> => {
  const saved = await savedPresets(gate)
  if (!saved.ok) return saved
  const found = saved.value.find((preset) => preset.name.toLowerCase() === name.toLowerCase())
  return found === undefined
    ? { ok: false, error: { kind: 'not-found', what: `preset ${name}` } }
    : { ok: true, value: found }
}

type Choice = Pick<ResultsChoice, 'categories' | 'columns' | 'isByPerson'>

/**
 * The rows and columns of a preset in this stage. Errors: not-found for a distance or category that the stage lacks, since the
 * file would look complete without it, and for columns of which it has none.
 */
export const choiceOfPreset = async (
  gate: Gate,
  preset: ExportPreset | null,
  tree: StageTree,
  areCategoriesGiven: boolean,
): Promise<Result<Choice>> => {
  if (preset === null) return { ok: true, value: {} }
  const categories = areCategoriesGiven ? { ok: true as const, value: null } : categoriesOf(preset, tree)
  if (!categories.ok) return categories
  const columns = await columnsOf(gate, preset, tree)
  if (!columns.ok) return columns
  return {
    ok: true,
    value: {
      ...(categories.value === null ? {} : { categories: categories.value }),
      ...(columns.value === null ? {} : { columns: columns.value }),
      ...(preset.isByPerson === true ? { isByPerson: true } : {}),
    },
  }
}

const categoriesOf = ({ parts }: ExportPreset, tree: StageTree): Result<readonly CategoryId[] | null> => {
  if (parts === undefined) return { ok: true, value: null }
  const ids: CategoryId[] = []
  for (const { distance, category } of parts) {
    const found = tree.distances
      .filter(({ name }) => name === distance)
      .flatMap(({ categories }) => categories.filter(({ name }) => category === undefined || name === category))
    if (found.length === 0) {
      const what = category === undefined ? `distance ${distance}` : `category ${distance}/${category}`
      return { ok: false, error: { kind: 'not-found', what } }
    }
    ids.push(...found.map(({ id }) => id))
  }
  return { ok: true, value: ids }
}

const columnsOf = async (
  gate: Gate,
  { columns }: ExportPreset,
  { stage }: StageTree,
): Promise<Result<readonly string[] | null>> => {
  if (columns === undefined) return { ok: true, value: null }
  const page = await gate.call('results:page', { stage: stage.guid, offset: 0, limit: 0 })
  if (!page.ok) return page
  const names = new Set(page.value.columns.map(({ name }) => name))
  const known = columns.filter((name) => names.has(name))
  return known.length === 0
    ? { ok: false, error: { kind: 'not-found', what: "the preset's columns" } }
    : { ok: true, value: known }
}
