import type { Cell, Column, ExportOptions, ExportedFile, Instant, Json, Stage } from '../../../preload/contract.ts'
import type { FinisherReader } from '../../domain/finisher.ts'
import type { JsonObject } from '../../domain/shape/findRows.ts'
import type { FileContent } from '../exportDesk.ts'
import type { StoredSource, StoredTable } from '../ports.ts'

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
  /** What the lines are. */
  readonly subject: 'results' | 'changes' | 'audit' | 'orders' | 'reply'
  readonly stage: Stage | null
  /** Of the service; null when nobody knows any more. */
  readonly origin: string | null
  readonly writtenAt: Instant
  readonly appVersion: string
  /** What was asked for, beside the stage. */
  readonly choice: Json
  /** The bodies that the rows come from. */
  readonly sources: () => readonly Source[]
}

export type Source = StoredSource & Pick<StoredTable, 'distanceName' | 'categoryName'>

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
}

/** `language` is that of the file. */
export type FormatOptions = Omit<ExportOptions, 'format'> & { readonly language: 'en' | 'ru' }

export type Format = {
  /** Of the file's name, without a dot. */
  readonly ending: (options: FormatOptions) => string
  readonly content: (document: FileDocument, options: FormatOptions) => FileContent
}
