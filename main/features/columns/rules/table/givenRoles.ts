import type { RoleGuess } from '../../../../../preload/contract/columns.ts'
import { isTimeRole } from '../../../../../preload/contract/roles.ts'
import type { TableColumn } from './columns.ts'

/** Below this a column stays without a role: a wrong one is worse than none. */
export const leastConfidence = 0.6

/** Tables of one shape share a guess. It is wrong for a table whose rows all hold their start, unless a user said so. */
const isGuessedTime = ({ role, reasons }: RoleGuess): boolean =>
  isTimeRole(role) && reasons.every(({ code }) => code !== 'user')

/** The columns with the roles that were guessed for them with enough confidence. */
export const withRoles = (columns: readonly TableColumn[], guesses: readonly RoleGuess[]): readonly TableColumn[] =>
  columns.map((column, index) => {
    const guess = guesses[index]
    if (guess?.open !== undefined) return { ...column, open: guess.open }
    if (guess === undefined || guess.role === null || guess.confidence < leastConfidence) return column
    if (column.signs?.areStarts === true && isGuessedTime(guess)) return column
    const { role, unit } = guess
    return { ...column, role, ...(unit === undefined ? {} : { unit }) }
  })
