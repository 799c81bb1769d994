import * as z from 'zod'
import { columnName, folderPath, label, limit, offset, sha256 } from './bounds.ts'
import { changesQuery } from './changes.ts'
import {
  categoryIds,
  receivedFileId,
  rowPlace,
  stageGuid,
  type Instant,
  type JobId,
  type RowPlace,
  type StageGuid,
} from './ids.ts'
import { operation, type Parsed } from './operation.ts'
import type { AppError, ReplyPlace } from './result.ts'
import { resultsQuery } from './results.ts'
import type { ColumnRole } from './roles.ts'

const csvPresets = ['ru', 'en', 'import', 'tsv'] as const
const tableFormats = ['csv', 'xlsx', 'json', 'ndjson', 'html', 'pdf'] as const
const handOverFormats = ['protocol', 'itra', 'ultrasignup', 'iof'] as const

export type CsvPreset = (typeof csvPresets)[number]
export const csvPreset = () => z.enum(csvPresets)

/** Formats of any table; PDF in the desktop face only. */
export type TableFormat = (typeof tableFormats)[number]

/** Files in which results are handed over to others; each takes only rows that keep its rules. */
export type HandOverFormat = (typeof handOverFormats)[number]

/** Formats of results. */
export type ExportFormat = TableFormat | HandOverFormat
export const exportFormat = () => z.enum([...tableFormats, ...handOverFormats])

/** Spellings of one row in a hand-over file; absent fields stay as received. */
export type Spelling = Parsed<typeof spelling>
const spelling = () =>
  rowPlace().extend({ firstName: label(200).exactOptional(), lastName: label(200).exactOptional() })

/**
 * Why a hand-over format cannot take a row. `not-latin`: letters of another script · `name-not-split`: first and last name
 * cannot be told apart · `no-time`: the result is a distance or a gap, its `value` · `not-finished`: no result yet · `status`: people of
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
  /** The field with the problem, if one of these. */
  readonly field?: 'firstName' | 'lastName' | 'result' | 'country' | 'status'
  /** As received. */
  readonly value?: string
  /** A proposed value: names in Latin letters, a time in whole seconds. */
  readonly proposal?: string
}

/** A value in a hand-over file that differs from the reply, proposed or typed. */
export type Respelling = Pick<PreflightProblem, keyof RowPlace | 'distanceName' | 'categoryName' | 'bib' | 'name'> & {
  readonly field: 'firstName' | 'lastName' | 'result'
  /** As received; of a name in one piece, the whole name. */
  readonly value: string
  readonly written: string
}

/**
 * Requirements of the format that the rows as a whole do not meet; the file is written anyway. `several-distances`: the
 * format needs one file per race · `places-of-categories`: no overall place, so several rows have place 1 ·
 * `no-country`: the body has no countries · `unit-open`: a column has times in an unknown unit, so the file leaves them
 * out · `no-results`: no person of the file has a time · `no-results-in-category`: no person of one of its categories has one ·
 * `times-of-teams`: members of relay teams have their team's time · `unnamed-stage`: the title of a hand-over or final file is no
 * given name · `whole-birth-dates`: the file has more of people's birth dates than the year · `gaps-only`: some finishers have only a
 * gap to the first · `names-in-one-piece`: first and last names of some people are only proposed.
 */
export type PreflightWarning =
  | 'several-distances'
  | 'places-of-categories'
  | 'no-country'
  | 'unit-open'
  | 'no-results'
  | 'no-results-in-category'
  | 'times-of-teams'
  | 'unnamed-stage'
  | 'whole-birth-dates'
  | 'gaps-only'
  | 'names-in-one-piece'

/** Check of the chosen rows for a format, before writing. */
export type Preflight = {
  readonly rows: number
  /** Number of these rows that the file accepts. */
  readonly taken: number
  /** Rows with a proposed or typed spelling in the file. */
  readonly respelled: number
  /** The first 200 of these rows, in the order of the file; a row may have several. */
  readonly respellings: readonly Respelling[]
  /** In the order of the file; a row may have several. */
  readonly problems: {
    readonly total: number
    /** How many rows have each, also those that are not among `items`. */
    readonly rows: readonly { readonly problem: PreflightCode; readonly rows: number }[]
    readonly items: readonly PreflightProblem[]
  }
  readonly warnings: readonly PreflightWarning[]
  /** Personal data in the file, by source column. */
  readonly personal: readonly { readonly column: string; readonly role: ColumnRole | null }[]
  /** Whether dates of birth are among the columns, however they are written. */
  readonly hasBirthDates: boolean
  /** Why the export as a whole would be refused, whatever the rows. */
  readonly refusal: AppError | null
  /** Chosen categories whose stored reply is damaged; their rows would be missing in the file. */
  readonly damaged: readonly ReplyPlace[]
}

