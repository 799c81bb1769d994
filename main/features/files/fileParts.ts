import { languageOfFile } from './rules/addedStatus.ts'
import type { ExportOptions } from '../../../preload/contract/files.ts'
import type { Instant } from '../../../preload/contract/ids.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { originOf } from '../../kernel/urls.ts'
import type { ExportDesk, ExportRequest, RequestedReceipt } from './exportDesk.ts'
import type { About, FileDocument, FormatOptions } from './formats/format.ts'
import { formatOf, type FormatTools } from './formats/formats.ts'
import type { Clock } from '../../kernel/clock.ts'

/** Shared parts of everything that writes files. */
export type FileParts = FormatTools & {
  readonly desk: ExportDesk
  readonly clock: Clock
  readonly appVersion: string
  /** Default language of files. */
  readonly language: () => FormatOptions['language']
}

export const aboutWriting = ({ clock, appVersion }: FileParts): Pick<About, 'writtenAt' | 'appVersion'> => ({
  writtenAt: new Date(clock()).toISOString() as Instant,
  appVersion,
})

/** Why the document as a whole cannot be written as asked for; null when it can. */
export const fileRefusal = (
  { language, ...tools }: FileParts,
  document: FileDocument,
  { format, ...given }: ExportOptions,
): AppError | null => {
  if (given.preset === 'raw' && format !== 'json') return rawIsJson
  const options: FormatOptions = { ...given, language: languageOfFile({ format, ...given }, language()) }
  return formatOf(format, tools).refusal?.(document, options) ?? null
}

const rawIsJson: AppError = { kind: 'invalid-input', issues: [{ path: 'preset', message: 'raw is a preset of json' }] }

/** A document in the format that was asked for. */
export const fileContent = (
  { language, ...tools }: FileParts,
  document: FileDocument,
  { format: wanted, ...given }: ExportOptions,
): Pick<ExportRequest, 'ending' | 'content' | 'receipt'> => {
  const format = formatOf(wanted, tools)
  const options: FormatOptions = { ...given, language: languageOfFile({ ...given, format: wanted }, language()) }
  return {
    ending: format.ending(options),
    content: format.content(document, options),
    receipt: receiptOf(document.about, { ...given, format: wanted }),
  }
}

/** The receipt facts of a file with this content. */
export const receiptOf = (about: About, { format, preset, isFinal, withReceipt }: ExportOptions): RequestedReceipt => ({
  isWanted: withReceipt === true,
  facts: () => ({
    file: { format, preset: preset ?? (format === 'csv' ? 'en' : null) },
    writtenAt: about.writtenAt,
    appVersion: about.appVersion,
    subject: about.subject,
    stage: about.stage === null ? null : { guid: about.stage.guid, name: about.stage.name },
    origin: about.origin === null ? null : originOf(about.origin),
    state: about.subject !== 'results' ? null : isFinal === true ? 'final' : 'preliminary',
    sources: about.sources().map(({ distanceName, categoryName, ...source }) => ({
      distance: distanceName,
      category: categoryName,
      ...source,
    })),
    mapping: about.mapping?.() ?? [],
    choice: about.choice,
  }),
})
