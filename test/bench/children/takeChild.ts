import { memoryMb } from '../processMemory.ts'
import { answerOrders, askPages, openBenchCore } from './benchCore.ts'

/**
 * A core in a process of its own: `node takeChild.ts BASE_URL RESULTS_URL`. Each line on its input is an order:
 * `take` answers {ms, rows, peakMb}; `take+pages` also asks for pages all the while and answers how long each took.
 */
const [baseUrl = '', resultsUrl = ''] = process.argv.slice(2)
const core = await openBenchCore(null, { unsaved: { baseUrl, resultsUrl }, parallelCalls: 8 })
const stage = await core.addStage()

const answer = async (order: string): Promise<object> => {
  let isOver = false
  const pages = order === 'take+pages' ? askPages(core, stage, () => isOver) : Promise.resolve([])
  const startedAt = performance.now()
  await core.finish(() => core.call('stage:take', { stage }))
  const ms = performance.now() - startedAt
  isOver = true
  const pagesMs = await pages
  const [stored] = await core.call('stage:list', {})
  return { ms, rows: stored?.rows ?? 0, peakMb: memoryMb('VmHWM'), pagesMs }
}

await answerOrders(answer, core.close)
