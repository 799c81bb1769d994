import type { Drift, MappedColumn, RoleCorrection, ShapeMapping } from '../../../preload/contract/columns.ts'
import type { ColumnRole, ColumnUnit, DistanceUnit, TimeUnit } from '../../../preload/contract/roles.ts'
import type { Problem } from '../../api.ts'

/** In the order that people look for them in a list of choices. */
const ROLES: readonly ColumnRole[] = [
  'bib',
  'name',
  'lastName',
  'firstName',
  'middleName',
  'place',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'result',
  'chipTime',
  'gunTime',
  'gap',
  'status',
  'sex',
  'age',
  'birthYear',
  'birthDate',
  'ageGroup',
  'club',
  'team',
  'city',
  'region',
  'country',
  'split',
  'lap',
  'points',
  'pace',
  'id',
]
const MANY: readonly ColumnRole[] = ['split', 'lap']
const TIMES: ReadonlySet<ColumnRole> = new Set(['result', 'chipTime', 'gunTime', 'gap', 'split', 'lap'])

const isTimeRole = (role: ColumnRole | null): boolean => role !== null && TIMES.has(role)

/** The roles that a column may be given: a point's column only those of points. */
export const rolesFor = ({ isSplit }: MappedColumn): readonly ColumnRole[] => (isSplit ? MANY : ROLES)

export type Said = { readonly role: ColumnRole | null; readonly unit: ColumnUnit | null }

/** Choices not applied yet, by column. */
export type MappingDraft = ReadonlyMap<string, Said>

export const saidNow = ({ role }: MappedColumn): Said => ({ role: role.role, unit: role.unit ?? null })

/** Whether it must be said what the column's numbers count. */
export const hasUnit = (column: MappedColumn, { role, unit }: Said): boolean =>
  isTimeRole(role) && (column.kind === 'number' || unit !== null)

const isSame = (a: Said, b: Said): boolean => a.role === b.role && (a.unit ?? null) === (b.unit ?? null)

/** The draft after a choice; choosing what is in force takes the column out of it. */
export const choose = (draft: MappingDraft, column: MappedColumn, said: Said): MappingDraft => {
  const next = new Map(draft)
  if (isSame(said, saidNow(column))) next.delete(column.name)
  else next.set(column.name, said)
  return next
}

/** The role and the units that a column of numbers may have, none of which was chosen yet. */
export const openUnits = (column: MappedColumn): MappedColumn['guess']['open'] =>
  column.correction === 'none' && column.role.role === null ? column.guess.open : undefined

/** Columns of one list in each row stand together. */
type ColumnGroup = {
  readonly kind: 'undecided' | 'plain' | 'list'
  /** The list's name. */
  readonly list: string
  readonly columns: readonly MappedColumn[]
}

/** Undecided columns first, then the columns of rows, then those of their lists. */
export const groupColumns = (columns: readonly MappedColumn[]): readonly ColumnGroup[] => {
  const undecided = columns.filter((column) => openUnits(column) !== undefined)
  const decided = columns.filter((column) => openUnits(column) === undefined)
  const lists = Map.groupBy(
    decided.filter(({ isSplit }) => isSplit),
    ({ name }) => name.slice(0, name.lastIndexOf('.*.')),
  )
  return [
    { kind: 'undecided' as const, list: '', columns: undecided },
    { kind: 'plain' as const, list: '', columns: decided.filter(({ isSplit }) => !isSplit) },
    ...[...lists].map(([list, ofList]) => ({ kind: 'list' as const, list, columns: ofList })),
  ].filter((group) => group.columns.length > 0)
}

/** The unit to begin with when a column becomes one of times: what was guessed, else what the size of its numbers tells. */
export const firstUnit = (column: MappedColumn, role: ColumnRole | null): ColumnUnit | null => {
  if (!isTimeRole(role) || column.kind !== 'number') return null
  const known = column.role.unit ?? column.guess.unit
  if (known !== undefined) return known
  // Only the user can choose among several units.
  if (column.guess.open !== undefined) return null
  const largest = Math.max(0, ...column.samples.map((sample) => Math.abs(Number(sample.replace(',', '.')))))
  if (largest >= 600_000) return 'ms'
  return largest >= 60_000 ? 'cs' : 's'
}

