import type { ChangesQuery } from './changes.ts'
import type { ColumnRole } from './columns.ts'
import type { CategoryId, Instant, JobId, ReceivedFileId, StageGuid } from './ids.ts'
import type { AppError, ReplyPlace } from './result.ts'
import type { ResultsQuery, RowPlace } from './results.ts'

export type CsvPreset = 'ru' | 'en' | 'import' | 'tsv'

/** What any table is written as; PDF in the desktop face alone. */
export type TableFormat = 'csv' | 'xlsx' | 'json' | 'ndjson' | 'html' | 'pdf'

/** Files in which results are handed over to others; each takes only rows that keep its rules. */
export type HandOverFormat = 'protocol' | 'itra' | 'ultrasignup' | 'iof'

/** What results are written as. */
export type ExportFormat = TableFormat | HandOverFormat

/** What a hand-over file says of one row instead of what the body says; absent: as received. */
export type Spelling = RowPlace & {
  readonly firstName?: string
  readonly lastName?: string
}

/**
 * Why a hand-over format cannot take a row. `not-latin`: letters of another script · `name-not-split`: first and last name
 * cannot be told apart · `no-time`: the result is a distance, its `value` · `not-finished`: no result yet · `status`: people of
 * that status do not go in (DNS) · `fractions`: times are whole seconds there · `twice`: the person stands in the file already,
 * from another category of the distance.
 */
export type PreflightCode =
  | 'no-name'
  | 'name-not-split'
  | 'not-latin'
  | 'no-place'
  | 'no-result'
  | 'no-time'
  | 'not-finished'
  | 'status'
  | 'fractions'
  | 'no-sex'
  | 'no-birth-date'
  | 'no-age'
  | 'no-country'
  | 'unknown-country'
  | 'twice'

export type PreflightProblem = RowPlace & {
  readonly distanceName: string
  readonly categoryName: string
  readonly bib: string
  readonly name: string
  readonly problem: PreflightCode
  /** What of the row it is about, where it is one of these. */
  readonly field?: 'firstName' | 'lastName' | 'result' | 'country' | 'status'
  /** As received. */
  readonly value?: string
  /** What could stand there instead: names in Latin letters, a time in whole seconds. */
  readonly proposal?: string
}

/** What stands in a hand-over file in place of what was received, because it was proposed or typed. */
export type Respelling = Pick<PreflightProblem, keyof RowPlace | 'distanceName' | 'categoryName' | 'bib' | 'name'> & {
  readonly field: 'firstName' | 'lastName' | 'result'
  /** As received; of a name in one piece, the whole name. */
  readonly value: string
  readonly written: string
}

/**
 * What the format asks for and the rows as a whole do not give; the file is written all the same. `several-distances`: it
 * wants a file for each race · `places-of-categories`: there is no overall place, and several categories have a first one ·
 * `no-country`: the body says nowhere where people come from · `unit-open`: a column holds times as numbers in a unit that
 * nobody can tell, so no file has them.
 */
export type PreflightWarning = 'several-distances' | 'places-of-categories' | 'no-country' | 'unit-open'

/** What of the chosen rows a format would take, before anything is written. */
export type Preflight = {
  readonly rows: number
  /** Of them, how many the file would hold. */
  readonly taken: number
  /** Rows for which something stands in the file that was proposed or typed. */
  readonly respelled: number
  /** The first 200 of these rows, in the order of the file; a row may have several. */
  readonly respellings: readonly Respelling[]
  /** In the order of the file; a row may have several. */
  readonly problems: { readonly total: number; readonly items: readonly PreflightProblem[] }
  readonly warnings: readonly PreflightWarning[]
  /** What personal data the file would hold, by the columns as received. */
  readonly personal: readonly { readonly column: string; readonly role: ColumnRole | null }[]
  /** Whether dates of birth are among the columns, however they are written. */
  readonly hasBirthDates: boolean
  /** Why the export as a whole would be refused, whatever the rows. */
  readonly refusal: AppError | null
  /** Chosen categories whose stored reply is damaged; their rows would be missing in the file. */
  readonly damaged: readonly ReplyPlace[]
}

/** How a file is written; what a format knows nothing of is left aside. */
export type ExportOptions<Format extends ExportFormat = ExportFormat> = {
  readonly format: Format
  /** CSV: `en` unless it says otherwise. JSON: `raw` for the bodies as received instead of their rows. */
  readonly preset?: CsvPreset | 'raw'
  /** Of what the file says by itself; without it, that of the app. */
  readonly language?: 'en' | 'ru'
  /** Dates of birth as received, or their year alone; without it `year` in what people read (HTML, PDF), else `full`. */
  readonly birthDates?: 'full' | 'year'
  /** HTML and PDF, of the paper; `portrait` unless it says otherwise. */
  readonly orientation?: 'portrait' | 'landscape'
  /** The results are final; without it the file says that they are preliminary. */
  readonly isFinal?: boolean
  /** Leaves `<name>.receipt.json` beside the file. */
  readonly withReceipt?: boolean
  /** Hand-over formats: rows with problems are left out of the file; without it nothing is written while there are any. */
  readonly areProblemsLeftOut?: boolean
  /** Hand-over formats: every spelling that is proposed for letters the format does not take is accepted. */
  readonly isTransliterated?: boolean
  /** Hand-over formats of whole seconds: what is beyond them is cut off. */
  readonly areFractionsCut?: boolean
  /** Protocol and ITRA: an Excel workbook instead of CSV. */
  readonly isWorkbook?: boolean
  /** Hand-over formats: spellings accepted or typed one by one. */
  readonly spellings?: readonly Spelling[]
}

