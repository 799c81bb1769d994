<<<<<<< HEAD
import type {
  AppError,
  Cell,
  ChangesQuery,
  CsvPreset,
  JobId,
  Result,
  ResultsQuery,
  Stage,
} from '../../preload/contract.ts'
import { csvDialects, csvLineWriter } from '../domain/csv.ts'
=======
import type { Cell, ChangesQuery, CsvPreset, JobId, Result, ResultsQuery, Stage } from '../../preload/contract.ts'
>>>>>>> fbf59dc (One export desk: five ways of writing a file had become five copies)
import { changeHeader, changeLines } from '../domain/ledger/changeLines.ts'
import { columnKeys } from '../domain/sourceColumns.ts'
import { csvContent, csvEnding, type CsvTable } from './csvContent.ts'
import type { ExportDesk } from './exportDesk.ts'
import type { Ledger } from './ledger.ts'
import type { Store } from './ports.ts'
import type { Results, Selection } from './results.ts'
import { createTurns } from './turns.ts'

export type Exports = {
  /** Null when the user closed the dialog. */
  readonly start: (
    query: ResultsQuery | { readonly changes: ChangesQuery },
    preset: CsvPreset,
  ) => Promise<Result<{ readonly jobId: JobId } | null>>
}

export type ExportsParts = {
  readonly store: Pick<Store, 'stage'>
  readonly results: Results
  readonly ledger: Pick<Ledger, 'read' | 'mark'>
  readonly desk: ExportDesk
}

<<<<<<< HEAD
type Line = readonly (Cell | undefined)[]

/** What becomes a file: as many lines as `total` says, read while they are written. */
type Sheet = {
  readonly stage: Stage
  readonly name: string
  readonly total: number
  readonly header: readonly string[]
  /** In parts of bounded size. */
  readonly lines: AsyncIterable<readonly Line[]> | Iterable<readonly Line[]>
  /** Told once the file is there. */
  readonly written: () => void
}

const chunkLength = 256 * 1024

=======
type Sheet = CsvTable & {
  readonly total: number
  /** Of what, beside the stage. */
  readonly name: readonly string[]
  readonly written?: () => void
}

>>>>>>> fbf59dc (One export desk: five ways of writing a file had become five copies)
export const createExports = (parts: ExportsParts): Exports => {
  const { store, results, ledger, desk } = parts

  const rowsSheet = async (stage: Stage, query: ResultsQuery): Promise<Result<Sheet>> => {
    const isInOrder = query.sort === undefined || query.sort.length === 0
    const selection = await results.select(query, isInOrder)
    if (!selection.ok) return selection
    const { total, columns } = selection.value
    return {
      ok: true,
      value: {
        name: placesOf(selection.value),
        total,
        header: ['distance', 'category', ...columnKeys(columns.map(({ name }) => name))],
        lines: linesOf(selection.value, isInOrder ? linesPerRead : linesPerSortedRead),
        written: () => ledger.mark(stage.guid, 'exported'),
      },
    }
  }

  const changesSheet = (query: ChangesQuery): Result<Sheet> => {
    const read = ledger.read(query)
    if (!read.ok) return read
    const { total, changes } = read.value
<<<<<<< HEAD
    const name = suggestName(stage, ['changes'], new Date(clock()))
    return {
      ok: true,
      value: { stage, name, total, header: changeHeader, lines: [[...changeLines(changes)]], written: () => undefined },
    }
=======
    return { ok: true, value: { name: ['changes'], total, header: changeHeader, lines: changeLines(changes) } }
>>>>>>> fbf59dc (One export desk: five ways of writing a file had become five copies)
  }

  return {
    start: async (query, preset) => {
      const guid = 'changes' in query ? query.changes.stage : query.stage
      const stage = store.stage(guid)
      if (stage === null) return { ok: false, error: { kind: 'not-found', what: 'stage' } }
      const sheet = 'changes' in query ? changesSheet(query.changes) : await rowsSheet(stage, query)
      if (!sheet.ok) return sheet
      const { name, written, ...table } = sheet.value
      return await desk.start({
        name: [stage.name, ...name],
        ending: csvEnding(preset),
        stage: stage.guid,
        title: stage.name,
        content: csvContent(table, preset),
        ...(written === undefined ? {} : { written }),
      })
    },
  }
}

