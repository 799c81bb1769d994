import type { Input } from '../../../preload/contract.ts'
import type { Change } from '../../../preload/contract/changes.ts'
import type { ExportOptions, Preflight, PreflightWarning, ResultsChoice } from '../../../preload/contract/files.ts'
import type { JobId, Json, StageGuid } from '../../../preload/contract/ids.ts'
import type { AppError, Result } from '../../../preload/contract/result.ts'
import type { RowRole } from '../../../preload/contract/roles.ts'
import type { StageMemory } from '../../../preload/contract/settings.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { auditHeader, auditLines } from '../audit/rules/auditLines.ts'
import { statusWordsOf } from './rules/addedStatus.ts'
import { changeHeader, changeLines } from '../changes/rules/changeLines.ts'
import { isForPrograms } from './rules/csv.ts'
import { fieldsOfRoles, personalFields } from './rules/personalFields.ts'
import type { Audits } from '../audit/audits.ts'
import type { FileContent, Piece } from './fileWriting.ts'
import type { About, FileDocument, Line } from './formats/format.ts'
import { handOverFormats, isHandOverFormat } from './formats/handOverFormats.ts'
import { handOverSheet } from './formats/handOverTable.ts'
import { protocolPage } from './formats/protocolPage.ts'
import { protocolSheets } from './formats/xlsx.ts'
import { aboutWriting, fileContent, fileRefusal, receiptOf, type FileParts } from './fileParts.ts'
import { inspectRows, isByPlace } from './handOverRows.ts'
import type { Ledger, MarkedTo } from '../changes/ledger.ts'
import { stageOrigin } from '../stages/stageOrigin.ts'
import {
  damagedOf,
  placesOf,
  resultDocument,
  type AboutFile,
  type ResultDocument,
  type ResultDocumentParts,
} from './resultDocument.ts'
import type { TableStore } from '../columns/tableStore.ts'
import type { ProfileStore } from '../organizations/profileTables.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { invalidInput, notFound } from '../../kernel/result.ts'

type MadeFile = ReturnType<typeof fileContent> & Partial<Pick<Preflight, 'warnings'>>

export type Exports = {
  /** Null when the user closed the dialog. */
  readonly start: (input: Input<'results:export'>) => Promise<Result<{ readonly jobId: JobId } | null>>
  /** Makes the file of the chosen rows for a caller that writes it; `known` is the ledger position of the rows. */
  readonly content: (
    chosen: ResultsChoice & ExportOptions,
  ) => Promise<Result<MadeFile & { readonly known: MarkedTo; readonly document: FileDocument }>>
  readonly preflight: (input: Input<'results:preflight'>) => Promise<Result<Preflight>>
}

export type ExportsParts = ResultDocumentParts &
  FileParts & {
    readonly store: Pick<StageStore, 'stage'> &
      Pick<ProfileStore, 'profiles'> &
      Pick<TableStore, 'damagedTables'> & {
        readonly memory: (stage: StageGuid) => StageMemory
      }
    readonly ledger: Pick<Ledger, 'read' | 'mark'>
    readonly audits: Audits
  }

type Named = {
  readonly document: FileDocument
  /** Parts of the file name besides the stage. */
  readonly name: readonly string[]
  readonly written?: () => void
}

type NamedResults = Named & { readonly document: ResultDocument; readonly known: MarkedTo }

