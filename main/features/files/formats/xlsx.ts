import { sheetLimits } from '../rules/sheetLimits.ts'
import type { Piece } from '../fileWriting.ts'
import type { FileDocument, Format, FormatOptions } from './format.ts'
import type { Zip } from '../../../platform/files/files.ts'
import type { protocolWorkbook } from './xlsxWorkbook.ts'

export const xlsx = (zip: Zip): Format => ({
  refusal: ({ all }) => {
    if (all.total > sheetLimits.rows) return { kind: 'sheet-too-large', what: 'rows', limit: sheetLimits.rows }
    if (all.columns.length <= sheetLimits.columns) return null
    return { kind: 'sheet-too-large', what: 'columns', limit: sheetLimits.columns }
  },
  ending: () => 'xlsx',
  content: (document, options) => ({
    total: document.all.total,
    ...(document.unit === undefined ? {} : { unit: document.unit }),
    pieces: pieces(zip, document, options),
  }),
})

async function* pieces(zip: Zip, document: FileDocument, options: FormatOptions): AsyncGenerator<Piece> {
  // Loaded on first use: the workbook writer would slow every start.
  const { packedPieces } = await import('./xlsxWorkbook.ts')
  yield* packedPieces(zip, document, options)
}

/** A protocol as a workbook. */
export async function* protocolSheets(
  zip: Zip,
  document: FileDocument,
  options: Parameters<typeof protocolWorkbook>[2],
): AsyncGenerator<Piece> {
  const { protocolWorkbook: sheets } = await import('./xlsxWorkbook.ts')
  yield* sheets(zip, document, options)
}
