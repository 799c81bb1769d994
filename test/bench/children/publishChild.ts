import type { JobId, StageGuid } from '../../../preload/contract/ids.ts'
import { benchStage } from '../benchRace.ts'
import { memoryMb } from '../processMemory.ts'
import { answerOrders, openBenchCore } from './benchCore.ts'

/**
 * A core that publishes, in a process of its own: `node publishChild.ts DATA BASE_URL RESULTS_URL FOLDER KEY_ID SECRET`. Prints
 * `ready` and answers each line with one of JSON: `take`, `folder` (publishes into FOLDER), `store ADDRESS ENDPOINT` (publishes
 * there, and again whenever results change). `buildMs`: until the first file is sent; `peakMb`: of the process, since its start.
 */
const [dataDir = '', baseUrl = '', resultsUrl = '', folder = '', keyId = '', secret = ''] = process.argv.slice(2)
const { gate, call, finish, close } = await openBenchCore(dataDir, {
  env: { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret },
  chooseFolder: () => Promise.resolve({ ok: true, value: folder }),
})
const stage = benchStage as StageGuid
if ((await call('stage:list', {})).length === 0) {
  const profile = await call('profile:save', { profile: { name: 'Bench', baseUrl, resultsUrl } })
  await call('stage:add', { profileId: profile.id, text: benchStage })
}

const run = async (
  start: () => Promise<{ readonly jobId: JobId }>,
): Promise<{ readonly ms: number; readonly buildMs: number }> => {
  const startedAt = performance.now()
  let buildMs = 0
  const stop = gate.listen(({ name, data }) => {
    const isJob = name === 'job:progressed' || name === 'job:finished'
    if (isJob && buildMs === 0 && data.total > 0) buildMs = performance.now() - startedAt
  })
  await finish(start)
  stop()
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

await answerOrders((line) => {
  const [order = '', ...words] = line.split(' ')
  return answers[order]?.(words) ?? Promise.reject(new Error(`no order ${order}`))
}, close)