export const createExports = (parts: ExportsParts): Exports => {
  const { store, ledger, audits, desk } = parts

  const aboutFile = (stage: Stage): AboutFile => ({
    ...aboutWriting(parts),
    stage,
    origin: stageOrigin(store, stage),
  })

  /**
   * Hand-over formats have columns of their own and go by places unless somebody wants another order; bodies as received are
   * whole.
   */
  const rowsDocument = async (stage: Stage, chosen: ResultsChoice & ExportOptions): Promise<Result<ResultDocument>> => {
    // The classes of an IOF result list are its categories.
    if (chosen.isByPerson === true && chosen.format === 'iof') return invalidInput('isByPerson', 'not in iof')
    const { columns, ...whole } = chosen
    const { format, preset, sort = [] } = chosen
    const isWhole = isHandOverFormat(format) || preset === 'raw' || columns === undefined
    const asked = isWhole ? whole : chosen
    const words = statusWordsOf(chosen, columns !== undefined, parts.language())
    const found = await resultDocument(parts, aboutFile(stage), stage.name, asked, words)
    if (!found.ok || !isHandOverFormat(format) || sort.length > 0) return found
    const { profile } = handOverFormats[format]
    if (await isByPlace(found.value, profile)) return found
    const places: readonly RowRole[] = profile.isOneRace ? ['placeOverall', 'place'] : ['place']
    return await resultDocument(parts, aboutFile(stage), stage.name, {
      ...asked,
      sort: places.map((role) => ({ role })),
    })
  }

  const documentOf = async (stage: Stage, chosen: Input<'results:export'>): Promise<Result<Named>> => {
    const about = aboutFile(stage)
    if ('changes' in chosen) {
      const read = await ledger.read(chosen.changes)
      if (!read.ok) return read
      const { total, changes } = read.value
      const lines = (): Iterable<readonly Line[]> => linesOneByOne(changes())
      const document = textDocument(stage, { ...about, subject: 'changes' }, chosen.changes, changeHeader, total, lines)
      return { ok: true, value: { document, name: ['changes'] } }
    }
    if ('audit' in chosen) {
      const audit = await audits(stage.guid, chosen.audit.categories ?? null)
      if (!audit.ok) return audit
      const { findings } = audit.value
      const lines = () => [auditLines(findings)]
      const asked = { categories: chosen.audit.categories ?? null }
      const document = textDocument(stage, { ...about, subject: 'audit' }, asked, auditHeader, findings.length, lines)
      return { ok: true, value: { document, name: ['audit'] } }
    }
    return await resultsOf(stage, chosen)
  }

  const resultsOf = async (stage: Stage, chosen: ResultsChoice & ExportOptions): Promise<Result<NamedResults>> => {
    const found = await rowsDocument(stage, chosen)
    if (!found.ok) return found
    const { about, selection, lastChange } = found.value
    const known: MarkedTo = { lastId: lastChange, at: about.writtenAt }
    const written = (): unknown => ledger.mark(stage.guid, 'exported', known)
    return { ok: true, value: { document: found.value, name: placesOf(selection), written, known } }
  }

  /** Refused before the save dialog: by the format as a whole, or for rows that it does not accept. */
  const fileOf = async (document: FileDocument, chosen: ExportOptions): Promise<Result<MadeFile>> => {
    const made = await anyFileOf(document, chosen)
    if (!made.ok) return made
    const { content } = made.value
    const warnings = [...(made.value.warnings ?? []), ...warningsOf(document, chosen)]
    return {
      ok: true,
      value: { ...made.value, warnings, content: { ...content, pieces: wholePieces(store, document, content) } },
    }
  }

  const anyFileOf = async (document: FileDocument, chosen: ExportOptions): Promise<Result<MadeFile>> => {
    const error = fileRefusal(parts, document, chosen)
    if (error !== null) return { ok: false, error }
    const { format } = chosen
    const file = fileContent(parts, document, chosen)
    if (!isHandOverFormat(format)) return { ok: true, value: file }
    const { profile, workbook } = handOverFormats[format]
    const { rows, taken, warnings } = await inspectRows(document, profile, chosen, { offset: 0, limit: 0 })
    if (taken < rows && chosen.areProblemsLeftOut !== true) {
      return { ok: false, error: { kind: 'preflight-refused', rows, notTaken: rows - taken } }
    }
    if (format === 'protocol' && (chosen.isPage === true || chosen.isWorkbook === true)) {
      const { about } = document
      const head = about.stage === null ? {} : (store.memory(about.stage.guid).protocol ?? {})
      const options = { ...chosen, language: chosen.language ?? 'ru', head }
      const isPage = chosen.isPage === true
      const pieces = isPage ? protocolPage(document, options) : protocolSheets(parts.zip, document, options)
      const content = { total: taken, pieces }
      const ending = isPage ? 'html' : 'xlsx'
      return { ok: true, value: { ending, content, receipt: receiptOf(about, chosen), warnings } }
    }
    if (chosen.isWorkbook !== true || workbook === null) {
      return { ok: true, value: { ...file, content: { ...file.content, total: taken }, warnings } }
    }
    const sheet = await handOverSheet(workbook, document, chosen)
    const { title, about } = document
    const table: FileDocument = { title, about, all: { ...sheet, total: taken }, categories: null }
    const tooLarge = fileRefusal(parts, table, { ...chosen, format: 'xlsx' })
    if (tooLarge !== null) return { ok: false, error: tooLarge }
    const made = fileContent(parts, table, { ...chosen, format: 'xlsx' })
    return { ok: true, value: { ...made, receipt: receiptOf(about, chosen), warnings } }
  }

  return {
    start: async (chosen) => {
      const guid = 'changes' in chosen ? chosen.changes.stage : 'audit' in chosen ? chosen.audit.stage : chosen.stage
      const stage = store.stage(guid)
      if (stage === null) return notFound('stage')
      const asked = withBirthDates(chosen)
      const named = await documentOf(stage, asked)
      if (!named.ok) return named
      const { document, name, written } = named.value
      const file = await fileOf(document, asked)
      if (!file.ok) return file
      return await desk.start({
        name: [stage.name, ...name],
        stage: stage.guid,
        title: stage.name,
        ...file.value,
        ...(written === undefined ? {} : { written }),
      })
    },
    content: async (given) => {
      const chosen = withBirthDates(given)
      const stage = store.stage(chosen.stage)
      if (stage === null) return notFound('stage')
      const found = await resultsOf(stage, chosen)
      if (!found.ok) return found
      const file = await fileOf(found.value.document, chosen)
      const { known, document } = found.value
      return file.ok ? { ok: true, value: { ...file.value, known, document } } : file
    },
    preflight: async ({ offset, limit, ...given }) => {
      const asked = withBirthDates(given)
      const stage = store.stage(asked.stage)
      if (stage === null) return notFound('stage')
      const damaged = damagedOf(store, asked)
      const found = await rowsDocument(stage, { ...asked, areProblemsLeftOut: true })
      if (!found.ok) return found
      const { all, results } = found.value
      const { format } = asked
      const refusal = fileRefusal(parts, found.value, asked)
      const hasBirthDates = fieldsOfRoles(results.columns, ['birthDate']).length > 0
      if (isHandOverFormat(format)) {
        const { profile, personalRoles } = handOverFormats[format]
        const inspected = await inspectRows(found.value, profile, asked, { offset, limit })
        const personal = fieldsOfRoles(results.columns, personalRoles(asked))
        const warnings = [...inspected.warnings, ...warningsOf(found.value, asked)]
        return { ok: true, value: { ...inspected, personal, hasBirthDates, refusal, damaged, warnings } }
      }
      const personal = personalFields(results.columns, asked.birthDates === 'year')
      const nothing = { respelled: 0, respellings: [], problems: { total: 0, rows: [], items: [] } }
      const counts = { rows: all.total, taken: all.total, warnings: warningsOf(found.value, asked) }
      return { ok: true, value: { ...counts, ...nothing, personal, hasBirthDates, refusal, damaged } }
    },
  }
}

