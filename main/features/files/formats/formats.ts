import type { ExportFormat, TableFormat } from '../../../../preload/contract/files.ts'
import { csv } from './csv.ts'
import type { Format } from './format.ts'
import { handOverFormats, isHandOverFormat } from './handOverFormats.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { ndjson } from './ndjson.ts'
import { pdf } from './pdf.ts'
import { xlsx } from './xlsx.ts'
import type { Printing } from '../../../kernel/face.ts'
import type { Zip } from '../../../platform/files/files.ts'

/** Formats for any table. */
const formats: { readonly [F in Exclude<TableFormat, 'pdf' | 'xlsx'>]: Format } = { csv, json, ndjson, html }

/** Tools that some formats need. */
export type FormatTools = {
  readonly zip: Zip
  /** Null in a face that cannot lay out pages. */
  readonly printing: Printing | null
}

/** How a file is made. */
export const formatOf = (format: ExportFormat, { zip, printing }: FormatTools): Format => {
  if (format === 'xlsx') return xlsx(zip)
  if (format === 'pdf') return pdf(printing)
  return isHandOverFormat(format) ? handOverFormats[format].format : formats[format]
}
