import type { Column } from '../../../../preload/contract/columns.ts'
import type { ExportOptions, ExportedFile } from '../../../../preload/contract/files.ts'
import type { Cell, Instant, Json } from '../../../../preload/contract/ids.ts'
import type { AppError } from '../../../../preload/contract/result.ts'
import type { Stage } from '../../../../preload/contract/stages.ts'
import type { ReceiptFacts } from '../rules/receipts.ts'
import type { FinisherReader } from '../../results/rules/finisher.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import type { FileContent } from '../fileWriting.ts'
import type { StoredSource, StoredTable } from '../../columns/tableStore.ts'
import type { StoredBody } from '../../../kernel/storedBody.ts'

/** One cell for each column; undefined where the row has none. */
export type Line = readonly (Cell | undefined)[]

/** As many at a time as are at hand; others get their turn in between. */
export type Lines<T = Line> = Iterable<readonly T[]> | AsyncIterable<readonly T[]>

export type Sheet = {
  /** No two of one name. */
  readonly columns: readonly Column[]
  /** Lines. */
  readonly total: number
  /** Read anew by every call, so that a format may go over them twice. */
  readonly lines: () => Lines
}

/** A row as the body has it, for formats that go by what columns mean; `index` is its place in the category's stored rows. */
export type Finisher = { readonly index: number; readonly row: JsonObject; readonly cells: Line }

/** The rows of one category that go into the file; at least one. */
export type CategorySheet = Sheet & {
  readonly table: StoredTable
  readonly reader: FinisherReader
  readonly finishers: () => AsyncIterable<readonly Finisher[]>
}

/** Where a file's content comes from. */
export type About = {
  /** Subject of the lines. */
  readonly subject: 'results' | 'changes' | 'audit' | 'orders' | 'reply'
  readonly stage: Stage | null
  /** Origin of the service; null when unknown. */
  readonly origin: string | null
  readonly writtenAt: Instant
  readonly appVersion: string
  /** The selection, besides the stage. */
  readonly choice: Json
  /** The bodies that the rows come from. */
  readonly sources: () => readonly Source[]
  /** Column meanings of those bodies; results only. */
  readonly mapping?: () => ReceiptFacts['mapping']
}

export type Source = StoredSource & Pick<StoredTable, 'distanceName' | 'categoryName' | 'rows'>

/** All that a file may show, before any of it is read. */
export type FileDocument = {
  /** The name of the stage, or what else the lines belong to. */
  readonly title: string
  readonly about: About
  readonly unit?: NonNullable<ExportedFile['unit']>
  /** Every line in the order asked for; those of results begin with distance and category. */
  readonly all: Sheet
  /** In the order of the stage's tree; null for what knows no categories. */
  readonly categories: (() => AsyncIterable<CategorySheet>) | null
  /** Results only. */
  readonly results?: ResultRows
}

/** The lines of `all` again, as the rows that they come from. */
export type ResultRows = {
  /** The user chose columns and their order. */
  readonly areColumnsChosen: boolean
  /** Named as received; `all` calls some of them otherwise. */
  readonly columns: readonly Column[]
  /** All tables in scope, with or without chosen rows. */
  readonly tables: readonly ResultTable[]
  /** Cells of `columns`. */
  readonly finishers: () => AsyncIterable<readonly (Finisher & { readonly table: StoredTable })[]>
  /** One line a person: the categories that the person of a row has rows in; null with one line a row. */
  readonly categoriesOfPerson:
    | ((table: StoredTable, index: number) => readonly { readonly distance: string; readonly category: string }[])
    | null
  /** Source body of the table's rows; null when it is gone. */
  readonly source: (table: StoredTable) => StoredSource | null
  readonly body: (table: StoredTable) => StoredBody | null
}

/** `shown` knows the chosen columns alone, `reader` all that the table has. */
export type ResultTable = {
  readonly table: StoredTable
  readonly columns: readonly Column[]
  readonly reader: FinisherReader
  readonly shown: FinisherReader
}

/** `language` is that of the file. */
export type FormatOptions = Omit<ExportOptions, 'format'> & { readonly language: 'en' | 'ru' }

export type Format = {
  /** Why the format cannot write the document, known before the save dialog; absent: it can write any. */
  readonly refusal?: (document: FileDocument, options: FormatOptions) => AppError | null
  /** File extension, without a dot. */
  readonly ending: (options: FormatOptions) => string
  readonly content: (document: FileDocument, options: FormatOptions) => FileContent
}
