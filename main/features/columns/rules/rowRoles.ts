import type { ColumnRole } from '../../../../preload/contract/columns.ts'
import type { RowRole } from '../../../../preload/contract/results.ts'

const named: { readonly [role in RowRole]: true } = {
  place: true,
  placeOverall: true,
  placeSex: true,
  placeCategory: true,
  bib: true,
  name: true,
  firstName: true,
  lastName: true,
  middleName: true,
  sex: true,
  age: true,
  birthYear: true,
  birthDate: true,
  ageGroup: true,
  club: true,
  city: true,
  region: true,
  country: true,
  result: true,
  gunTime: true,
  chipTime: true,
  gap: true,
  status: true,
  split: true,
  lap: true,
  points: true,
  pace: true,
  team: true,
  id: true,
  distance: true,
  category: true,
}

/** All roles by which rows can be sorted and filtered, as interface.md names them, and where rows stand. */
export const rowRoles = Object.keys(named) as readonly RowRole[]

/** All that a column can mean. */
export const columnRoles = rowRoles.filter((role): role is ColumnRole => role !== 'distance' && role !== 'category')

export const isRowRole = (text: string): text is RowRole => Object.hasOwn(named, text)
