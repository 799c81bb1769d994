import type {
  Expected,
  FoundResult,
  ScreenContent,
  ScreenFinish,
  ScreenPodium,
  ScreenRow,
  ScreenState,
} from '../../preload/contract/screens/state.ts'

/**
 * A network of guests may answer anything, such as the sign-in page of a captive portal: only what a page can show
 * is taken, everything else is no answer.
 */
type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const flag: Check = (value) => typeof value === 'boolean'
const instant: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const oneOf =
  (...known: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && known.includes(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const shape =
  <T>(checks: { readonly [K in keyof T]-?: Check }): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null) return false
    const fields = value as { readonly [name: string]: unknown }
    return Object.entries<Check>(checks).every(([name, check]) => check(fields[name]))
  }

const state = shape<ScreenState>({
  name: text,
  view: text,
  language: oneOf('en', 'ru'),
  theme: oneOf('dark', 'light', 'sunlight'),
  motion: oneOf('pages', 'scroll'),
  seconds: number,
  rows: orNull(number),
  message: text,
  isOver: flag,
  isFrozen: flag,
  stage: text,
  isFinal: flag,
  now: instant,
  confirmedAt: orNull(instant),
  polling: oneOf('live', 'lost', 'off'),
  content: orNull(text),
  logo: orNull(text),
  origins: listOf(text),
})

const row = shape<ScreenRow>({ place: orNull(number), bib: text, name: text, about: text, result: text, status: text })

const podium = shape<Pick<ScreenPodium, 'distanceName' | 'categoryName' | 'group' | 'rows'>>({
  distanceName: text,
  categoryName: text,
  group: text,
  rows: listOf(
    shape<ScreenPodium['rows'][number]>({
      index: number,
      place: number,
      bib: text,
      name: text,
      club: text,
      result: text,
    }),
  ),
})

const finish = shape<Pick<ScreenFinish, 'bib' | 'name' | 'club' | 'result' | 'distanceName' | 'placings'>>({
  bib: text,
  name: text,
  club: text,
  result: text,
  distanceName: text,
  placings: listOf(
    shape<Pick<ScreenFinish['placings'][number], 'categoryName' | 'place'>>({
      categoryName: text,
      place: orNull(number),
    }),
  ),
})

const expected = shape<Expected>({
  bib: text,
  name: text,
  about: text,
  distance: text,
  point: text,
  dueAt: instant,
  spreadMs: number,
})

const picture: Check = (value) => typeof value === 'string' && value.startsWith('data:image/')

const checks: { readonly [K in ScreenContent['kind']]: Check } = {
  lists: shape({
    pages: orNull(number),
    lists: listOf(shape({ distance: text, category: text, content: text, rows: number })),
  }),
  list: shape({ distance: text, category: text, rows: listOf(row) }),
  podiums: shape({ podiums: listOf(podium) }),
  expected: shape({ expected: listOf(expected) }),
  logo: shape({ dataUrl: picture }),
  finishes: shape({ finishes: listOf(finish), podiums: orNull(listOf(podium)) }),
}

const found = listOf(
  shape<FoundResult>({
    bib: text,
    name: text,
    about: text,
    result: text,
    status: text,
    distance: text,
    placings: listOf(
      shape<FoundResult['placings'][number]>({ category: text, place: orNull(number), finishers: number }),
    ),
    splits: listOf(shape<FoundResult['splits'][number]>({ label: text, totalMs: number })),
    isSimilar: (value) => value === undefined || value === true,
  }),
)

export const readState = (json: string): ScreenState | null => {
  try {
    const value: unknown = JSON.parse(json)
    return state(value) ? (value as ScreenState) : null
  } catch {
    return null
  }
}

export const readContent = (value: unknown): ScreenContent | null => {
  const kind = shape({ kind: text })(value) ? (value as { readonly kind: string }).kind : ''
  const check = new Map<string, Check>(Object.entries(checks)).get(kind)
  return check?.(value) === true ? (value as ScreenContent) : null
}

export const readFound = (value: unknown): readonly FoundResult[] | null =>
  found(value) ? (value as readonly FoundResult[]) : null
