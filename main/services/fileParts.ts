import type { ExportOptions, Instant, TableFormat } from '../../preload/contract.ts'
import type { ExportDesk, ExportRequest } from './exportDesk.ts'
import type { About, FileDocument, FormatOptions } from './formats/format.ts'
import { formats } from './formats/formats.ts'
import type { Clock } from './ports.ts'

/** What everything that writes files needs. */
export type FileParts = {
  readonly desk: ExportDesk
  readonly clock: Clock
  readonly appVersion: string
  /** Of files whose language nobody chose. */
  readonly language: () => FormatOptions['language']
}

export const aboutWriting = ({ clock, appVersion }: FileParts): Pick<About, 'writtenAt' | 'appVersion'> => ({
  writtenAt: new Date(clock()).toISOString() as Instant,
  appVersion,
})

/** A document in the format that was asked for. */
export const fileContent = (
  { language }: FileParts,
  document: FileDocument,
  { format: wanted, ...given }: ExportOptions<TableFormat>,
): Pick<ExportRequest, 'ending' | 'content'> => {
  const format = formats[wanted]
  const options: FormatOptions = { ...given, language: given.language ?? language() }
  return { ending: format.ending(options), content: format.content(document, options) }
}
