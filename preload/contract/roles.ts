/** Meaning of a column. `gunTime` and `chipTime` are never guessed from one another. */
export type ColumnRole = (typeof columnRoles)[number]
export const columnRoles = [
  'place',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'bib',
  'name',
  'firstName',
  'lastName',
  'middleName',
  'sex',
  'age',
  'birthYear',
  'birthDate',
  'ageGroup',
  'club',
  'city',
  'region',
  'country',
  'result',
  'gunTime',
  'chipTime',
  'gap',
  'status',
  'split',
  'lap',
  'points',
  'pace',
  'team',
  'id',
] as const

export const placeRoles = ['place', 'placeOverall', 'placeSex', 'placeCategory'] as const
/** Times at the finish, the one that counts first. */
export const finishRoles = ['result', 'chipTime', 'gunTime'] as const

const oneOf = (roles: readonly ColumnRole[]): ((role: ColumnRole | null | undefined) => boolean) => {
  const known = new Set<ColumnRole | null | undefined>(roles)
  return (role) => known.has(role)
}
export const isPlaceRole = oneOf(placeRoles)
export const isFinishRole = oneOf(finishRoles)
export const isTimeRole = oneOf([...finishRoles, 'gap', 'split', 'lap'])

/** Fields of a row: column roles and its distance and category. */
export type RowRole = (typeof rowRoles)[number]
export const rowRoles = [...columnRoles, 'distance', 'category'] as const

/**
 * The unit of the numbers of a column of times; a column of clock texts such as 1:24:32 has none. In `h`, 1:12 is hours and
 * minutes. `min`, `h` and `d` are decimal numbers of minutes, hours and days (2:23:53 is 143.88 min). `hms` and `m.ss` are
 * clocks without colons: 22353 is 2:23:53, 83.59 is 1:23:59.
 */
export type TimeUnit = (typeof timeUnits)[number]
export const timeUnits = ['s', 'cs', 'ms', 'min', 'h', 'd', 'hms', 'm.ss'] as const

/** The unit of results other than times: distances covered in a given time, laps or points. */
export type DistanceUnit = (typeof distanceUnits)[number]
export const distanceUnits = ['km', 'mi', 'm', 'laps', 'points'] as const

/** Unit of plain numbers. Distances for the role `result` only. */
export type ColumnUnit = (typeof columnUnits)[number]
export const columnUnits = [...timeUnits, ...distanceUnits] as const
