import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { ExportPreset } from '../../../preload/contract/settings.ts'
import type { Distance } from '../../../preload/contract/stages.ts'
import { asks, isFormat, nothingAgreed, lastingOptionsOf, type ExportDraft } from './exportDraft.ts'

/** Names of CSV presets in the terminal, which `--preset` takes too. */
const RESERVED = ['ru', 'en', 'import', 'tsv', 'raw']

export const isReserved = (name: string): boolean => RESERVED.includes(name.trim().toLowerCase())

export const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** False for what another version stored otherwise. */
export const arePresets = (value: unknown): value is readonly ExportPreset[] =>
  Array.isArray(value) && value.every(isPreset)

const isPreset = (value: unknown): value is ExportPreset =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'options' in value &&
  typeof value.options === 'object' &&
  value.options !== null &&
  'format' in value.options &&
  isFormat(value.options.format)

type Parts = NonNullable<ExportPreset['parts']>

/** Whole distances by their name alone. */
export const namedParts = (chosen: readonly CategoryId[], distances: readonly Distance[]): Parts =>
  distances.flatMap(({ name: distance, categories }): Parts => {
    const some = categories.filter(({ id }) => chosen.includes(id))
    if (some.length === 0) return []
    return some.length === categories.length
      ? [{ distance }]
      : some.map(({ name: category }) => ({ distance, category }))
  })

/** The categories of this stage, and what it lacks. */
export const partsOf = (
  parts: Parts,
  distances: readonly Distance[],
): { readonly ids: readonly CategoryId[]; readonly missing: readonly string[] } => {
  const ids: CategoryId[] = []
  const missing: string[] = []
  for (const { distance, category } of parts) {
    const found = distances
      .filter(({ name }) => name === distance)
      .flatMap(({ categories }) => categories.filter(({ name }) => category === undefined || name === category))
    if (found.length === 0) missing.push(category === undefined ? distance : `${distance} · ${category}`)
    ids.push(...found.map(({ id }) => id))
  }
  return { ids, missing }
}

/** The draft's choice under a name; `viewColumns` are those of the table. */
export const presetOf = (
  name: string,
  draft: ExportDraft & { readonly isByPerson: boolean },
  viewColumns: readonly string[],
  distances: readonly Distance[],
): ExportPreset => {
  const parts = draft.what === 'parts' ? namedParts(draft.parts, distances) : []
  const columns = draft.columns ?? viewColumns
  return {
    name,
    options: lastingOptionsOf(draft),
    ...(parts.length === 0 ? {} : { parts }),
    ...(!asks(draft, 'columns') || draft.areAllColumns || columns.length === 0 ? {} : { columns }),
    ...(asks(draft, 'people') ? { isByPerson: draft.isByPerson } : {}),
  }
}

/** What a preset changes of a draft. PDF becomes a web page in a face that cannot make it. */
export const withPreset = (
  draft: ExportDraft,
  { options, parts, columns, isByPerson = false }: ExportPreset,
  distances: readonly Distance[],
  isDesktop: boolean,
): Partial<ExportDraft> => {
  const { format, preset, language, orientation, birthDates } = options
  const what = parts === undefined ? (draft.what === 'parts' ? 'view' : draft.what) : 'parts'
  return {
    ...nothingAgreed,
    what,
    parts: parts === undefined ? [] : partsOf(parts, distances).ids,
    format: format === 'pdf' && !isDesktop ? 'html' : format,
    isRaw: preset === 'raw',
    ...(preset === undefined || preset === 'raw' ? {} : { preset }),
    isWorkbook: options.isWorkbook === true,
    isPage: options.isPage === true,
    language: language ?? draft.language,
    orientation: orientation ?? draft.orientation,
    areDatesFull: birthDates === 'full',
    withReceipt: options.withReceipt === true,
    columns: columns ?? null,
    areAllColumns: options.areAllSent === true,
    isByPerson,
  }
}
