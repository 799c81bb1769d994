import type { Column } from '../../../../preload/contract/columns.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import { fold } from '../../../kernel/fold.ts'
import { nameWords } from '../../columns/rules/headers/nameWords.ts'

/** Without the fields of every results list: name, sex, club, city, year of birth. */
const personalRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>(['birthDate', 'age'])

const personalWords: ReadonlySet<string> = new Set(
  (
    'phone tel telephone mobile cell телефон тел моб мобильный телефоны ' +
    'mail email почта мейл имейл ' +
    'address addr street zip postcode postal адрес улица индекс ' +
    'birth birthday birthdate dob born рождения passport паспорт снилс инн insurance страховка полис ' +
    'emergency экстренный medical медицинский blood'
  )
    .split(' ')
    .map(fold),
)

type PersonalField = { readonly column: string; readonly role: ColumnRole | null }

const isPersonal = ({ name, role }: Column): boolean =>
  role === undefined ? nameWords(name).some((word) => personalWords.has(word)) : personalRoles.has(role)

/**
 * Columns that hold more of a person than a results list shows: date of birth, age, ways to reach somebody, papers.
 * `areYears`: of dates of birth only the year is shown.
 */
export const personalFields = (columns: readonly Column[], areYears: boolean): readonly PersonalField[] =>
  columns
    .filter((column) => isPersonal(column) && !(areYears && column.role === 'birthDate'))
    .map(({ name, role }) => ({ column: name, role: role ?? null }))

/** Columns of these roles. */
export const fieldsOfRoles = (columns: readonly Column[], roles: readonly ColumnRole[]): readonly PersonalField[] =>
  columns.flatMap(({ name, role }) => (role !== undefined && roles.includes(role) ? [{ column: name, role }] : []))
