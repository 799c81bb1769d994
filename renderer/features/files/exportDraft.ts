import type {
  CsvPreset,
  ExportFormat,
  ExportOptions,
  PreflightProblem,
  Spelling,
} from '../../../preload/contract/files.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { ExportPreset, ProtocolHead } from '../../../preload/contract/settings.ts'
import type { ResultsQuery } from '../../../preload/contract/results.ts'
import type { Distance } from '../../../preload/contract/stages.ts'

/**
 * Which rows: those of the table, those selected in it, those of the tree's scope without search and filters, those of the
 * categories chosen in the dialog, or all.
 */
export type ExportWhat = 'view' | 'selection' | 'scope' | 'parts' | 'stage'

export type ExportDraft = {
  readonly what: ExportWhat
  /** The categories of `parts`. */
  readonly parts: readonly CategoryId[]
  /** Of a saved preset; null: as in the table. */
  readonly columns: readonly string[] | null
  readonly areAllColumns: boolean
  /** Null: as the table, in files for people. */
  readonly isByPerson: boolean | null
  readonly format: ExportFormat
  readonly preset: CsvPreset
  readonly isRaw: boolean
  readonly isWorkbook: boolean
  readonly isPage: boolean
  /** Null: as stored. */
  readonly protocolHead: ProtocolHead | null
  readonly language: 'en' | 'ru'
  readonly orientation: 'portrait' | 'landscape'
  readonly isFinal: boolean
  readonly areDatesFull: boolean
  readonly withReceipt: boolean
  readonly isTransliterated: boolean
  readonly areFractionsCut: boolean
  readonly areProblemsLeftOut: boolean
  readonly spellings: readonly Spelling[]
}

export const HEAD_FIELDS = ['date', 'venue', 'weather', 'judge', 'secretary'] as const

/** False for what another version stored otherwise. */
export const isProtocolHead = (value: unknown): value is ProtocolHead =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([name, text]) => HEAD_FIELDS.some((field) => field === name) && typeof text === 'string')

/** Resets acceptances, which are valid for one format only. */
export const nothingAgreed: Pick<
  ExportDraft,
  'isTransliterated' | 'areFractionsCut' | 'areProblemsLeftOut' | 'spellings'
> = { isTransliterated: false, areFractionsCut: false, areProblemsLeftOut: false, spellings: [] }

/** The chosen categories with some more of them, or without some. */
export const withParts = (
  chosen: readonly CategoryId[],
  some: readonly CategoryId[],
  isOn: boolean,
): readonly CategoryId[] => {
  const others = chosen.filter((id) => !some.includes(id))
  return isOn ? [...others, ...some] : others
}

/** Parts of a draft to keep for the next file. */
type RememberedExport = Pick<ExportDraft, 'format' | 'preset' | 'orientation' | 'withReceipt'>

type Question =
  | 'people'
  | 'preset'
  | 'raw'
  | 'workbook'
  | 'page'
  | 'language'
  | 'orientation'
  | 'final'
  | 'columns'
  | 'dates'
  | 'print'

/** Options of each format, in list order. */
const QUESTIONS: { readonly [F in ExportFormat]: readonly Question[] } = {
  xlsx: ['columns', 'dates', 'people', 'language', 'final'],
  csv: ['preset', 'columns', 'dates', 'people'],
  protocol: ['page', 'workbook', 'preset', 'people', 'language', 'final', 'print'],
  html: ['columns', 'dates', 'people', 'language', 'orientation', 'final', 'print'],
  pdf: ['columns', 'dates', 'people', 'language', 'orientation', 'final', 'print'],
  json: ['raw', 'columns', 'dates', 'people'],
  ndjson: ['columns', 'dates', 'people'],
  itra: ['workbook'],
  ultrasignup: [],
  iof: ['final'],
}

export const asks = (
  { format, isRaw, isWorkbook, isPage }: Pick<ExportDraft, 'format' | 'isRaw' | 'isWorkbook' | 'isPage'>,
  question: Question,
): boolean =>
  QUESTIONS[format].includes(question) &&
  (question === 'raw' || !isRaw) &&
  (question !== 'preset' || !(isWorkbook || isPage)) &&
  // The lines of a protocol as CSV are in Russian.
  (question !== 'language' || format !== 'protocol' || isPage || isWorkbook)

const FORMATS: readonly ExportFormat[] = [
  'xlsx',
  'csv',
  'protocol',
  'html',
  'pdf',
  'json',
  'ndjson',
  'itra',
  'ultrasignup',
  'iof',
]

/** PDF is made by the desktop's own printing. */
export const formatsOf = (isDesktop: boolean): readonly ExportFormat[] =>
  FORMATS.filter((format) => format !== 'pdf' || isDesktop)

export const isFormat = (value: unknown): value is ExportFormat => FORMATS.some((format) => format === value)

export const PRESETS: readonly CsvPreset[] = ['ru', 'en', 'import', 'tsv']

