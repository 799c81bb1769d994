import type { CallView } from '../../../preload/contract/calls.ts'
import type { CallId, JobId } from '../../../preload/contract/ids.ts'
import { deliverTo } from '../../support/openCore.ts'
import { memoryMb } from '../processMemory.ts'
import { answerOrders, openBenchCore } from './benchCore.ts'

/**
 * A core on FOLDER/data: `node boundsChild.js BASE_URL RESULTS_URL FOLDER STAGE`. Each line on its input is an order, answered
 * with {ms, waitMs, peakMb, nowMb, said}: how long it took, how long `app:info` waited at most meanwhile, the most memory the
 * process has had so far and what it has now, and what came out. `take` · `call PATH` · any of `asked`.
 */
const [baseUrl = '', resultsUrl = '', folder = '', guid = ''] = process.argv.slice(2)
const { gate, call, ended, addStage, unsavedProfile, close } = await openBenchCore(folder, {
  delivery: deliverTo(`${folder}/out`),
  unsaved: { baseUrl, resultsUrl },
})
if (unsavedProfile === null) throw new Error('no profile')
const profileId = unsavedProfile.id
const stage = await addStage(guid)

const endOf = async (start: () => Promise<{ readonly jobId: JobId } | null>): Promise<string> => {
  const { state, error } = await ended((await start())?.jobId)
  return `${state} ${JSON.stringify(error)}`
}

const brief = (value: unknown): string => JSON.stringify(value)?.slice(0, 160) ?? ''

const firstCategory = async () => {
  const [category] = (await call('stage:tree', { stage })).distances.flatMap((distance) => distance.categories)
  if (category === undefined) throw new Error('no category')
  return category
}

let sent: CallId | null = null

const read = async (view: CallView) => (sent === null ? null : await gate.call('call:read', { id: sent, view }))
const page = (query: object) => gate.call('results:page', { stage, offset: 0, limit: 50, ...query })

const asked: { readonly [name: string]: (rest: string) => Promise<unknown> } = {
  take: async () => {
    const said = await endOf(() => call('stage:take', { stage }))
    const { outcome, rows, error } = await firstCategory()
    return `${said} ${outcome} ${rows} ${JSON.stringify(error)}`
  },
  page: () => page({}),
  deep: () => page({ offset: 200_000 }),
  search: () => page({ search: 'иван 9' }),
  sort: () => page({ sort: [{ role: 'name' }] }),
  facets: () => gate.call('results:facets', { stage }),
  person: async () => gate.call('results:person', { category: (await firstCategory()).id, index: 17 }),
  audit: () => gate.call('results:audit', { stage }),
  changes: () => gate.call('results:changes', { stage, offset: 0, limit: 100 }),
  raw: async () => gate.call('results:raw', { category: (await firstCategory()).id }),
  mapping: () => gate.call('results:mapping', { stage }),
  everywhere: () => gate.call('results:find', { search: 'иван 9', limit: 20 }),
  export: () => endOf(() => call('results:export', { stage, format: 'csv' })),
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

await answerOrders(async (line) => {
  const [name = '', rest = ''] = line.split(' ')
  const ask = asked[name]
  return ask === undefined ? { said: 'unknown' } : await waitDuring(() => ask(rest))
}, close)
