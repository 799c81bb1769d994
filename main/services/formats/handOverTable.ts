import type { CsvPreset } from '../../../preload/contract.ts'
import { csvDialects, csvLineWriter } from '../../domain/csv.ts'
import type { HandOverColumn, HandOverProfile } from '../../domain/handOver/profile.ts'
import type { Piece } from '../exportDesk.ts'
import { categoriesOf, categoryRows, raceRows, surveyCategory, type CheckedRow } from '../handOverRows.ts'
import { csvEnding } from './csv.ts'
import type { FileDocument, Format, FormatOptions } from './format.ts'

const linesPerPiece = 128

export type HandOverTable = {
  readonly profile: HandOverProfile
  readonly columns: readonly HandOverColumn[]
  /** Behind the others where the file holds several categories. */
  readonly placeColumns?: readonly HandOverColumn[]
  /** Unless another is asked for. */
  readonly preset: CsvPreset
  /** Whoever takes the file reads no other. */
  readonly isPresetFixed?: boolean
}

/** A table of the rows that the profile takes, a line each, by the columns of the profile. */
export const handOverTable = (table: HandOverTable): Format => {
  const presetOf = ({ preset }: FormatOptions): CsvPreset =>
    table.isPresetFixed === true || preset === undefined || preset === 'raw' ? table.preset : preset
  return {
    ending: (options) => csvEnding(presetOf(options)),
    content: (document, options) => ({
      total: document.all.total,
      encoding: csvDialects[presetOf(options)].encoding,
      pieces: linePieces(table, document, options, presetOf(options)),
    }),
  }
}

async function* linePieces(
  { profile, columns, placeColumns = [] }: HandOverTable,
  document: FileDocument,
  options: FormatOptions,
  preset: CsvPreset,
): AsyncGenerator<Piece> {
  const dialect = csvDialects[preset]
  const writeLine = csvLineWriter(dialect)
  const sheets = profile.isOneRace ? [] : await categoriesOf(document)
  const shown = sheets.length > 1 ? [...columns, ...placeColumns] : columns
  let text = (dialect.hasByteOrderMark ? '\uFEFF' : '') + writeLine(shown.map(({ header }) => header))
  let done = 0
  const rows = async function* (): AsyncGenerator<readonly CheckedRow[]> {
    if (profile.isOneRace) {
      yield* raceRows(document, profile, options)
      return
    }
    for (const sheet of sheets) {
      // Only where the body has no gaps there is somebody to be found first.
      const hasGaps = sheet.reader.has('gap')
      const survey = hasGaps ? { leaderMs: null, hasFractions: false } : await surveyCategory(sheet)
      yield* categoryRows(document, sheet, survey, profile, options)
    }
  }
  for await (const some of rows()) {
    for (const { entrant, findings } of some) {
      if (findings.length > 0) continue
      text += writeLine(shown.map(({ fill }) => fill(entrant)))
      done += 1
      if (done % linesPerPiece !== 0) continue
      yield { bytes: text, done }
      text = ''
    }
  }
  yield { bytes: text, done }
}
