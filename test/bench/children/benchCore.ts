import { createInterface } from 'node:readline'
import type { Input, Operation, Value } from '../../../preload/contract.ts'
import type { JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { createCore } from '../../../main/core.ts'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import { benchStage } from '../benchRace.ts'

/** A core of a process of its own, with the keys of the bench's service; any error ends the process. */
export const openBenchCore = async (dataDir: string, options: Partial<CoreOptions> = {}) => {
  const made = await createCore({
    face: 'terminal',
    dataDir,
    systemLanguage: 'en',
    delivery: { choose: async () => null },
    version: 'bench',
    ...options,
    env: { RACEDESK_ACCESS_KEY: 'bench-access-key', RACEDESK_RESULTS_KEY: 'bench-results-key', ...options.env },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.error))
  const { gate, unsavedProfile, close } = made.value
  const call = async <K extends Operation>(operation: K, input: Input<K>): Promise<Value<K>> => {
    const reply = await gate.call(operation, input)
    if (!reply.ok) throw new Error(`${operation}: ${JSON.stringify(reply.error)}`)
    return reply.value
  }
  /** The job that `start` starts, once it has ended in whatever state. */
  const ended = async (start: () => Promise<{ readonly jobId: JobId } | null>): Promise<Job> => {
    const jobs = new Map<JobId, Job>()
    let tell = (): void => undefined
    const stop = gate.listen(({ name, data }) => {
      if (name !== 'job:finished') return
      jobs.set(data.id, data)
      tell()
    })
    const started = await start()
    if (started === null) throw new Error('no job was started')
    for (;;) {
      const job = jobs.get(started.jobId)
      if (job === undefined) {
        await new Promise<void>((resolve) => void (tell = resolve))
        continue
      }
      stop()
      return job
    }
  }
  /** As `ended`; a job that is not done ends the process. */
  const finish = async (start: () => Promise<{ readonly jobId: JobId } | null>): Promise<Job> => {
    const job = await ended(start)
    if (job.state !== 'done') throw new Error(`${job.kind} ended ${job.state}: ${JSON.stringify(job.error)}`)
    return job
  }
  const addStage = async (text: string = benchStage): Promise<StageGuid> => {
    if (unsavedProfile === null) throw new Error('no profile')
    return (await call('stage:add', { profileId: unsavedProfile.id, text, name: 'Bench' })).guid
  }
  return { gate, call, ended, finish, addStage, unsavedProfile, close }
}

/** Milliseconds that each page took, asked for as a crew would: the whole stage, a search, a scroll deep down. */
export const askPages = async (
  { call }: Pick<Awaited<ReturnType<typeof openBenchCore>>, 'call'>,
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

/** Prints `ready` and answers each line of standard input with a line of JSON; the process ends with its input. */
export const answerOrders = async (
  answer: (order: string) => Promise<unknown>,
  close: () => unknown = () => undefined,
): Promise<never> => {
  process.stdout.write('ready\n')
  for await (const order of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(order))}\n`)
  }
  await close()
  process.exit(0)
}
