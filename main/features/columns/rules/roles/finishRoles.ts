import type { ColumnRole } from '../../../../../preload/contract/roles.ts'
import type { PointRole } from '../cells/coursePoints.ts'
import { nameWords } from '../headers/nameWords.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const gunWords = words('gun brutto gross clock брутто')
const chipWords = words('chip net netto real нетто')
const officialWords = words('official final oficial officiel offiziell')
const otherWords = words('penalty penalties penalizacion strafe indexed raw graded')

/**
 * The roles of times at the finish of the course, by the index of their columns, for a table without a result of its own. Of
 * several results the one that is called official counts, else the one without penalties.
 */
export const finishRolesOf = (points: readonly PointRole[]): ReadonlyMap<number, ColumnRole> => {
  const roles = new Map<number, ColumnRole>()
  const taken = new Set<ColumnRole>()
  const finishes = points
    .filter(({ column, role }) => column.isFinish && role === 'split')
    .map(({ column }) => ({ index: column.index, names: nameWords(column.column.split?.field ?? column.column.name) }))
    .toSorted((a, b) => rankOf(a.names) - rankOf(b.names) || a.index - b.index)
  for (const { index, names } of finishes) {
    const role = roleOf(names)
    if (taken.has(role)) continue
    taken.add(role)
    roles.set(index, role)
  }
  return roles
}

const roleOf = (names: readonly string[]): ColumnRole =>
  names.some((word) => gunWords.has(word))
    ? 'gunTime'
    : names.some((word) => chipWords.has(word))
      ? 'chipTime'
      : 'result'

const rankOf = (names: readonly string[]): number =>
  names.some((word) => officialWords.has(word)) ? 0 : names.some((word) => otherWords.has(word)) ? 2 : 1
