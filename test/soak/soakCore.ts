import type { AppEvent, Input, Operation, Value } from '../../preload/contract.ts'
import type { JobId, StageGuid } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import type { Result } from '../../preload/contract/result.ts'
import type { Category } from '../../preload/contract/stages.ts'
import type { CoreOptions } from '../../main/coreOptions.ts'
import { createTestCore } from '../support/openCore.ts'

/** Long enough that nothing else looks like them, short enough to be masked everywhere. */
export const soakKeys = {
  RACEDESK_ACCESS_KEY: 'accessKey-of-the-soak-71c0d2',
  RACEDESK_RESULTS_KEY: 'resultsKey-of-the-soak-5e83fa',
}

/** A core in this process that remembers nothing of what it said, so that it can be asked for hours. */
export const openSoakCore = async (
  options: Partial<CoreOptions> & { readonly dataDir: string },
  hear: (event: AppEvent) => void = () => undefined,
) => {
  const made = await createTestCore({ env: soakKeys, ...options })
  if (!made.ok) throw new Error(`no core: ${JSON.stringify(made.error)}`)
  const core = made.value
  const waiting = new Map<JobId, (job: Job) => void>()
  let tellNextEnd: () => void = () => undefined
  core.gate.listen((event) => {
    hear(event)
    if (event.name !== 'job:finished') return
    waiting.get(event.data.id)?.(event.data)
    tellNextEnd()
  })
  const call = async <K extends Operation>(operation: K, input: Input<K>): Promise<Value<K>> => {
    const reply = await core.gate.call(operation, input)
    if (!reply.ok) throw new Error(`${operation}: ${JSON.stringify(reply.error)}`)
    return reply.value
  }
  return {
    core,
    call,
    ask: (operation: string, input: unknown): Promise<Result<unknown>> => core.gate.call(operation, input),
    /** Also of a job that has ended already; throws when none was started. */
    ended: async (id: JobId | undefined) => {
      if (id === undefined) throw new Error('no job was started')
      const { promise, resolve } = Promise.withResolvers<Job>()
      waiting.set(id, resolve)
      const known = (await call('job:list', {})).find((job) => job.id === id)
      if (known !== undefined && known.state !== 'running') resolve(known)
      const job = await promise
      waiting.delete(id)
      return job
    },
    /** Resolves once no job runs, however many have ended meanwhile: the list of jobs holds only the newest. */
    idle: async () => {
      for (;;) {
        const { promise: nextEnd, resolve } = Promise.withResolvers<void>()
        tellNextEnd = resolve
        if ((await call('job:list', {})).every(({ state }) => state !== 'running')) return
        await nextEnd
      }
    },
    close: () => core.close(),
  }
}

export type SoakCore = Awaited<ReturnType<typeof openSoakCore>>

export const categoriesOf = async ({ call }: Pick<SoakCore, 'call'>, stage: StageGuid): Promise<readonly Category[]> =>
  (await call('stage:tree', { stage })).distances.flatMap((distance) => distance.categories)
