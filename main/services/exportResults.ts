import type { ChangesQuery, CsvPreset, JobId, Result, ResultsQuery, Stage } from '../../preload/contract.ts'
import { changeHeader, changeLines } from '../domain/ledger/changeLines.ts'
import { columnKeys } from '../domain/sourceColumns.ts'
import { csvContent, csvEnding, type CsvLine, type CsvTable } from './csvContent.ts'
import type { ExportDesk } from './exportDesk.ts'
import type { Ledger } from './ledger.ts'
import type { Store } from './ports.ts'
import type { Results, Selection } from './results.ts'

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

type Sheet = CsvTable & {
  readonly total: number
  /** Of what, beside the stage. */
  readonly name: readonly string[]
  readonly written?: () => void
}

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
    return { ok: true, value: { name: ['changes'], total, header: changeHeader, lines: [[...changeLines(changes)]] } }
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

async function* linesOf(selection: Selection, step: number): AsyncGenerator<readonly CsvLine[]> {
  for (let from = 0; from < selection.total; from += step) {
    yield await selection.read(from, from + step, (table, _, cells): CsvLine => [
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