/** How a table is written; what a format knows nothing of is left aside. */
export const tableOptions = () =>
  z.strictObject({
    format: z.enum(tableFormats),
    /** CSV: `en` unless it says otherwise. JSON: `raw` for the bodies as received instead of their rows. */
    preset: z.enum([...csvPresets, 'raw']).exactOptional(),
    /** Language of the file's fixed texts; defaults to the app's. */
    language: z.enum(['en', 'ru']).exactOptional(),
    /** Dates of birth as received, or their year alone; without it `year`, but for ITRA and bodies as received, which are whole. */
    birthDates: z.enum(['full', 'year']).exactOptional(),
    /** HTML and PDF, of the paper; `portrait` unless it says otherwise. */
    orientation: z.enum(['portrait', 'landscape']).exactOptional(),
    /** The results are final; without it the file says that they are preliminary. */
    isFinal: z.boolean().exactOptional(),
    /** Leaves `<name>.receipt.json` beside the file. */
    withReceipt: z.boolean().exactOptional(),
  })

export const exportOptions = () =>
  tableOptions().extend({
    format: exportFormat(),
    /** Every column that the service sent, under its own name. Without it, and without chosen columns, XLSX, HTML and CSV for people hold those with a meaning. */
    areAllSent: z.boolean().exactOptional(),
    /** Hand-over formats: rows with problems are left out; without it nothing is written while there are any. */
    areProblemsLeftOut: z.boolean().exactOptional(),
    /** Hand-over formats: every spelling that is proposed for letters the format does not take is accepted. */
    isTransliterated: z.boolean().exactOptional(),
    /** Hand-over formats of whole seconds: what is beyond them is cut off. */
    areFractionsCut: z.boolean().exactOptional(),
    /** Protocol and ITRA: an Excel workbook instead of CSV. */
    isWorkbook: z.boolean().exactOptional(),
    /** Protocol: a page for A4 instead of CSV, in Russian unless `language` says otherwise. */
    isPage: z.boolean().exactOptional(),
    /** Hand-over formats: spellings accepted or typed one by one. */
    spellings: z.array(spelling()).max(5_000).exactOptional(),
  })

/** How a file is written; what a format knows nothing of is left aside. */
export type ExportOptions<Format extends ExportFormat = ExportFormat> = Omit<Parsed<typeof exportOptions>, 'format'> & {
  readonly format: Format
}

/** Which rows of a stage go into a file, and which of their columns, in this order. */
export type ResultsChoice = Parsed<typeof resultsChoice>
const resultsChoice = () =>
  resultsQuery().extend({
    columns: z.array(columnName()).min(1).max(5_000).exactOptional(),
    /** Only these, in the order of the query. */
    rows: z.array(rowPlace()).min(1).max(10_000).exactOptional(),
    /** Where no row holds the words of the search: those that hold similar ones, as pages show them. */
    areSimilar: z.literal(true).exactOptional(),
  })

export type ExportedFile = {
  readonly name: string
  readonly rows: number
  /** Unit of `rows`, if not rows. */
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

/** Whether an exported file is unchanged, changed or not known here. */
export type FileVerdict = 'unchanged' | 'changed' | 'unknown'

/** Facts of an export from its receipt or from this data folder. */
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
  /** Null for anything but results. */
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
  /** Basis of the verdict; null when `unknown`. */
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
  /** Files written and left unchanged by that poll. */
  readonly written: number
  readonly kept: number
  /**
   * Since auto-export was switched on: files removed because their stage or category was renamed, and files that stayed
   * because they had been changed (absolute paths, of the last rename).
   */
  readonly replaced?: { readonly removed: number; readonly left: readonly string[] }
  /** Warnings about the files of the last round, each once; absent without any. */
  readonly warnings?: readonly PreflightWarning[]
  /** Why the last round failed; it is tried again with the next refresh. */
  readonly error: AppError | null
}

