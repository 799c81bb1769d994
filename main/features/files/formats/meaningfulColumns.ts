import { isOpenResult } from '../../results/rules/finisher.ts'
import type { Column } from '../../../../preload/contract/columns.ts'
import { inUsualOrder } from '../rules/printed/columns.ts'
import type { FileDocument, FormatOptions, Sheet } from './format.ts'
import { repeatedFinishes } from './repeatedFinish.ts'

/**
 * Results in the usual order of a list, without the columns that nobody gave a meaning or that say the result again; as they are
 * when columns were chosen, all were asked for, or none has a meaning.
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
    const where = columns.flatMap((column, at) => (isWhere(column) ? [at] : []))
    const isSaid = (column: Column): boolean =>
      (column.role !== undefined || isOpenResult(column)) && !repeated.has(column.name)
    const places = [...where, ...inUsualOrder(columns).filter((at) => columns.slice(at, at + 1).some(isSaid))]
    return {
      columns: places.flatMap((at) => columns[at] ?? []),
      total,
      lines: async function* () {
        for await (const some of lines()) yield some.map((line) => places.map((at) => line[at]))
      },
    }
  }
}

const isWhere = ({ name, role }: Column): boolean => role === undefined && whereNames.has(name)

/** Names of the columns that the app adds: where a row stands, and all categories of a person. */
const whereNames: ReadonlySet<string> = new Set(['distance', 'category', 'categories'])