/**
 * A file of results is complete or is not written: the stage, or the replies behind its rows,
 * may be removed while it is written, here or by another process.
 */
async function* wholePieces(
  store: Pick<StageStore, 'stage'> & Pick<TableStore, 'rowsSource'>,
  { about, results }: FileDocument,
  { pieces, total }: FileContent,
): AsyncGenerator<Piece> {
  const gone = (): AppError | null => {
    if (about.stage !== null && store.stage(about.stage.guid) === null) return { kind: 'not-found', what: 'stage' }
    const isLost = results?.tables.some(({ table }) => table.rows > 0 && store.rowsSource(table) === null) ?? false
    return isLost ? { kind: 'not-found', what: 'rows' } : null
  }
  let written = 0
  try {
    for await (const piece of pieces) {
      yield piece
      if ('error' in piece) return
      written = piece.done ?? written
    }
  } catch (thrown) {
    const error = gone()
    if (error === null) throw thrown
    yield { error }
    return
  }
  const error = gone()
  if (error !== null) yield { error }
  else if (results !== undefined && written !== total) throw new Error(`${written} rows were written of ${total}`)
}

/** Formats that demand full birth dates, or hand over data as received. */
const withFullDates: ReadonlySet<ExportOptions['format']> = new Set<ExportOptions['format']>(['itra', 'json', 'ndjson'])

/** Years, unless full dates were asked for or the format has them. */
const withBirthDates = <T extends Pick<ExportOptions, 'format' | 'preset' | 'birthDates'>>(chosen: T) => {
  const { format, preset } = chosen
  const areFull = withFullDates.has(format) || preset === 'raw' || (format === 'csv' && isForPrograms(preset))
  return { ...chosen, birthDates: chosen.birthDates ?? (areFull ? 'full' : 'year') }
}

/** Warnings that do not depend on the rows. */
const warningsOf = (
  { about, results }: FileDocument,
  { format, birthDates, isFinal }: ExportOptions,
): readonly PreflightWarning[] => {
  const isOfficial = isHandOverFormat(format) || isFinal === true
  const hasDates = fieldsOfRoles(results?.columns ?? [], ['birthDate']).length > 0
  // ITRA has no choice, and no other hand-over format but IOF has birth dates.
  const areChosen = !isHandOverFormat(format) || format === 'iof'
  return [
    ...(isOfficial && about.stage?.isNamed === false ? ['unnamed-stage' as const] : []),
    ...(birthDates === 'full' && hasDates && areChosen ? ['whole-birth-dates' as const] : []),
  ]
}

function* linesOneByOne(changes: Iterable<Change>): Generator<readonly Line[]> {
  for (const line of changeLines(changes)) yield [line]
}

const textDocument = (
  stage: Stage,
  about: Omit<About, 'choice' | 'sources'>,
  { stage: _, ...asked }: { readonly stage?: StageGuid } & { readonly [name: string]: unknown },
  header: readonly string[],
  total: number,
  lines: FileDocument['all']['lines'],
): FileDocument => ({
  title: stage.name,
  about: { ...about, choice: asked as { readonly [name: string]: Json }, sources: () => [] },
  all: { columns: header.map((name) => ({ name, kind: 'text' })), total, lines },
  categories: null,
})
