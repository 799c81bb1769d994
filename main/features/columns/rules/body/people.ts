import type { Json } from '../../../../../preload/contract/ids.ts'
import { isBlankCell } from '../cells/blanks.ts'
import { readName } from '../headers/readName.ts'
import type { NamedRole } from '../roles/claim.ts'
import { isSexWord } from '../headers/sexWords.ts'
import { isBibShaped, isLettered } from '../cells/valueShapes.ts'
import { cellTimeMs } from '../../../../kernel/times.ts'
import { isList, isObject, plainValues } from './json.ts'
import { sampleOf } from './fieldLists.ts'

/** Weights of fields that people have in results; their sum says how likely a list is one of people. */
const weights = { name: 2, bib: 2, self: 2, place: 1, time: 1, club: 1, number: 1 } as const
type Sign = keyof typeof weights

/** The least that makes items people: a name, and two more things that results say. */
export const leastSigns = 4

const signOfRole: { readonly [R in NamedRole]?: Sign } = {
  name: 'name',
  firstName: 'name',
  lastName: 'name',
  team: 'name',
  bib: 'bib',
  sex: 'self',
  age: 'self',
  birthYear: 'self',
  birthDate: 'self',
  ageGroup: 'self',
  place: 'place',
  placeOverall: 'place',
  placeSex: 'place',
  placeCategory: 'place',
  result: 'time',
  chipTime: 'time',
  gunTime: 'time',
  club: 'club',
  city: 'club',
  country: 'club',
}

type Scalar = string | number | boolean

const sampleItems = 16
const mostFields = 60

/**
 * How much speaks for items being people rather than laps, places on a map or lines of a log: by the names of their fields and by
 * the cells under them, from 0 to 9, without names at most 3. Names that items of several lists share are those of points or teams, so a sample should
 * come from all of them. Items may be objects, or lists of cells called by `names`.
 */
export const peopleSigns = (items: readonly Json[], names: readonly string[] | null = null): number =>
  lookForPeople(items, names).signs

/** The same, and whether the items have names. */
export const lookForPeople = (
  items: readonly Json[],
  names: readonly string[] | null = null,
): { readonly signs: number; readonly hasNames: boolean } => {
  const fields = new Map<string, Scalar[]>()
  for (const item of sampleOf(items, sampleItems)) {
    if (isObject(item)) for (const [field, cell] of plainValues(item)) add(fields, field, cell)
    else if (isList(item))
      for (const [at, cell] of item.slice(0, mostFields).entries()) add(fields, names?.[at] || String(at + 1), cell)
  }
  const signs = new Set<Sign>()
  for (const [field, cells] of fields) {
    const sign = signOf(field, cells)
    if (sign !== null) signs.add(sign)
  }
  if (!signs.has('name') && arePairsTelling(items, fields)) signs.add('name')
  const sum = [...signs].reduce((total, sign) => total + weights[sign], 0)
  const hasNames = signs.has('name')
  return { signs: hasNames ? sum : Math.min(sum, mostWithoutNames), hasNames }
}

/** Few first names and few family names, as in one town or in Korea, still name different people together. */
const arePairsTelling = (items: readonly Json[], fields: ReadonlyMap<string, readonly Scalar[]>): boolean => {
  const [first = [], last = []] = (['firstName', 'lastName'] as const).map(
    (wanted) =>
      [...fields].find(([field]) =>
        readName(field).claims.some(({ role, strength }) => role === wanted && strength >= 0.85),
      )?.[1] ?? [],
  )
  const pairs = first.map((name, at) => `${name} ${last[at] ?? ''}`)
  return (
    items.length > 1 && first.length > 1 && first.length === last.length && isShown.name(pairs) && areMost(last, isText)
  )
}

/** A race has a number, a class and a time, too. */
const mostWithoutNames = 3

const add = (fields: Map<string, Scalar[]>, field: string, cell: Json): void => {
  if (typeof cell === 'object') return
  const cells = fields.get(field)
  if (cells !== undefined) cells.push(cell)
  else if (fields.size < mostFields) fields.set(field, [cell])
}

const signOf = (field: string, cells: readonly Scalar[]): Sign | null => {
  const filled = cells.filter((cell) => !isBlankCell(cell))
  if (filled.length === 0) return null
  const { claims, isNameless } = readName(field)
  if (claims.some(({ role }) => role === 'other')) return null
  for (const { role, strength } of claims) {
    const sign = signOfRole[role]
    if (sign !== undefined && strength >= 0.7 && isShown[sign](filled)) return sign
  }
  const shown = byCells(filled, isNameless)
  if (claims.length === 0) return shown
  // An ambiguous key, such as two letters, counts if its cells fit one meaning.
  const said = claims.map(({ role }) => (role === 'other' ? undefined : signOfRole[role]))
  const isSaid = said.some((sign) => sign === shown || (shown === 'number' && (sign === 'bib' || sign === 'place')))
  return isSaid ? shown : null
}

const byCells = (filled: readonly Scalar[], isNameless: boolean): Sign | null => {
  if (filled.length >= 3 && areMost(filled, isSex) && new Set(filled).size <= 4) return 'self'
  if (isNameless && filled.length >= 3) {
    if (isShown.bib(filled)) return 'bib'
    if (isShown.name(filled) && !filled.some(isClock)) return 'name'
  }
  if (isShown.time(filled.filter((cell) => typeof cell === 'string')) && areMost(filled, isClock)) return 'time'
  if (filled.length < 3 || !areTelling(filled)) return null
  if (areMost(filled, isFullName)) return 'name'
  // Under an unknown key: a bib, or a place without ties.
  return filled.every(isCount) && new Set(filled).size === filled.length ? 'number' : null
}

const areMost = (cells: readonly Scalar[], is: (cell: Scalar) => boolean): boolean =>
  cells.filter(is).length * 5 >= cells.length * 3

const areTelling = (cells: readonly Scalar[]): boolean => new Set(cells).size * 5 >= cells.length * 4

const isSex = (cell: Scalar): boolean => typeof cell === 'string' && isSexWord(cell)
const isText = (cell: Scalar): boolean => typeof cell === 'string' && cell.length <= 120 && /\p{L}/u.test(cell)
const isFullName = (cell: Scalar): boolean =>
  typeof cell === 'string' && isLettered(cell) && /[\p{L}.][ ,]\s?\p{L}/u.test(cell)
const isClock = (cell: Scalar): boolean =>
  typeof cell === 'string' && cell.includes(':') && cellTimeMs(cell, undefined) !== null
const isCount = (cell: Scalar): boolean =>
  /^\d{1,6}[.)]?$/.test(String(cell).trim()) && Number.parseInt(String(cell), 10) > 0

const isShown: { readonly [S in Sign]: (cells: readonly Scalar[]) => boolean } = {
  name: (cells) => areMost(cells, isText) && areTelling(cells),
  bib: (cells) => areMost(cells, (cell) => isBibShaped(String(cell))) && areTelling(cells) && !areCounted(cells),
  self: (cells) => cells.some((cell) => typeof cell !== 'boolean'),
  place: (cells) => areMost(cells, isCount),
  time: (cells) => areMost(cells, (cell) => isClock(cell) || (typeof cell === 'number' && cell > 0)),
  club: (cells) => areMost(cells, isText),
  number: (cells) => areMost(cells, isCount),
}

/** 1, 2, 3 … number laps, or the rows of any list. */
const areCounted = (cells: readonly Scalar[]): boolean => {
  const [first = Number.NaN, second = Number.NaN] = cells.map(Number)
  return first <= 1 && cells.every((cell, at) => Number(cell) === first + at * (second - first))
}