/** Longest text of a receipt that is read, in characters. */
export const longestReceipt = 16_000_000

/** A folder of the computer that the app runs on, and those in it. Hidden ones are left out. */
export type FolderList = {
  /** Absolute. */
  readonly path: string
  /** Null at the top. */
  readonly parent: string | null
  readonly folders: readonly { readonly name: string; readonly path: string }[]
  /** There are more than are listed. */
  readonly isCut: boolean
}

export const filesOperations = {
  /**
   * For the pages of the browser face, which no dialog of the system helps; not-found in other faces. Without a path: the user's own
   * folder. Errors: file.
   */
  'folder:list': operation<FolderList>()(() => z.strictObject({ path: folderPath().exactOptional() })),
  /** Likewise: makes a folder in that one, and lists it. Errors: file, invalid-input{name}. */
  'folder:make': operation<FolderList>()(() => z.strictObject({ path: folderPath(), name: label(100) })),
  /**
   * Auto-export of a stage; null when never set, or when the user closed the dialog that asks for a folder. Asks when
   * no folder is known, and with `isFolderAsked`; `folder` is the one to take in a face without a dialog of its own.
   */
  'stage:autoExport': operation<AutoExport | null>()(() =>
    z.strictObject({
      stage: stageGuid(),
      set: z
        .strictObject({
          isOn: z.boolean(),
          options: exportOptions().exactOptional(),
          isFolderAsked: z.boolean().exactOptional(),
          folder: folderPath().exactOptional(),
        })
        .exactOptional(),
    }),
  ),
  /** Reads all of the chosen rows by the rules of the format; writes nothing. Tables take every row. */
  'results:preflight': operation<Preflight>()(() =>
    resultsChoice().extend({ ...exportOptions().shape, offset: offset(), limit: limit(20_000) }),
  ),
  /**
   * Rows; or the ledger instead of them, matching changes, oldest first; or what contradicts itself in the rows of some
   * categories, or of all. Null when the user closed the save dialog.
   */
  'results:export': operation<{ readonly jobId: JobId } | null>()(() =>
    z.union([
      resultsChoice().extend(exportOptions().shape),
      tableOptions().extend({ changes: changesQuery() }),
      tableOptions().extend({
        audit: z.strictObject({ stage: stageGuid(), categories: categoryIds().exactOptional() }),
      }),
    ]),
  ),
  /** The beginning of the file that the choice makes, for a frame; the address is good for one fetch within a minute. */
  'results:preview': operation<{ readonly address: string }>()(() => resultsChoice().extend(exportOptions().shape)),
  /**
   * Lays the rows out on paper, as HTML or the page of a protocol has them, and has them printed: in the desktop face by the
   * system's dialog; in the browser face the job's file then has a `download` that the page prints from a frame.
   */
  'results:print': operation<{ readonly jobId: JobId }>()(() => {
    const { language, birthDates, orientation, isFinal, areProblemsLeftOut } = exportOptions().shape
    const format = z.enum(['html', 'protocol']).exactOptional()
    return resultsChoice().extend({ format, language, birthDates, orientation, isFinal, areProblemsLeftOut })
  }),
  /**
   * A piece of a file that a page hands over, for an operation that takes files; `data` is base64. Pieces come in their order,
   * the first one at 0. Files are forgotten once they were used, and when later ones need the room.
   */
  'file:receive': operation<{ readonly receivedBytes: number }>()(() =>
    z.strictObject({ id: receivedFileId(), offset: offset(), data: z.base64().max(700_000) }),
  ),
  /**
   * By a file that was handed over, with its receipt if there is one; or by what a face has read itself, with an absolute path
   * and the text of the receipt beside it.
   */
  'file:verify': operation<FileCheck>()(() =>
    z.union([
      z.strictObject({
        file: receivedFileId(),
        name: z.string().min(1).max(1_000),
        receipt: receivedFileId().exactOptional(),
      }),
      z.strictObject({
        path: z.string().min(1).max(10_000),
        sizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
        sha256: sha256(),
        receipt: z.string().max(longestReceipt).exactOptional(),
      }),
    ]),
  ),
}

export type FilesEvents = {
  /** Auto-export was set, or a round of it ended. */
  'autoExport:changed': { readonly stage: StageGuid; readonly state: AutoExport }
}
