import type { ColumnRole, RoleGuess } from '../../../preload/contract.ts'
import type { TableColumn } from './columns.ts'
import type { JsonObject } from './findRows.ts'

/** Below this a column stays without a role: a wrong one is worse than none. */
const leastConfidence = 0.6

const names: { readonly [name: string]: ColumnRole } = {
  position: 'place',
  place: 'place',
  number: 'bib',
  bib: 'bib',
  name: 'name',
  fullname: 'name',
  firstname: 'firstName',
  lastname: 'lastName',
  middlename: 'middleName',
  sex: 'sex',
  gender: 'sex',
  age: 'age',
  club: 'club',
  team: 'team',
  city: 'city',
  country: 'country',
  resulttime: 'result',
  result: 'result',
  leaderdifference: 'gap',
  status: 'status',
}

/** What each column means, by its name and by its values, in the order of the columns. */
export const guessRoles = (columns: readonly TableColumn[], _rows: readonly JsonObject[]): readonly RoleGuess[] => {
  const taken = new Set<ColumnRole>()
  return columns.map(({ name }): RoleGuess => {
    const word = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    const role = names[word]
    if (role === undefined || taken.has(role)) return { role: null, confidence: 0, reasons: [{ code: 'doubt' }] }
    taken.add(role)
    return { role, confidence: 0.8, reasons: [{ code: 'name', word }] }
  })
}

/** The columns with the roles that were guessed for them with enough confidence. */
export const withRoles = (columns: readonly TableColumn[], guesses: readonly RoleGuess[]): readonly TableColumn[] =>
  columns.map((column, index) => {
    const guess = guesses[index]
    if (guess === undefined || guess.role === null || guess.confidence < leastConfidence) return column
    const { role, unit } = guess
    return { ...column, role, ...(unit === undefined ? {} : { unit }) }
  })
