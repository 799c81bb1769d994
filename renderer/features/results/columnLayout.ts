import type { Column } from '../../../preload/contract/columns.ts'
import type { ColumnsOfView } from '../../../preload/contract/results.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import type { TableColumn } from '../../components/dataTable/tableTypes.ts'

/** A user's column layout; other columns keep their default place and visibility. */
export type ColumnLayout = {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Quiet columns that the user wants to see. */
  readonly shown?: readonly string[]
  /** CSS pixels. */
  readonly widths: { readonly [id: string]: number }
}

export const noLayout: ColumnLayout = { order: [], hidden: [], widths: {} }

const isStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

export const isColumnsOfView = (value: unknown): value is ColumnsOfView =>
  typeof value === 'object' &&
  value !== null &&
  'order' in value &&
  isStrings(value.order) &&
  'hidden' in value &&
  isStrings(value.hidden) &&
  (!('shown' in value) || isStrings(value.shown)) &&
  'widths' in value &&
  Array.isArray(value.widths) &&
  value.widths.every(
    (entry: unknown) =>
      typeof entry === 'object' &&
      entry !== null &&
      'column' in entry &&
      typeof entry.column === 'string' &&
      'widthPx' in entry &&
      typeof entry.widthPx === 'number',
  )

/** Columns that the app adds; those of the body are named after their role, as `@place`, or as they are called there. */
export const STAR_COLUMN = '#star'
export const DISTANCE_COLUMN = '#distance'
export const CATEGORY_COLUMN = '#category'
const STATUS_COLUMN = '@status'

