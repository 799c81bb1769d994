import type { CsvPreset } from '../../../../preload/contract/files.ts'
import type { AppError } from '../../../../preload/contract/result.ts'
import { csvDialects, withoutFormulaStart } from '../rules/csv.ts'
import { sayingTeamsOnce, type HandOverColumn, type HandOverProfile } from '../rules/handOver/profile.ts'
import type { Piece } from '../fileWriting.ts'
import {
  categoriesOf,
  categoryRows,
  raceRows,
  surveyCategory,
  type CheckedRow,
  type HandOverOptions,
} from '../handOverRows.ts'
import { csvEnding, csvPieces, forExcel } from './csv.ts'
import type { FileDocument, Format, FormatOptions, Sheet } from './format.ts'

export type HandOverTable = {
  readonly profile: HandOverProfile
  readonly columns: readonly HandOverColumn[]
  /** Behind the others where the file holds several categories. */
  readonly placeColumns?: readonly HandOverColumn[]
  /** Unless another is asked for. */
  readonly preset: CsvPreset
  /** The receiver reads only this preset. */
  readonly isPresetFixed?: boolean
  /** The file is read by a program, which would take an apostrophe guard as text. */
  readonly isForPrograms?: boolean
  /** Whole birth dates are among its columns. */
  readonly hasBirthDates?: boolean
}

/** A table of the rows that the profile takes, a line each, by the columns of the profile. */
export const handOverTable = (table: HandOverTable): Format => {
  const presetOf = ({ preset }: FormatOptions): CsvPreset =>
    table.isPresetFixed === true || preset === undefined || preset === 'raw' ? table.preset : preset
  return {
    refusal: (_, { birthDates }) => (table.hasBirthDates === true && birthDates === 'year' ? needsBirthDates : null),
    ending: (options) => csvEnding(presetOf(options)),
    content: (document, options) => ({
      total: document.all.total,
      encoding: csvDialects[presetOf(options)].encoding,
      pieces: linePieces(table, document, options, presetOf(options)),
    }),
  }
}

const needsBirthDates: AppError = {
  kind: 'invalid-input',
  issues: [{ path: 'birthDates', message: 'the format demands full birth dates' }],
}

async function* linePieces(
  table: HandOverTable,
  document: FileDocument,
  options: FormatOptions,
  preset: CsvPreset,
): AsyncGenerator<Piece> {
  const sheet = await handOverSheet(table, document, options)
  const { columns, lines } = table.isForPrograms === true ? withoutFormulas(sheet) : forExcel(sheet, preset, options)
  const header = columns.map(({ name }) => name)
  yield* csvPieces(header, lines(), preset, table.isForPrograms)
}

/** Names and places do not begin as formulas do, and people open the file in Excel before they send it. */
const withoutFormulas = ({ columns, lines }: Pick<Sheet, 'columns' | 'lines'>): Pick<Sheet, 'columns' | 'lines'> => ({
  columns,
  lines: async function* () {
    for await (const some of lines()) {
      yield some.map((cells) => cells.map((cell) => (typeof cell === 'string' ? withoutFormulaStart(cell) : cell)))
    }
  },
})

/** The lines that the profile takes, by its columns. */
export const handOverSheet = async (
  { profile, columns, placeColumns = [] }: HandOverTable,
  document: FileDocument,
  options: HandOverOptions,
): Promise<Pick<Sheet, 'columns' | 'lines'>> => {
  const sheets = profile.isOneRace ? [] : await categoriesOf(document)
  const shown = sheets.length > 1 ? [...columns, ...placeColumns] : columns
  const rows = async function* (): AsyncGenerator<readonly CheckedRow[]> {
    if (profile.isOneRace) {
      yield* raceRows(document, profile, options)
      return
    }
    for (const sheet of sheets) {
      // The leader is needed only if the rows have no gaps.
      const hasGaps = sheet.reader.has('gap')
      const survey = hasGaps ? { leader: null, hasFractions: false } : await surveyCategory(sheet)
      yield* categoryRows(document, sheet, survey, profile, options)
    }
  }
  return {
    columns: shown.map(({ header, role }) => ({ name: header, kind: 'text', ...(role === undefined ? {} : { role }) })),
    lines: async function* () {
      const once = sayingTeamsOnce(profile)
      for await (const some of rows()) {
        const taken = some.filter(({ findings }) => findings.length === 0)
        yield taken.map(({ entrant }) => once(entrant)).map((entrant) => shown.map(({ fill }) => fill(entrant)))
      }
    },
  }
}
