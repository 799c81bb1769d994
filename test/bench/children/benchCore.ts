import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import { openSoakCore } from '../../soak/soakCore.ts'
import { benchStage } from '../benchRace.ts'

/**
 * A core of a process of its own, with the keys of the bench's service; any error ends the process. Without a folder it has one
 * that goes with it.
 */
export const openBenchCore = async (folder: string | null, options: Partial<CoreOptions> = {}) => {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const env = { RACEDESK_ACCESS_KEY: 'bench-access-key', RACEDESK_RESULTS_KEY: 'bench-results-key', ...options.env }
  const { core, call, ended, close } = await openSoakCore({ dataDir, ...options, env })
  const { gate, unsavedProfile } = core
  type Started = { readonly jobId: JobId } | null
  /** The job that was started, once it has ended; a job that is not done ends the process. */
  const finish = async (start: () => Promise<Started>): Promise<Job> => {
    const job = await ended((await start())?.jobId)
    if (job.state !== 'done') throw new Error(`${job.kind} ended ${job.state}: ${JSON.stringify(job.error)}`)
    return job
  }
  const addStage = async (text: string = benchStage): Promise<StageGuid> => {
    if (unsavedProfile === null) throw new Error('no profile')
    return (await call('stage:add', { profileId: unsavedProfile.id, text, name: 'Bench' })).guid
  }
  const end = async (): Promise<void> => {
    await close()
    if (folder === null) rmSync(dataDir, { recursive: true, force: true })
  }
  return { dataDir, gate, call, ended, finish, addStage, unsavedProfile, close: end }
}

export type BenchCore = Awaited<ReturnType<typeof openBenchCore>>

/** Milliseconds that each page took, asked for as a crew would: the whole stage, a search, a scroll deep down. */
export const askPages = async (
  { call }: Pick<BenchCore, 'call'>,
  stage: StageGuid,
  isOver: () => boolean,
): Promise<readonly number[]> => {
  const took: number[] = []
  const queries = [{}, { search: 'иван' }, { offset: 5_000 }, { search: '214' }, { search: 'щегл динамо' }]
  for (let turn = 0; !isOver(); turn += 1) {
    const startedAt = performance.now()
    await call('results:page', { stage, offset: 0, limit: 200, ...queries[turn % queries.length] })
    took.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return took
}

/** Prints `first` and answers each line of standard input, all as lines of JSON; the process ends with its input. */
export const answerOrders = async (
  answer: (order: string) => unknown,
  close: () => unknown = () => undefined,
  first: unknown = 'ready',
): Promise<never> => {
  const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
  print(first)
  for await (const order of createInterface({ input: process.stdin })) print(await answer(order))
  await close()
  process.exit(0)
}