/** All that is to be said of the shape: what was said before, with the draft over it; what equals the guess need not be said. */
export const correctionsOf = (columns: readonly MappedColumn[], draft: MappingDraft): readonly RoleCorrection[] => {
  const said = columns.flatMap((column): readonly RoleCorrection[] => {
    const chosen = draft.get(column.name) ?? (column.correction === 'none' ? null : saidNow(column))
    if (chosen === null) return []
    const { role, unit } = chosen
    const guess: Said = { role: column.guess.role, unit: column.guess.unit ?? null }
    if (isSame(chosen, guess)) return []
    return [{ column: column.name, role, ...(unit === null || !isTimeRole(role) ? {} : { unit }) }]
  })
  // A guess applies again only if no other column has its meaning.
  const taken = new Set(said.map(({ role }) => role))
  const again = columns.flatMap((column): readonly RoleCorrection[] => {
    const chosen = draft.get(column.name)
    if (chosen === undefined || chosen.role === null || said.some(({ column: name }) => name === column.name)) return []
    return taken.has(chosen.role) ? [{ column: column.name, role: chosen.role }] : []
  })
  return [...said, ...again]
}

/** Earlier corrections of the shape, for Undo. */
export const previousCorrections = (columns: readonly MappedColumn[]): readonly RoleCorrection[] =>
  columns.flatMap((column): readonly RoleCorrection[] => {
    if (column.correction === 'none') return []
    const { role, unit } = saidNow(column)
    return [{ column: column.name, role, ...(unit === null ? {} : { unit }) }]
  })

/** The column that the draft gives the role of `column` to; null when it keeps its role. */
export const takenBy = (columns: readonly MappedColumn[], draft: MappingDraft, column: MappedColumn): string | null => {
  const { role } = column.role
  if (role === null || draft.has(column.name) || column.correction !== 'none' || MANY.includes(role)) return null
  for (const [name, said] of draft)
    if (said.role === role) return columns.some((known) => known.name === name) ? name : null
  return null
}

const REFUSALS = [
  'no-such-column',
  'role-twice',
  'split-only',
  'unit-missing',
  'unit-odd',
  'no-time',
  'no-number',
] as const
type Refusal = (typeof REFUSALS)[number]

/** Which column the core refused, and why; null for problems of another kind. */
export const refusalOf = (problem: Problem | null): { readonly column: string; readonly reason: Refusal } | null => {
  if (problem?.kind !== 'invalid-input') return null
  for (const { path, message } of problem.issues) {
    const reason = REFUSALS.find((known) => message === known || message.startsWith(`${known}:`))
    if (reason !== undefined && path.startsWith('roles.')) return { column: path.slice('roles.'.length), reason }
  }
  return null
}

/** Units of results that are not times. */
export const DISTANCES: readonly DistanceUnit[] = ['km', 'mi', 'm', 'laps', 'points']
const isDistance = (unit: ColumnUnit): unit is DistanceUnit => DISTANCES.some((known) => known === unit)

const FACTOR = { s: 1000, cs: 10, ms: 1, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

const msOf = (number: number, unit: TimeUnit): number => {
  if (unit !== 'hms' && unit !== 'm.ss') return number * FACTOR[unit]
  const digits = Math.abs(unit === 'm.ss' ? Math.round(number * 100) : number)
  const [hours, minutes, seconds] = [Math.floor(digits / 10_000), Math.floor(digits / 100), digits % 100]
  const ms = unit === 'm.ss' ? minutes * 60_000 : hours * 3_600_000 + (minutes % 100) * 60_000
  return Math.sign(number) * (ms + seconds * 1000)
}

/** A number, or a clock such as 1:12, as the time that it is in the unit, such as 1:06:40; null for other texts, and for distances. */
export const readAs = (sample: string, unit: ColumnUnit): string | null => {
  const [, first, last] = /^(\d{1,3}):([0-5]\d)$/.exec(sample.trim()) ?? []
  const isClock = first !== undefined && (unit === 'min' || unit === 'h')
  if (isDistance(unit) || !(isClock || /^[+-]?\d{1,15}(?:[.,]\d+)?$/.test(sample.trim()))) return null
  const ms = msOf(isClock ? Number(first) + Number(last) / 60 : Number(sample.trim().replace(',', '.')), unit)
  // Decimal minutes and hours are truncated at the source, so round to the nearest second.
  const isDecimal = unit === 'min' || unit === 'h' || unit === 'd'
  const whole = isDecimal ? Math.round(Math.abs(ms) / 1000) : Math.floor(Math.abs(ms) / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  return `${ms < 0 ? '−' : ''}${hours}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

const SIGNS = { new: '+', missing: '−', retyped: '≠' } as const

/** Fields of several drifts as one line, the ones that most of them have first. */
export const driftInShort = (drifts: readonly Drift[], limit = 3): string => {
  const counts = new Map<string, number>()
  for (const { changes } of drifts) {
    for (const { type, name } of changes) {
      const text = `${SIGNS[type]} ${name}`
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([text]) => text)
  return [...sorted.slice(0, limit), ...(sorted.length > limit ? ['…'] : [])].join(', ')
}

export const isCorrected = ({ columns }: ShapeMapping): boolean =>
  columns.some(({ correction }) => correction !== 'none')
