import { createInterface } from 'node:readline'
import { createCore } from '../../../main/core.ts'
import type { CallView } from '../../../preload/contract/calls.ts'
import type { CallId, CategoryId, JobId, StageGuid } from '../../../preload/contract/ids.ts'
import { memoryMb } from '../processMemory.ts'

/**
 * A core on FOLDER/data: `node boundsChild.js BASE_URL RESULTS_URL FOLDER STAGE`. Each line on its input is an order, answered
 * with {ms, waitMs, peakMb, nowMb, said}: how long it took, how long `app:info` waited at most meanwhile, the most memory the
 * process has had so far and what it has now, and what came out. `take` · `call PATH` · any of `asked`.
 */
const [baseUrl = '', resultsUrl = '', folder = '', guid = ''] = process.argv.slice(2)
const stage = guid as StageGuid
const made = await createCore({
  face: 'terminal',
  dataDir: folder,
  env: { RACEDESK_ACCESS_KEY: 'bench-access-key', RACEDESK_RESULTS_KEY: 'bench-results-key' },
  systemLanguage: 'en',
  delivery: {
    choose: async () => ({
      ok: true,
      value: { path: `${folder}/out`, finish: () => ({ path: `${folder}/out`, download: null }) },
    }),
  },
  version: 'bench',
  unsaved: { baseUrl, resultsUrl },
})
if (!made.ok) throw new Error(JSON.stringify(made.error))
const { gate, unsavedProfile, close } = made.value
if (unsavedProfile === null) throw new Error('No profile')
const profileId = unsavedProfile.id
await gate.call('stage:add', { profileId, text: guid })

const jobEnd = async (start: Promise<unknown>): Promise<string> => {
  let told = (_said: string): void => undefined
  const ended = new Promise<string>((resolve) => (told = resolve))
  const seen = new Map<string, string>()
  let wanted: JobId | null = null
  const stop = gate.listen((event) => {
    if (event.name !== 'job:finished') return
    seen.set(event.data.id, `${event.data.state} ${JSON.stringify(event.data.error)}`)
    if (event.data.id === wanted) told(seen.get(event.data.id) ?? '')
  })
  const started = (await start) as { readonly ok: boolean; readonly value?: { readonly jobId: JobId } }
  wanted = started.value?.jobId ?? null
  if (wanted === null) return JSON.stringify(started)
  const said = seen.get(wanted) ?? (await ended)
  stop()
  return said
}

const brief = (value: unknown): string => JSON.stringify(value)?.slice(0, 160) ?? ''

const category = async (): Promise<CategoryId> => {
  const tree = await gate.call('stage:tree', { stage })
  const found = tree.ok ? tree.value.distances[0]?.categories[0]?.id : undefined
  if (found === undefined) throw new Error('No category')
  return found
}

let sent: CallId | null = null

const read = async (view: CallView) => (sent === null ? null : await gate.call('call:read', { id: sent, view }))
const page = (query: object) => gate.call('results:page', { stage, offset: 0, limit: 50, ...query })

const asked: { readonly [name: string]: (rest: string) => Promise<unknown> } = {
  take: async () => {
    const said = await jobEnd(gate.call('stage:take', { stage }))
    const tree = await gate.call('stage:tree', { stage })
    const first = tree.ok ? tree.value.distances[0]?.categories[0] : undefined
    return `${said} ${first?.outcome} ${first?.rows} ${JSON.stringify(first?.error)}`
  },
  page: () => page({}),
  deep: () => page({ offset: 200_000 }),
  search: () => page({ search: 'иван 9' }),
  sort: () => page({ sort: [{ role: 'name' }] }),
  facets: () => gate.call('results:facets', { stage }),
  person: async () => gate.call('results:person', { category: await category(), index: 17 }),
  audit: () => gate.call('results:audit', { stage }),
  changes: () => gate.call('results:changes', { stage, offset: 0, limit: 100 }),
  raw: async () => gate.call('results:raw', { category: await category() }),
  mapping: () => gate.call('results:mapping', { stage }),
  everywhere: () => gate.call('results:find', { search: 'иван 9', limit: 20 }),
  export: () => jobEnd(gate.call('results:export', { stage, format: 'csv' })),
  call: async (path) => {
    const reply = await gate.call('call:send', { profileId, method: 'GET', path, query: [], body: null })
    if (reply.ok) sent = reply.value.id
    return reply.ok ? { verdict: reply.value.verdict, table: reply.value.table?.rows } : reply
  },
  rows: () => read({ kind: 'rows', offset: 0, limit: 50 }),
  callSearch: () => read({ kind: 'rows', search: 'иван 9', offset: 0, limit: 50 }),
  callSort: () => read({ kind: 'rows', sort: [{ column: 'name' }], offset: 0, limit: 50 }),
  tree: () => read({ kind: 'tree' }),
  lines: () => read({ kind: 'lines', offset: 0, limit: 50, isFormatted: true }),
}

/** Asks for as little as there is, over and over, as other windows and scripts do. */
const waitDuring = async (work: () => Promise<unknown>) => {
  const over = new AbortController()
  let waitMs = 0
  const asking = (async () => {
    while (!over.signal.aborted) {
      const startedAt = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 5))
      await gate.call('app:info', {})
      waitMs = Math.max(waitMs, performance.now() - startedAt - 5)
    }
  })()
  const startedAt = performance.now()
  const said = brief(await work())
  const ms = performance.now() - startedAt
  await new Promise((resolve) => setTimeout(resolve, 20))
  over.abort()
  await asking
  return { ms, waitMs, peakMb: memoryMb('VmHWM'), nowMb: memoryMb('VmRSS'), said }
}

process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const [name = '', rest = ''] = line.split(' ')
  const ask = asked[name]
  const answer = ask === undefined ? { said: 'unknown' } : await waitDuring(() => ask(rest))
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
await close()
process.exit(0)
