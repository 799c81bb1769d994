import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportedFile, ExportOptions, ResultsChoice } from '../../preload/contract/files.ts'
import type { CategoryId, ProfileId, StageGuid } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import type { ResultsQuery, Row } from '../../preload/contract/results.ts'
import type { Category } from '../../preload/contract/stages.ts'
import type { CoreOptions } from '../../main/coreOptions.ts'
import type { Delivery } from '../../main/kernel/face.ts'
import type { Cores } from './coreRig.ts'
import { addStage, type OpenCore } from './openCore.ts'
import { bytesOf, inEnvelope, runner, type RaceService } from './services/raceService.ts'

export { inEnvelope }

/** The reply of a category: rows for the service's envelope, or the body itself. */
export type Body = readonly unknown[] | string | Uint8Array

export type Export = ExportOptions & Omit<ResultsChoice, 'stage'>

export type TakenRows = {
  readonly open: OpenCore
  readonly race: RaceService
  readonly profileId: ProfileId
  readonly stage: StageGuid
  readonly categories: () => Promise<readonly Category[]>
  readonly idOf: (category: string) => CategoryId
  /** All rows that a query selects, read in pages of `pageSize`. */
  readonly rows: (query?: Omit<ResultsQuery, 'stage'>, pageSize?: number) => Promise<readonly Row[]>
  readonly column: (name: string, query?: Omit<ResultsQuery, 'stage'>) => Promise<readonly unknown[]>
  readonly columnNames: () => Promise<readonly string[]>
  readonly answer: (category: string, body: Body) => void
  readonly take: () => Promise<void>
  readonly retake: (category: string, body: Body) => Promise<void>
  /** Where exports go, with the names suggested for them. */
  readonly folder: string
  readonly path: string
  readonly suggested: readonly string[]
  /** The path that the save dialog gives, `path` at first; null when it is closed. */
  target: string | null
  /** Runs while the save dialog is open. */
  meanwhile: () => Promise<unknown>
  readonly write: (options: Export) => Promise<Job>
  readonly written: (
    options: Export,
  ) => Promise<{ readonly file: ExportedFile; readonly bytes: Buffer; readonly text: string }>
}

type TakeOptions = {
  readonly stageName?: string
  readonly fileName?: string
  /** Options of a core of its own; without them, the stage stands beside those of other tests in a shared one. */
  readonly own?: Partial<CoreOptions>
}

export const takeRows = async (
  cores: Cores,
  bodies: Readonly<Record<string, Body>>,
  { stageName, fileName = 'out', own }: TakeOptions = {},
): Promise<TakenRows> => {
  const race = await cores.race(...Object.keys(bodies))
  const answer: TakenRows['answer'] = (category, body) =>
    race.answer(category, bytesOf(typeof body === 'string' || body instanceof Uint8Array ? body : inEnvelope(body)))
  for (const [category, body] of Object.entries(bodies)) answer(category, body)
  const folder = join(await cores.folder(), 'files')
  await mkdir(folder)
  const path = join(folder, fileName)
  const suggested: string[] = []
  const choose: Delivery['choose'] = async (name) => {
    suggested.push(name)
    await taken.meanwhile()
    const { target } = taken
    if (target === null) return null
    return { ok: true, value: { path: target, finish: (written) => ({ path: written, download: null }) } }
  }
  const open = own === undefined ? await cores.share(choose) : await cores.open({ delivery: { choose }, ...own })
  const { stage, profileId } = await addStage(open, race)
  if (stageName !== undefined) await open.call('stage:rename', { stage, name: stageName })
  const take = async (): Promise<void> => {
    const job = await open.take(stage)
    if (job.state !== 'done') throw new Error(`the take ended as ${job.state}`)
  }
  await take()
  const categories: TakenRows['categories'] = async () =>
    (await open.call('stage:tree', { stage })).distances.flatMap((distance) => distance.categories)
  const ids = new Map((await categories()).map(({ name, id }) => [name, id]))
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
  const write: TakenRows['write'] = async (wanted) => {
    const begun = await open.call('results:export', { stage, ...wanted })
    if (begun === null) throw new Error('the save dialog was closed')
    return await open.finished(begun.jobId)
  }
  const taken: TakenRows = {
    open,
    race,
    profileId,
    stage,
    categories,
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
    answer,
    take,
    retake: async (category, body) => {
      answer(category, body)
      await take()
    },
    folder,
    path,
    suggested,
    target: path,
    meanwhile: () => Promise.resolve(),
    write,
    written: async (wanted) => {
      const { file, error } = await write(wanted)
      if (file === null) throw new Error(JSON.stringify(error))
      const bytes = await readFile(file.path ?? path)
      return { file, bytes, text: bytes.toString() }
    },
  }
  return taken
}

export const runnersOf = (category: string, count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => runner(category, index + 1))
