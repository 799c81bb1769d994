import type { StageGuid } from '../../preload/contract/ids.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { ResultsQuery } from '../../preload/contract/results.ts'
import type { StageTree } from '../../preload/contract/stages.ts'
import type { Gate } from '../gate/gate.ts'
import { selectCategories } from './categorySelection.ts'
import type { CommandLine } from './commandLine.ts'
import { readFilters, readSort } from './rowChoice.ts'
import { readStored } from './storedStage.ts'

/** The stage's tree, and which of its rows the command line asks for. */
export const readQuery = async (
  gate: Gate,
  line: CommandLine,
  stage: StageGuid,
): Promise<Result<{ readonly tree: StageTree; readonly query: ResultsQuery }>> => {
  const tree = await readStored(gate, stage)
  if (!tree.ok) return tree
  const categories = selectCategories(tree.value, line.texts('category'))
  if (!categories.ok) return categories
  const search = line.text('search')
  const query: ResultsQuery = {
    stage,
    ...(categories.value === undefined ? {} : { categories: categories.value }),
    ...(search === undefined ? {} : { search }),
  }
  return { ok: true, value: { tree: tree.value, query } }
}

/** Filters and sort order; names are resolved over the whole stage. */
export const readChoice = async (
  gate: Gate,
  line: CommandLine,
  stage: StageGuid,
): Promise<Result<Pick<ResultsQuery, 'filters' | 'sort'>>> => {
  const sortTexts = line.texts('sort')
  const filterTexts = line.texts('filter')
  if (sortTexts.length + filterTexts.length === 0) return { ok: true, value: {} }
  const all = await gate.call('results:page', { stage, offset: 0, limit: 0 })
  if (!all.ok) return all
  const sort = readSort(sortTexts, all.value.columns)
  if (!sort.ok) return sort
  const filters = readFilters(filterTexts, all.value.columns)
  return filters.ok ? { ok: true, value: { sort: sort.value, filters: filters.value } } : filters
}
