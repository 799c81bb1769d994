import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportOptions, ResultsChoice } from '../../preload/contract/files.ts'
import type { CategoryId } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import type { ResultsQuery, Row } from '../../preload/contract/results.ts'
import type { CoreOptions } from '../../main/coreOptions.ts'
import type { Delivery } from '../../main/kernel/face.ts'
import type { Cores } from './coreRig.ts'
import { addStage } from './openCore.ts'
import { bytesOf, inEnvelope, runner } from './services/raceService.ts'

export { inEnvelope }

/** The reply of a category: rows for the service's envelope, or the body itself. */
export type Body = readonly unknown[] | string | Uint8Array

export type Export = ExportOptions & Omit<ResultsChoice, 'stage'>

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
) => {
  const race = await cores.race(...Object.keys(bodies))
  const answer = (category: string, body: Body): void =>
    race.answer(category, bytesOf(typeof body === 'string' || body instanceof Uint8Array ? body : inEnvelope(body)))
  for (const [category, body] of Object.entries(bodies)) answer(category, body)
  const folder = join(await cores.folder(), 'files')
  await mkdir(folder)
  const path = join(folder, fileName)
  const suggested: string[] = []
  /** The dialog for saving gives `target`, null when it is closed; `meanwhile` runs while it is open. */
  const dialog: { target: string | null; meanwhile: () => Promise<unknown> } = {
    target: path,
    meanwhile: () => Promise.resolve(),
  }
  const choose: Delivery['choose'] = async (name) => {
    suggested.push(name)
    await dialog.meanwhile()
    const { target } = dialog
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
  const categories = async () =>
    (await open.call('stage:tree', { stage })).distances.flatMap((distance) => distance.categories)
  const ids = new Map((await categories()).map(({ name, id }) => [name, id]))
  const rows = async (query: Omit<ResultsQuery, 'stage'> = {}, pageSize = 1_000): Promise<readonly Row[]> => {
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
  const write = (wanted: Export): Promise<Job> => open.exported({ stage, ...wanted })
  return Object.assign(dialog, {
    open,
    race,
    profileId,
    stage,
    categories,
    idOf: (category: string): CategoryId => {
      const id = ids.get(category)
      if (id === undefined) throw new Error(`no category ${category}`)
      return id
    },
    rows,
    columnNames,
    column: async (name: string, query?: Omit<ResultsQuery, 'stage'>): Promise<readonly unknown[]> => {
      const index = (await columnNames()).indexOf(name)
      if (index < 0) throw new Error(`no column ${name}`)
      return (await rows(query)).map(({ cells }) => cells[index])
    },
    answer,
    take,
    retake: async (category: string, body: Body): Promise<void> => {
      answer(category, body)
      await take()
    },
    folder,
    path,
    suggested,
    write,
    written: async (wanted: Export) => {
      const { file, error } = await write(wanted)
      if (file === null) throw new Error(JSON.stringify(error))
      const bytes = await readFile(file.path ?? path)
      return { file, bytes, text: bytes.toString() }
    },
  })
}

export type TakenRows = Awaited<ReturnType<typeof takeRows>>

export const runnersOf = (category: string, count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => runner(category, index + 1))