/** Which rows of a stage go into a file, and which of their columns, in this order. */
export type ResultsChoice = ResultsQuery & {
  readonly columns?: readonly string[]
  /** Only these, in the order of the query. */
  readonly rows?: readonly RowPlace[]
}

export type ExportedFile = {
  readonly name: string
  readonly rows: number
  /** What `rows` counts, when it is not rows. */
  readonly unit?: 'blocks' | 'orders' | 'promo' | 'calls' | 'bytes' | 'files'
  readonly sha256: string
  /** Where it was written, in faces that write where the user said; else null. */
  readonly path: string | null
  /** Path of a single-use download that lives 60 s (browser face); else null. */
  readonly download: string | null
  /** The name that was asked for, where another program held that file. */
  readonly insteadOf?: string
  readonly receipt?: { readonly name: string; readonly path: string | null; readonly download: string | null }
  /**
   * Why the app could not record the export in its data folder. The file is complete; only "verify" and "changes since
   * the last export" do not include it.
   */
  readonly unrecorded?: AppError
}

/** Of a file that was exported: as it was written, otherwise, or nobody knows of it. */
export type FileVerdict = 'unchanged' | 'changed' | 'unknown'

/** What is known of an export, by the receipt that came with the file or by what this data folder remembers. */
export type KnownExport = {
  readonly by: 'receipt' | 'memory'
  readonly name: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly format: string
  /** Null where it holds something else than rows. */
  readonly rows: number | null
  readonly writtenAt: Instant
  readonly appVersion: string
  readonly stageName: string | null
  /** Of the service. */
  readonly origin: string | null
  /** Null of what is no results. */
  readonly state: 'preliminary' | 'final' | null
  /** Categories, and when the oldest and the newest of their bodies were fetched; null without any. */
  readonly categories: number
  readonly fetchedFrom: Instant | null
  readonly fetchedTo: Instant | null
}

export type FileCheck = {
  readonly verdict: FileVerdict
  readonly sizeBytes: number
  readonly sha256: string
  /** What the verdict goes by; null when it is `unknown`. */
  readonly known: KnownExport | null
  /** A receipt came with the file and is none that can be read. */
  readonly isReceiptUnreadable: boolean
}

/** Files that follow a watched stage: one for each category, written again whenever its rows are others. */
export type AutoExport = {
  readonly isOn: boolean
  /** Absolute. */
  readonly folder: string
  readonly options: ExportOptions
  /** When a round of writing has last ended well. */
  readonly writtenAt: Instant | null
  /** That round wrote so many files, and left so many as they were. */
  readonly written: number
  readonly kept: number
  /**
   * Since auto-export was switched on: files removed because their stage or category was renamed, and files that stayed
   * because somebody had changed them (absolute paths, of the last rename).
   */
  readonly replaced?: { readonly removed: number; readonly left: readonly string[] }
  /** Why the last round failed; it is tried again with the next refresh. */
  readonly error: AppError | null
}

export type FilesOperations = {
  /**
   * What a watch of the stage writes; null while nothing was ever set, or the user closed the dialog that asks for a folder.
   * It asks when none is known yet, and with `isFolderAsked`.
   */
  'stage:autoExport': {
    readonly input: {
      readonly stage: StageGuid
      readonly set?: { readonly isOn: boolean; readonly options?: ExportOptions; readonly isFolderAsked?: boolean }
    }
    readonly value: AutoExport | null
  }
  /** Reads all of the chosen rows by the rules of the format; writes nothing. Tables take every row. */
  'results:preflight': {
    readonly input: ResultsChoice & ExportOptions & { readonly offset: number; readonly limit: number }
    readonly value: Preflight
  }
  /** Null when the user closed the save dialog. */
  'results:export': {
    readonly input:
      | (ResultsChoice & ExportOptions)
      /** The ledger instead of the rows: matching changes, oldest first. */
      | (ExportOptions<TableFormat> & { readonly changes: ChangesQuery })
      /** What contradicts itself in the rows of these categories, or of all. */
      | (ExportOptions<TableFormat> & {
          readonly audit: { readonly stage: StageGuid; readonly categories?: readonly CategoryId[] }
        })
    readonly value: { readonly jobId: JobId } | null
  }
  /**
   * Lays the rows out on paper, as HTML has them, and has them printed: in the desktop face by the system's dialog; in the
   * browser face the job's file then has a `download` that the page prints from a frame.
   */
  'results:print': {
    readonly input: ResultsChoice &
      Pick<ExportOptions, 'language' | 'birthDates' | 'orientation' | 'isFinal' | 'areProblemsLeftOut'>
    readonly value: { readonly jobId: JobId }
  }
  /**
   * A piece of a file that a page hands over, for an operation that takes files; `data` is base64. Pieces come in their order,
   * the first one at 0. Files are forgotten once they were used, and when later ones need the room.
   */
  'file:receive': {
    readonly input: { readonly id: ReceivedFileId; readonly offset: number; readonly data: string }
    readonly value: { readonly receivedBytes: number }
  }
  /** By a file that was handed over, with its receipt if there is one; or by what a face has read itself. */
  'file:verify': {
    readonly input:
      | { readonly file: ReceivedFileId; readonly name: string; readonly receipt?: ReceivedFileId }
      | {
          /** Absolute. */
          readonly path: string
          readonly sizeBytes: number
          readonly sha256: string
          /** The text of the receipt beside it. */
          readonly receipt?: string
        }
    readonly value: FileCheck
  }
}

export type FilesEvents = {
  /** Auto-export was set, or a round of it ended. */
  'autoExport:changed': { readonly stage: StageGuid; readonly state: AutoExport }
}
