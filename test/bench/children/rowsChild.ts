import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerOrders, openBenchCore } from './benchCore.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { benchStage } from '../benchRace.ts'

/**
 * A core on a FOLDER with the stage of the bench: `node rowsChild.js BASE_URL RESULTS_URL FOLDER`. Each line on its input is the name
 * of an ask, answered with {ms, stallMs}: how long it took, and the longest that anything else waited meanwhile.
 */
const [, , , , folder = ''] = process.argv
const stage = benchStage as StageGuid
const { call, close } = await openBenchCore(folder)

const page = (query: object): Promise<unknown> => call('results:page', { stage, offset: 0, limit: 50, ...query })

const asks: { readonly [name: string]: () => Promise<unknown> } = {
  page: () => page({}),
  search: () => page({ search: 'щегл' }),
  'by result': () => page({ sort: [{ role: 'result' }] }),
  'by name': () => page({ sort: [{ role: 'name' }] }),
  filter: () => page({ filters: [{ role: 'club', values: ['Динамо'] }] }),
  facets: () => call('results:facets', { stage, roles: ['club', 'city', 'status'] }),
  people: () => page({ isByPerson: true }),
}

const measured = async (work: () => Promise<unknown>): Promise<object> => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // The first of its samples waits for the next turn.
  await sleep(20)
  delay.reset()
  const startedAt = performance.now()
  await work()
  const ms = performance.now() - startedAt
  await sleep(20)
  delay.disable()
  return { ms, stallMs: delay.max / 1e6 }
}

await answerOrders(async (order) => {
  const ask = asks[order]
  return ask === undefined ? null : await measured(ask)
}, close)
