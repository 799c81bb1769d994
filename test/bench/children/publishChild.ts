import { createInterface } from 'node:readline'
import type { Input, Operation, Value } from '../../../preload/contract.ts'
import type { JobId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import { createCore } from '../../../main/core.ts'
import { benchStage } from '../benchRace.ts'
import { memoryMb } from '../processMemory.ts'

/**
 * A core that publishes, in a process of its own: `node publishChild.ts DATA BASE_URL RESULTS_URL FOLDER KEY_ID SECRET`. Prints
 * `ready` and answers each line with one of JSON: `take`, `folder` (publishes into FOLDER), `store ADDRESS ENDPOINT` (publishes
 * there, and again whenever results change). `buildMs`: until the first file is sent; `peakMb`: of the process, since its start.
 */
const [dataDir = '', baseUrl = '', resultsUrl = '', folder = '', keyId = '', secret = ''] = process.argv.slice(2)
const stage = benchStage as StageGuid
const core = await createCore({
  face: 'terminal',
  dataDir,
  env: {
    RACEDESK_ACCESS_KEY: 'bench-access-key',
    RACEDESK_RESULTS_KEY: 'bench-results-key',
    AWS_ACCESS_KEY_ID: keyId,
    AWS_SECRET_ACCESS_KEY: secret,
  },
  systemLanguage: 'en',
  delivery: { choose: async () => null },
  chooseFolder: () => Promise.resolve({ ok: true, value: folder }),
  version: 'bench',
})
if (!core.ok) throw new Error(JSON.stringify(core.error))
const { gate, close } = core.value
const call = async <K extends Operation>(operation: K, input: Input<K>): Promise<Value<K>> => {
  const reply = await gate.call(operation, input)
  if (!reply.ok) throw new Error(`${operation}: ${JSON.stringify(reply.error)}`)
  return reply.value
}
if ((await call('stage:list', {})).length === 0) {
  const profile = await call('profile:save', { profile: { name: 'Bench', baseUrl, resultsUrl } })
  await call('stage:add', { profileId: profile.id, text: benchStage })
}

/** Of the job that `start` starts. */
const run = async (
  start: () => Promise<{ readonly jobId: JobId }>,
): Promise<{ readonly ms: number; readonly buildMs: number }> => {
  const startedAt = performance.now()
  let buildMs = 0
  const ended = new Map<JobId, Job>()
  let tell = (): void => undefined
  const stop = gate.listen(({ name, data }) => {
    if (name !== 'job:progressed' && name !== 'job:finished') return
    if (buildMs === 0 && data.total > 0) buildMs = performance.now() - startedAt
    if (name === 'job:finished') ended.set(data.id, data)
    tell()
  })
  const { jobId } = await start()
  while (!ended.has(jobId)) await new Promise<void>((resolve) => void (tell = resolve))
  stop()
  const job = ended.get(jobId)
  if (job?.state !== 'done') throw new Error(JSON.stringify(job))
  return { ms: performance.now() - startedAt, buildMs }
}

const answers: { readonly [order: string]: (words: readonly string[]) => Promise<object> } = {
  take: () => run(() => call('stage:take', { stage })),
  folder: async () => {
    await call('publish:chooseFolder', { stage })
    const times = await run(() => call('publish:start', { stage }))
    const { published } = await call('publish:read', { stage })
    return { ...times, ...published, peakMb: memoryMb('VmHWM') }
  },
  store: async ([address = '', endpoint = '']) => {
    await call('publish:setTarget', { stage, address, endpoint })
    const times = await run(() => call('publish:start', { stage }))
    await call('publish:follow', { stage, isOn: true })
    return times
  },
}

process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const [order = '', ...words] = line.split(' ')
  process.stdout.write(`${JSON.stringify(await answers[order]?.(words))}\n`)
}
await close()
process.exit(0)
