import { createInterface } from 'node:readline'
import { createCore } from '../../../main/core.ts'
import { makeScreenSecret } from '../../../main/features/screens/screenSecret.ts'
import { createScreenHost } from '../../../main/serve/screens/screenHost.ts'
import type { HostedStage } from '../../../main/kernel/face.ts'
import { usualScreen } from '../../../preload/contract/screens/layout.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { benchStage } from '../benchRace.ts'
import { quantile } from '../report.ts'
import { memoryMb } from '../processMemory.ts'

/**
 * The results laptop with SCREENS screens of a watched stage: `node screensChild.ts BASE_URL RESULTS_URL FOLDER SCREENS RENDERER`. Prints
 * `{screens: [{url, category}]}`; every other one shows one of the first 15 categories. A line `begin` starts the measure; `end`
 * answers {stored, cpuPart, rssMb, mostMb, pageP99Ms}: which categories changed, and when the service answered (ms since 1970), processor time as a part
 * of one core, memory, and how long `results:page` took meanwhile.
 */
const [baseUrl = '', resultsUrl = '', folder = '', count = '300', rendererDir = ''] = process.argv.slice(2)
const stage = benchStage as StageGuid
const core = await createCore({
  face: 'terminal',
  dataDir: folder,
  env: { RACEDESK_ACCESS_KEY: 'bench-access-key', RACEDESK_RESULTS_KEY: 'bench-results-key' },
  systemLanguage: 'en',
  delivery: { choose: () => Promise.resolve(null) },
  version: 'bench',
  unsaved: { baseUrl, resultsUrl },
})
if (!core.ok) throw new Error(JSON.stringify(core.error))
const { gate, unsavedProfile, close } = core.value
if (unsavedProfile === null) throw new Error('No profile')
await gate.call('stage:add', { profileId: unsavedProfile.id, text: benchStage, name: 'Bench' })
const taken = new Promise<void>((resolve) => {
  const stop = gate.listen(({ name }) => {
    if (name !== 'job:finished') return
    stop()
    resolve()
  })
})
await gate.call('stage:take', { stage })
await taken

const tree = await gate.call('stage:tree', { stage })
if (!tree.ok) throw new Error(JSON.stringify(tree.error))
const categories = tree.value.distances.flatMap((distance) => distance.categories.map(({ id }) => id))
const views = ['category', 'rotation', 'category', 'last', 'category', 'announcer', 'category', 'podium'] as const
const screens = Array.from({ length: Number(count) }, (_, index): HostedStage['screens'][number] => {
  const view = views[index % views.length] ?? 'rotation'
  const category = view === 'category' ? (categories[(index / 2) % 15] ?? null) : null
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
  const now = await gate.call('stage:tree', { stage })
  if (!now.ok) return
  for (const { id, fetchedAt } of now.value.distances.flatMap((distance) => distance.categories)) {
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
    await gate.call('results:page', { stage, offset: 1_000, limit: 100 })
    pages.push(performance.now() - at)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
let begun = { cpu: process.cpuUsage(), atMs: performance.now() }

process.stdout.write(
  `${JSON.stringify({ screens: screens.map((screen) => ({ url: host.stateOf(stage)?.urlOf(screen.secret), category: screen.category })) })}\n`,
)
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'begin') {
    await gate.call('stage:watch', { stage, everyS: 5, budgetMbPerHour: 100_000 })
    begun = { cpu: process.cpuUsage(), atMs: performance.now() }
    measuring.isOn = true
    void askPages()
    process.stdout.write('begun\n')
  }
  if (line === 'end') {
    measuring.isOn = false
    const { user, system } = process.cpuUsage(begun.cpu)
    const cpuPart = (user + system) / 1000 / (performance.now() - begun.atMs)
    const rssMb = Math.round(process.memoryUsage.rss() / 1024 / 1024)
    process.stdout.write(
      `${JSON.stringify({ stored: [...stored].flatMap(([key, change]) => (known.has(key) ? [] : [change])), cpuPart, rssMb, mostMb: Math.round(memoryMb('VmHWM')), pageP99Ms: quantile(pages, 0.99) })}\n`,
    )
  }
}
await host.stop(stage)
await close()