/** A name of the body that begins like one of these is set apart. */
export const columnIdOf = (name: string): string => (/^[#@=]/.test(name) ? `=${name}` : name)
export const columnNameOf = (id: string): string => (id.startsWith('=') ? id.slice(1) : id)

export type ColumnSource =
  | { readonly kind: 'star' | 'distance' | 'category' | 'status' }
  /** Places among the page's columns; tables that call the same thing otherwise share a column. */
  | { readonly kind: 'cells'; readonly indexes: readonly number[] }

/** Where a table column takes its text from. */
export type PlacedColumn = TableColumn & {
  readonly source: ColumnSource
  readonly role?: ColumnRole
  /** Hidden until the user asks for it. */
  readonly isQuiet?: boolean
  /** Results in an unknown unit; they stand where results do. */
  readonly isOpen?: boolean
}

export type ColumnWords = {
  readonly star: string
  readonly distance: string
  readonly category: string
  readonly role: (role: ColumnRole) => string
  /** For a known field without a role. */
  readonly field: (name: string) => string | null
  /** Of a column that comes from a start list alone. */
  readonly joined: (title: string) => string
  /** The header of a split column: the point, and what is told of it unless that is the time there. */
  readonly split: (label: string, role: ColumnRole | undefined, field: string) => string
  /** Tooltip of a column whose header is not its name. */
  readonly hint: (names: readonly string[]) => string
}

export type ScopeKind = 'all' | 'distance' | 'category'

const addedColumns = (scope: ScopeKind, words: ColumnWords): readonly PlacedColumn[] => {
  const star: PlacedColumn = {
    id: STAR_COLUMN,
    title: words.star,
    kind: 'text',
    isStar: true,
    source: { kind: 'star' },
  }
  const distance: PlacedColumn = {
    id: DISTANCE_COLUMN,
    title: words.distance,
    kind: 'text',
    source: { kind: 'distance' },
  }
  const category: PlacedColumn = {
    id: CATEGORY_COLUMN,
    title: words.category,
    kind: 'text',
    source: { kind: 'category' },
    areChips: true,
    // Wide enough for the three categories of a person, whose rows may come before it is known whose they are.
    widthPx: 228,
  }
  if (scope === 'category') return [star]
  return scope === 'all' ? [star, distance, category] : [star, category]
}

const ORDER: readonly ColumnRole[] = [
  'place',
  'bib',
  'name',
  'lastName',
  'firstName',
  'result',
  'chipTime',
  'gunTime',
  'middleName',
  'gap',
  'status',
  'club',
  'team',
  'city',
  'region',
  'country',
  'sex',
  'age',
  'birthYear',
  'birthDate',
  'ageGroup',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'points',
  'pace',
]

/** Rank of distance and category: after name and result, which must fit on small screens. */
const WHERE_RANK = ORDER.indexOf('gunTime') + 0.5

const rank = ({ source, role, kind, isQuiet, isOpen }: PlacedColumn): number => {
  if (source.kind === 'star') return -1
  if (source.kind === 'distance' || source.kind === 'category') return WHERE_RANK
  if (isOpen === true) return ORDER.indexOf('result')
  const at = role === undefined ? -1 : ORDER.indexOf(role)
  if (at >= 0) return at
  if (role === 'split' || role === 'lap') return ORDER.length
  return ORDER.length + (kind === 'json' || isQuiet === true ? 2 : 1)
}

const numbers: ReadonlySet<ColumnRole> = new Set([
  'place',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'age',
  'birthYear',
  'points',
])
const times: ReadonlySet<ColumnRole> = new Set(['result', 'gunTime', 'chipTime', 'gap', 'split', 'lap'])

/** Numbers and times stand at the right even where some category writes a word among them. */
const kindOf = (columns: readonly Column[], role: ColumnRole | undefined): TableColumn['kind'] => {
  if (role !== undefined && numbers.has(role)) return 'number'
  if (role !== undefined && times.has(role)) return 'time'
  const [first] = columns
  return first !== undefined && columns.every(({ kind }) => kind === first.kind) ? first.kind : 'text'
}

/** Any of its words with the sign before it, in either language. */
const STATUS_WIDTH_PX = 176

/** Default widths where the first rows tell too little; names leave the result in sight. */
const WIDTHS_PX: { readonly [R in ColumnRole]?: number } = {
  name: 216,
  lastName: 140,
  firstName: 108,
  middleName: 132,
  status: STATUS_WIDTH_PX,
}

/** On a phone, place, bib, name and result stand beside one another. */
const NARROW_PX: { readonly [R in ColumnRole]?: number } = {
  place: 52,
  bib: 64,
  name: 176,
  lastName: 106,
  firstName: 76,
  result: 76,
}

/** The longest cell of columns in which none is cut. */
const longestOf = (
  columns: readonly Column[],
  kind: TableColumn['kind'],
  role: ColumnRole | undefined,
): Pick<TableColumn, 'longest'> => {
  const isNeverCut = kind === 'number' || kind === 'time' || role === 'bib'
  return isNeverCut ? { longest: Math.max(0, ...columns.map(({ longest = 0 }) => longest)) } : {}
}

const bodyColumns = (columns: readonly Column[], scope: ScopeKind, words: ColumnWords): readonly PlacedColumn[] => {
  const placed: PlacedColumn[] = []
  const byRole = new Map<ColumnRole, number[]>()
  columns.forEach(({ role, split }, index) => {
    if (role === undefined || split !== undefined || role === 'split' || role === 'lap') return
    const known = byRole.get(role)
    if (known === undefined) byRole.set(role, [index])
    else known.push(index)
  })
  for (const [role, indexes] of byRole) {
    const same = indexes.map((index) => columns[index]).filter((column) => column !== undefined)
    const widthPx = WIDTHS_PX[role]
    const narrowPx = NARROW_PX[role]
    const kind = role === 'status' ? 'text' : kindOf(same, role)
    placed.push({
      id: `@${role}`,
      title: same.every(({ isJoined }) => isJoined === true) ? words.joined(words.role(role)) : words.role(role),
      hint: words.hint(same.map(({ name }) => name)),
      kind,
      ...longestOf(same, kind, role),
      source: role === 'status' ? { kind: 'status' } : { kind: 'cells', indexes },
      role,
      ...(role === 'id' ? { isQuiet: true } : {}),
      ...(widthPx === undefined ? {} : { widthPx }),
      ...(narrowPx === undefined ? {} : { narrowPx }),
    })
  }
  // Where people and results are known, a column that nothing is known of can wait.
  const hasOneOf = (...roles: readonly ColumnRole[]): boolean => roles.some((role) => byRole.has(role))
  const isReadable = hasOneOf('name', 'lastName', 'firstName') && hasOneOf('result', 'chipTime', 'gunTime', 'place')
  columns.forEach((column, index) => {
    const { name, label, role, split, open } = column
    if (role !== undefined && byRole.get(role)?.includes(index) === true) return
    const isTime = role === 'split' || role === 'lap'
    const isNamed = split !== undefined
    const kind = kindOf([column], role)
    const isOpen = open !== undefined && open.role !== 'split' && open.role !== 'lap'
    const title = isNamed ? words.split(split.label, role, split.field) : (label ?? words.field(name) ?? name)
    placed.push({
      id: columnIdOf(name),
      title,
      ...(title === name ? {} : { hint: words.hint([name]) }),
      kind,
      ...longestOf([column], kind, role),
      source: { kind: 'cells', indexes: [index] },
      ...(role === undefined ? {} : { role }),
      ...(isOpen ? { isOpen } : {}),
      ...((isNamed && (scope === 'all' || !isTime || role === 'lap')) ||
      (isReadable && role === undefined && label === undefined && !isOpen)
        ? { isQuiet: true }
        : {}),
    })
  })
  if (byRole.has('status') || columns.length === 0) return placed
  const title = words.role('status')
  return [
    ...placed,
    { id: STATUS_COLUMN, title, kind: 'text', source: { kind: 'status' }, role: 'status', widthPx: STATUS_WIDTH_PX },
  ]
}

/** All columns in the user's order, the hidden ones included. */
export const placeColumns = (
  columns: readonly Column[],
  layout: ColumnLayout,
  scope: ScopeKind,
  words: ColumnWords,
): readonly PlacedColumn[] => {
  const all = [...addedColumns(scope, words), ...bodyColumns(columns, scope, words)]
  const place = new Map(layout.order.map((id, index) => [id, index]))
  // A map, since a column may be called `constructor`.
  const widths = new Map(Object.entries(layout.widths))
  const sized = all.map((column) => {
    const widthPx = widths.get(column.id)
    return widthPx === undefined ? column : { ...column, widthPx, narrowPx: widthPx }
  })
  const ranked = sized.toSorted((a, b) => rank(a) - rank(b))
  if (place.size === 0) return ranked
  // A new column goes after the one that it follows by default.
  const keys = new Map<string, number>()
  ranked.forEach(({ id }, index) => {
    const before = ranked[index - 1]
    keys.set(id, place.get(id) ?? (before === undefined ? -1 : (keys.get(before.id) ?? -1)))
  })
  return ranked.toSorted((a, b) => (keys.get(a.id) ?? 0) - (keys.get(b.id) ?? 0))
}

/** The columns of the body that the placed ones show, in their order. */
export const bodyNamesOf = (placed: readonly PlacedColumn[], columns: readonly Column[]): readonly string[] =>
  placed.flatMap(({ source }) => {
    if (source.kind === 'cells') return source.indexes.flatMap((at) => columns[at]?.name ?? [])
    const isStatus = ({ role, split }: Column): boolean => role === 'status' && split === undefined
    return source.kind === 'status' ? columns.filter(isStatus).map(({ name }) => name) : []
  })

export const isHidden = (layout: ColumnLayout, { id, isQuiet }: PlacedColumn): boolean =>
  layout.hidden.includes(id) || (isQuiet === true && layout.shown?.includes(id) !== true)

/** The layout after the table's shown columns were moved or resized; hidden ones keep their neighbours. */
export const layoutAfter = (
  layout: ColumnLayout,
  all: readonly PlacedColumn[],
  shown: readonly TableColumn[],
): ColumnLayout => {
  const rest = shown.map(({ id }) => id)
  const hidden = new Set(all.filter((column) => isHidden(layout, column)).map(({ id }) => id))
  const order = all.map(({ id }) => (hidden.has(id) ? id : (rest.shift() ?? id)))
  // Columns of other scopes keep their position for when those scopes return.
  layout.order.forEach((id, at) => (order.includes(id) ? undefined : order.splice(at, 0, id)))
  // A default width is not stored as the user's.
  const known = new Map(all.map(({ id, widthPx }) => [id, widthPx]))
  const widths = Object.fromEntries(
    shown.flatMap(({ id, widthPx }) => (widthPx === undefined || widthPx === known.get(id) ? [] : [[id, widthPx]])),
  )
  return { ...layout, order, widths: { ...layout.widths, ...widths } }
}

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((known) => known !== id)

export const setHidden = (layout: ColumnLayout, id: string, isHiddenNow: boolean): ColumnLayout => ({
  ...layout,
  hidden: isHiddenNow ? [...without(layout.hidden, id), id] : without(layout.hidden, id),
  shown: isHiddenNow ? without(layout.shown ?? [], id) : [...without(layout.shown ?? [], id), id],
})

export const showAll = (layout: ColumnLayout, all: readonly PlacedColumn[]): ColumnLayout => ({
  ...layout,
  hidden: [],
  shown: [...new Set([...(layout.shown ?? []), ...all.filter(({ isQuiet }) => isQuiet === true).map(({ id }) => id)])],
})