export const isRememberedExport = (value: unknown): value is RememberedExport =>
  typeof value === 'object' &&
  value !== null &&
  'format' in value &&
  isFormat(value.format) &&
  'preset' in value &&
  PRESETS.some((preset) => preset === value.preset) &&
  'orientation' in value &&
  (value.orientation === 'portrait' || value.orientation === 'landscape') &&
  'withReceipt' in value &&
  typeof value.withReceipt === 'boolean'

/** Those of the draft's options that its format has and that other files can have too. */
export const lastingOptionsOf = (draft: ExportDraft): ExportPreset['options'] => ({
  format: draft.format,
  ...(draft.isRaw ? { preset: 'raw' } : asks(draft, 'preset') ? { preset: draft.preset } : {}),
  ...(asks(draft, 'language') ? { language: draft.language } : {}),
  ...(asks(draft, 'orientation') ? { orientation: draft.orientation } : {}),
  ...(asks(draft, 'dates') ? { birthDates: draft.areDatesFull ? 'full' : 'year' } : {}),
  ...(asks(draft, 'workbook') ? { isWorkbook: draft.isWorkbook } : {}),
  ...(asks(draft, 'page') ? { isPage: draft.isPage } : {}),
  ...(asks(draft, 'columns') && draft.areAllColumns ? { areAllSent: true } : {}),
  withReceipt: draft.withReceipt,
})

/** The draft's options that its format has; others keep their defaults. */
export const optionsOf = (draft: ExportDraft): ExportOptions => ({
  ...lastingOptionsOf(draft),
  isFinal: draft.isFinal,
  isTransliterated: draft.isTransliterated,
  areFractionsCut: draft.areFractionsCut,
  areProblemsLeftOut: draft.areProblemsLeftOut,
  spellings: draft.spellings,
})

/** A problem that another spelling mends. */
export type SpeltProblem = PreflightProblem & {
  readonly field: Exclude<keyof Spelling, 'category' | 'index'>
  readonly value: string
  readonly proposal: string
}

const SPELT: readonly unknown[] = ['firstName', 'lastName', 'club', 'city']

export const isSpelt = (problem: PreflightProblem): problem is SpeltProblem =>
  SPELT.includes(problem.field) && problem.proposal !== undefined && problem.value !== undefined

/** The draft with one more spelling agreed to, for all rows of a person. */
export const withSpelling = (
  draft: Pick<ExportDraft, 'spellings'>,
  rows: readonly SpeltProblem[],
  text: string,
): Pick<ExportDraft, 'spellings'> =>
  rows.reduce(({ spellings }, { category, index, field }) => {
    const isOfRow = (one: Spelling): boolean => one.category === category && one.index === index
    const known = spellings.find(isOfRow)
    return { spellings: [...spellings.filter((one) => !isOfRow(one)), { ...known, category, index, [field]: text }] }
  }, draft)

/** Bodies as received are whole: of a part of them there are those of all that the tree has chosen, or of the stage. */
export const whatOf = (
  { what, isRaw }: Pick<ExportDraft, 'what' | 'isRaw'>,
  view: ResultsQuery,
  hasScope: boolean,
): ExportWhat => {
  if (!isRaw || what === 'stage' || what === 'scope' || what === 'parts') return what
  if (view.search === undefined && view.filters === undefined) return 'view'
  return hasScope ? 'scope' : 'stage'
}

/** Federations list a person once a race: rows of several categories of one distance are one line there. */
const areOnePerson: ReadonlySet<ExportFormat> = new Set(['itra', 'ultrasignup'])

/** Lists for people; a protocol is one of each category, and programs take every row. */
const LISTS: ReadonlySet<ExportFormat> = new Set(['xlsx', 'csv', 'html', 'pdf'])

type PeopleChoice = Pick<ExportDraft, 'format' | 'isRaw' | 'isWorkbook' | 'isPage' | 'isByPerson'>

/** Whether one line a person is chosen; it is for lists while the table shows it. */
export const isByPersonChosen = (draft: PeopleChoice, isTableByPerson: boolean): boolean =>
  asks(draft, 'people') && (draft.isByPerson ?? (isTableByPerson && LISTS.has(draft.format)))

/** Whether the file has one line a person. */
export const isByPersonIn = (
  draft: PeopleChoice,
  { distance, categories }: ResultsQuery,
  distances: readonly Distance[],
  isTableByPerson: boolean,
): boolean => {
  if (!areOnePerson.has(draft.format)) return isByPersonChosen(draft, isTableByPerson)
  const isOf = (one: Distance): boolean =>
    categories?.some((id) => one.categories.some((category) => category.id === id)) ??
    (distance === undefined || one.guid === distance)
  return distances.filter(isOf).length === 1
}

/** The rows of `what`, but for marked ones, which only the table knows. */
export const queryOf = (
  what: Exclude<ExportWhat, 'selection'>,
  view: ResultsQuery,
  parts: readonly CategoryId[],
): ResultsQuery => {
  if (what === 'view') return view
  const { stage, distance, categories } = view
  if (what === 'stage') return { stage }
  if (what === 'parts') return { stage, categories: parts }
  return {
    stage,
    ...(distance === undefined ? {} : { distance }),
    ...(categories === undefined ? {} : { categories }),
  }
}
