import { isOpenResult } from '../../results/rules/finisher.ts'
import type { Column } from '../../../../preload/contract/columns.ts'
import { inUsualOrder } from '../rules/printed/columns.ts'
import type { FileDocument, FormatOptions, Sheet } from './format.ts'
import { repeatedFinishes } from './repeatedFinish.ts'

/**
 * Results in the usual order of a list, between where a row stands and all categories of a person, without the columns that
 * nobody gave a meaning or that say the result again; as they are when columns were chosen, all were asked for, or none has a
 * meaning.
 */
export const meaningfulColumns = async (
  { results }: FileDocument,
  { areAllSent = false }: Pick<FormatOptions, 'areAllSent'>,
): Promise<(sheet: Sheet) => Sheet> => {
  if (results === undefined || results.areColumnsChosen || areAllSent) return (sheet) => sheet
  const repeated = await repeatedFinishes(results)
  return (sheet) => {
    const { columns, total, lines } = sheet
    if (!columns.some(({ role }) => role !== undefined && role !== 'status')) return sheet
    const added = (names: readonly string[]): readonly number[] =>
      columns.flatMap(({ name, role }, at) => (role === undefined && names.includes(name) ? [at] : []))
    const isSaid = (column: Column): boolean =>
      (column.role !== undefined || isOpenResult(column)) && !repeated.has(column.name)
    const said = inUsualOrder(columns).filter((at) => columns.slice(at, at + 1).some(isSaid))
    const places = [...added(['distance', 'category']), ...said, ...added(['categories'])]
    return {
      columns: places.flatMap((at) => columns[at] ?? []),
      total,
      lines: async function* () {
        for await (const some of lines()) yield some.map((line) => places.map((at) => line[at]))
      },
    }
  }
}
