import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppEvent, Input, Operation, Value } from '../../preload/contract.ts'
import type { CategoryId, JobId, ProfileId, ReceivedFileId, StageGuid } from '../../preload/contract/ids.ts'
import type { Job } from '../../preload/contract/jobs.ts'
import type { Result } from '../../preload/contract/result.ts'
import { createCore, type Core } from '../../main/core.ts'
import type { CoreOptions } from '../../main/coreOptions.ts'
import type { Delivery } from '../../main/kernel/face.ts'
import { openAgain, type Database } from '../../main/platform/sqlite/sqliteDatabase.ts'

export const environmentKeys = {
  RACEDESK_ACCESS_KEY: 'accessKey-of-the-core-tests-4410',
  RACEDESK_RESULTS_KEY: 'resultsKey-of-the-core-tests-9921',
}

export const deliverTo = (path: string): Delivery => ({
  choose: () => Promise.resolve({ ok: true, value: { path, finish: () => ({ path, download: null }) } }),
})

type Options = Partial<CoreOptions> & Pick<CoreOptions, 'dataDir'>

export const createTestCore = (options: Options): ReturnType<typeof createCore> => {
  const usual = { face: 'terminal', env: environmentKeys, systemLanguage: 'en-GB', version: '0.0.0-test' } as const
  // Without jitter nothing waits for a service that fails.
  const outside = { random: () => 0, ...options.outside }
  return createCore({ ...usual, delivery: { choose: () => Promise.resolve(null) }, ...options, outside })
}

export const openCore = async (options: Options): Promise<OpenCore> => {
  const made = await createTestCore(options)
  if (!made.ok) throw new Error(`no core: ${JSON.stringify(made.error)}`)
  let closing: Promise<void> | null = null
  return follow(made.value, options.dataDir, () => (closing ??= made.value.close()))
}

/** An open core as a new listener sees it. */
export const followCore = ({ core, dataDir, close }: OpenCore): OpenCore => follow(core, dataDir, close)

const follow = (core: Core, dataDir: string, close: () => Promise<void>) => {
  const events: AppEvent[] = []
  const replies: Result<unknown>[] = []
  const waiting = new Set<(event: AppEvent) => void>()
  core.gate.listen((event) => {
    events.push(event)
    for (const check of waiting) check(event)
  })
  /** Through the gate, whatever the input is. */
  const ask = async (operation: string, input: unknown): Promise<Result<unknown>> => {
    const reply = await core.gate.call(operation, input)
    replies.push(reply)
    return reply
  }
  /** The value; an error fails the test. */
  const call = async <K extends Operation>(operation: K, input: Input<K>): Promise<Value<K>> => {
    const reply = await ask(operation, input)
    if (!reply.ok) throw new Error(`${operation}: ${JSON.stringify(reply.error)}`)
    // The gate's overload for a known operation says the same.
    return reply.value as Value<K>
  }
  /** Resolves with the first event, already told or to come, that the predicate picks. */
  const seen = (isIt: (event: AppEvent) => boolean): Promise<AppEvent> => {
    const past = events.find(isIt)
    if (past !== undefined) return Promise.resolve(past)
    return new Promise((resolve) => {
      const check = (event: AppEvent): void => {
        if (!isIt(event)) return
        waiting.delete(check)
        resolve(event)
      }
      waiting.add(check)
    })
  }
  const finished = async (jobId: JobId): Promise<Job> => {
    const event = await seen(({ name, data }) => name === 'job:finished' && data.id === jobId)
    return event.data as Job
  }
  return {
    core,
    dataDir,
    events: events as readonly AppEvent[],
    replies: replies as readonly Result<unknown>[],
    ask,
    call,
    seen,
    finished,
    /** The job of an export, once it has ended. */
    exported: async (asked: Input<'results:export'>): Promise<Job> => {
      const begun = await call('results:export', asked)
      if (begun === null) throw new Error('the save dialog was closed')
      return await finished(begun.jobId)
    },
    take: async (stage: StageGuid, categories?: readonly CategoryId[]) => {
      const { jobId } = await call('stage:take', categories === undefined ? { stage } : { stage, categories })
      return await finished(jobId)
    },
    close,
  }
}

export type OpenCore = ReturnType<typeof follow>

/** Hands a file to the core as a page does. */
export const handOver = async ({ call }: Pick<OpenCore, 'call'>, bytes: Uint8Array): Promise<ReceivedFileId> => {
  const id = randomUUID() as string as ReceivedFileId
  for (let offset = 0; offset === 0 || offset < bytes.length; offset += 300_000) {
    const data = Buffer.from(bytes.subarray(offset, offset + 300_000)).toString('base64')
    await call('file:receive', { id, offset, data })
  }
  return id
}

/** Reads or changes the database of a core as another program does. */
export const inDatabase = <T>({ dataDir }: Pick<OpenCore, 'dataDir'>, use: (database: Database) => T): T => {
  const database = openAgain(join(dataDir, 'racedesk.db'))
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** How many replies of a stage are stored. */
export const countReplies = (open: Pick<OpenCore, 'dataDir'>, stage: StageGuid): number =>
  inDatabase(open, (database) => {
    const ofStage = 'snapshots s JOIN categories c ON c.id = s.category WHERE c.stage = ?'
    return Number(database.get(`SELECT count(*) AS count FROM ${ofStage}`, stage)?.['count'])
  })

export const addProfile = async (
  { call }: Pick<OpenCore, 'call'>,
  baseUrl: string,
  resultsUrl: string | null = null,
): Promise<ProfileId> => {
  const others = (await call('profile:list', {})).length
  const name = others === 0 ? 'Organizer' : `Organizer ${others + 1}`
  return (await call('profile:save', { profile: { name, baseUrl, resultsUrl } })).id
}

export const addStage = async (
  core: Pick<OpenCore, 'call'>,
  {
    url,
    resultsUrl,
    stage: text,
  }: { readonly url: string; readonly resultsUrl: string | null; readonly stage: string },
): Promise<{ readonly profileId: ProfileId; readonly stage: StageGuid }> => {
  const profileId = await addProfile(core, url, resultsUrl)
  const { guid: stage } = await core.call('stage:add', { profileId, text, name: 'Spring race' })
  return { profileId, stage }
}

/** The same in a core that takes no keys from the environment, as the desktop face's. */
export const addStageWithKeys = async (
  core: Pick<OpenCore, 'call'>,
  service: Parameters<typeof addStage>[1],
): Promise<StageGuid> => {
  const { profileId, stage } = await addStage(core, service)
  await core.call('keys:set', { profileId, which: 'access', value: environmentKeys.RACEDESK_ACCESS_KEY })
  await core.call('keys:set', { profileId, which: 'results', value: environmentKeys.RACEDESK_RESULTS_KEY })
  return stage
}

export const makeFolder = async (path: string): Promise<string> => {
  await mkdir(path, { recursive: true })
  return path
}

export const openRefused = (dataDir: string): Promise<unknown> => createTestCore({ dataDir, env: {} })
