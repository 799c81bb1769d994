import type { CategoryId, StageGuid } from '../../preload/contract/ids.ts'
import type { ResultsQuery, Row } from '../../preload/contract/results.ts'
import type { Cores } from './coreRig.ts'
import { addStage, type OpenCore } from './openCore.ts'
import { bytesOf, startRaceService, type RaceService } from './services/raceService.ts'

/** A core that has taken these tables offline; each is the JSON text of a category's body. */
export type TakenRows = {
  readonly open: OpenCore
  readonly stage: StageGuid
  readonly idOf: (category: string) => CategoryId
  /** All rows that a query selects, read in pages of `pageSize`. */
  readonly rows: (query?: Omit<ResultsQuery, 'stage'>, pageSize?: number) => Promise<readonly Row[]>
  /** Cells of one column, in the order of the rows. */
  readonly column: (name: string, query?: Omit<ResultsQuery, 'stage'>) => Promise<readonly unknown[]>
  readonly columnNames: () => Promise<readonly string[]>
  /** Takes the stage again with another body for a category. */
  readonly retake: (category: string, body: string) => Promise<void>
  readonly close: () => Promise<void>
}

export const takeRows = async (cores: Cores, bodies: Readonly<Record<string, string>>): Promise<TakenRows> => {
  const race: RaceService = await startRaceService(...Object.keys(bodies))
  for (const [category, body] of Object.entries(bodies)) race.answer(category, bytesOf(body))
  const open = await cores.open()
  const { stage } = await addStage(open, race)
  const take = async (): Promise<void> => {
    const job = await open.take(stage)
    if (job.state !== 'done') throw new Error(`the take ended as ${job.state}`)
  }
  await take()
  const tree = await open.call('stage:tree', { stage })
  const ids = new Map(tree.distances.flatMap(({ categories }) => categories.map(({ name, id }) => [name, id] as const)))
  const rows: TakenRows['rows'] = async (query = {}, pageSize = 1_000) => {
    const all: Row[] = []
    for (;;) {
      const page = await open.call('results:page', { stage, ...query, offset: all.length, limit: pageSize })
      all.push(...page.rows)
      if (page.rows.length === 0 || all.length >= page.total) {
        if (all.length !== page.total) throw new Error(`${all.length} rows of ${page.total}`)
        return all
      }
    }
  }
  const columnNames = async (): Promise<readonly string[]> =>
    (await open.call('results:page', { stage, offset: 0, limit: 0 })).columns.map(({ name }) => name)
  return {
    open,
    stage,
    idOf: (category) => {
      const id = ids.get(category)
      if (id === undefined) throw new Error(`no category ${category}`)
      return id
    },
    rows,
    columnNames,
    column: async (name, query) => {
      const index = (await columnNames()).indexOf(name)
      if (index < 0) throw new Error(`no column ${name}`)
      return (await rows(query)).map(({ cells }) => cells[index])
    },
    retake: async (category, body) => {
      race.answer(category, bytesOf(body))
      await take()
    },
    close: race.close,
  }
}

export const inEnvelope = (rows: unknown): string => JSON.stringify({ isSuccess: true, message: null, data: rows })
