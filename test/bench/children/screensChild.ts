import { makeScreenSecret } from '../../../main/features/screens/screenSecret.ts'
import { createScreenHost } from '../../../main/serve/screens/screenHost.ts'
import type { HostedStage } from '../../../main/kernel/face.ts'
import { usualScreen } from '../../../preload/contract/screens/layout.ts'
import { quantile } from '../report.ts'
import { memoryMb } from '../processMemory.ts'
import { answerOrders, openBenchCore } from './benchCore.ts'

/**
 * The results laptop with SCREENS screens of a watched stage: `node screensChild.ts BASE_URL RESULTS_URL FOLDER SCREENS RENDERER`.
 * Prints `[{url, view, category}]`; every other one shows one of the first 15 categories. A line `begin` starts the watch; `calm`
 * answers {cpuPart} so far, processor time as a part of one core, and starts to ask pages; `end` answers {stored, cpuPart, rssMb,
 * mostMb, pageP99Ms}: which categories changed, and when the service answered (ms since 1970), processor time since `calm`,
 * memory, and how long `results:page` took meanwhile.
 */
const [baseUrl = '', resultsUrl = '', folder = '', count = '300', rendererDir = ''] = process.argv.slice(2)
const core = await openBenchCore(folder, { unsaved: { baseUrl, resultsUrl } })
const { gate, call, finish, addStage } = core
const stage = await addStage()
await finish(() => call('stage:take', { stage }))
const categoriesNow = async () =>
  (await call('stage:tree', { stage })).distances.flatMap((distance) => distance.categories)
const categories = (await categoriesNow()).map(({ id }) => id)
const others = ['rotation', 'last', 'announcer', 'podium', 'onTheWay'] as const
const screens = Array.from({ length: Number(count) }, (_, index): HostedStage['screens'][number] => {
  const at = Math.floor(index / 2)
  const view = index % 2 === 0 ? 'category' : (others[at % others.length] ?? 'rotation')
  const category = view === 'category' ? (categories[at % 15] ?? null) : null
  const own = { id: `screen-${index}`, name: `Screen ${index}`, secret: makeScreenSecret(), language: 'en' } as const
  return { ...usualScreen, ...own, view, category, roundMinutes: null }
})
const host = createScreenHost({ rendererDir })
host.attach({
  gate,
  noteBug: (thrown) => {
    throw thrown
  },
})
const arranged = { columns: ['bib', 'club', 'team', 'city'], isFinal: false, logo: null, pin: '123456' } as const
const started = await host.start({ stage, screens, ...arranged }, { address: '127.0.0.1', port: 0 })
if (!started.ok) throw new Error(JSON.stringify(started.error))

const stored = new Map<string, { readonly category: string; readonly at: number }>()
const noteReplies = async (): Promise<void> => {
  for (const { id, fetchedAt } of await categoriesNow()) {
    // The moment of its reply, which is a little before that of its storing.
    if (fetchedAt !== null) stored.set(`${id} ${fetchedAt}`, { category: id, at: Date.parse(fetchedAt) })
  }
}
await noteReplies()
const known = new Set(stored.keys())
gate.listen(({ name }) => {
  if (name === 'stage:changed') void noteReplies()
})
const measuring = { isOn: false }
const pages: number[] = []
const askPages = async (): Promise<void> => {
  while (measuring.isOn) {
    const at = performance.now()
    await call('results:page', { stage, offset: 1_000, limit: 100 })
    pages.push(performance.now() - at)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
let begun = { cpu: process.cpuUsage(), atMs: performance.now() }

const begin = async (): Promise<object> => {
  await call('stage:watch', { stage, everyS: 5, budgetMbPerHour: 100_000 })
  begun = { cpu: process.cpuUsage(), atMs: performance.now() }
  return {}
}
const cpuPart = (): number => {
  const { user, system } = process.cpuUsage(begun.cpu)
  return (user + system) / 1000 / (performance.now() - begun.atMs)
}
const calm = (): object => {
  const answer = { cpuPart: cpuPart() }
  begun = { cpu: process.cpuUsage(), atMs: performance.now() }
  measuring.isOn = true
  void askPages()
  return answer
}
const end = (): object => {
  measuring.isOn = false
  return {
    stored: [...stored].flatMap(([key, change]) => (known.has(key) ? [] : [change])),
    cpuPart: cpuPart(),
    rssMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    mostMb: Math.round(memoryMb('VmHWM')),
    pageP99Ms: quantile(pages, 0.99),
  }
}
const close = async (): Promise<void> => {
  await host.stop(stage)
  await core.close()
}
const shown = screens.map(({ secret, view, category }) => ({ url: host.stateOf(stage)?.urlOf(secret), view, category }))
await answerOrders(async (line) => (line === 'begin' ? await begin() : line === 'calm' ? calm() : end()), close, shown)