const linesPerRead = 512
/** Sorted rows come from all tables at once: so many are gathered before a table is read again. */
const linesPerSortedRead = 16_384

async function* linesOf(selection: Selection, step: number): AsyncGenerator<readonly Line[]> {
  for (let from = 0; from < selection.total; from += step) {
    yield await selection.read(from, from + step, (table, _, cells): Line => [
      table.distanceName,
      table.categoryName,
      ...cells,
    ])
  }
}

/** The names of the only distance and the only category, as far as there are such. */
const placesOf = ({ tables }: Selection): readonly string[] => {
  const distances = new Set(tables.map(({ distanceName }) => distanceName))
  const [only] = tables
  if (only === undefined) return []
  return [...(distances.size === 1 ? [only.distanceName] : []), ...(tables.length === 1 ? [only.categoryName] : [])]
}
<<<<<<< HEAD

/** `2026-05-16 Stage - 10 km - M40 1405`, in local time. */
const suggestName = (stage: Stage, parts: readonly string[], now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return fileStem([date, [stage.name, ...parts].join(' - '), `${two(now.getHours())}${two(now.getMinutes())}`])
}

/** Rows stream from the store to a partial file; the name itself appears only when all are written. */
const writeCsv = async (
  files: Files,
  target: DeliveryTarget,
  sheet: Sheet,
  preset: CsvPreset,
  control: JobControl,
): Promise<JobEnd> => {
  control.report({ total: sheet.total })
  const created = await files.create(target.path)
  if (!created.ok) return { state: 'failed', error: created.error }
  const writer = created.value
  const written = await writeLines(writer, sheet, preset, control)
  if (typeof written !== 'number') {
    await writer.discard()
    return { state: written.kind === 'cancelled' ? 'cancelled' : 'failed', error: written }
  }
  const finished = await writer.finish()
  if (!finished.ok) {
    await writer.discard()
    return { state: 'failed', error: finished.error }
  }
  const { path, download } = target.finish()
  const name = target.path.replace(/^.*[/\\]/, '')
  sheet.written()
  control.report({ done: written })
  return {
    state: 'done',
    file: { name, rows: written, sha256: finished.value.sha256, path, download },
  }
}

/** Gives how many lines were written below the header. */
const writeLines = async (
  writer: FileWriter,
  sheet: Sheet,
  preset: CsvPreset,
  control: JobControl,
): Promise<AppError | number> => {
  const dialect = csvDialects[preset]
  const writeLine = csvLineWriter(dialect)
  const encode = (text: string): string | Uint8Array =>
    dialect.encoding === 'utf8' ? text : Buffer.from(text, 'utf16le')
  let text = dialect.hasByteOrderMark ? '\uFEFF' : ''
  text += writeLine(sheet.header)
  const turn = createTurns()
  let count = 0
  for await (const lines of sheet.lines) {
    for (const line of lines) {
      text += writeLine(line)
      count += 1
      if (text.length >= chunkLength) {
        if (control.signal.aborted) return { kind: 'cancelled' }
        const done = await writer.write(encode(text))
        if (!done.ok) return done.error
        text = ''
        control.report({ done: count })
      }
      if (count % 64 === 1) await turn()
    }
  }
  if (control.signal.aborted) return { kind: 'cancelled' }
  const last = await writer.write(encode(text))
  return last.ok ? count : last.error
}
=======
>>>>>>> fbf59dc (One export desk: five ways of writing a file had become five copies)
