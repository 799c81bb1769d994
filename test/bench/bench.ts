import { cpus } from 'node:os'
import { describeLine, heading, type BenchLine } from './report.ts'

/** `npm run bench [-- ROW…]`: ours beside the peers, in one run. Compare ratios, not seconds. `reading` has no peer and runs alone. */
const rows: { readonly [name: string]: () => Promise<readonly BenchLine[]> } = {
  take: async () => (await import('./take.ts')).benchTake(),
  parse: async () => (await import('./parse.ts')).benchParse(),
  store: async () => (await import('./store.ts')).benchStore(),
  poll: async () => (await import('./poll.ts')).benchPoll(),
  watch: async () => (await import('./watchDay.ts')).benchWatchDay(),
  changes: async () => (await import('./changes.ts')).benchChanges(),
  search: async () => (await import('./search.ts')).benchSearch(),
  rows: async () => (await import('./rows.ts')).benchRows(),
  csv: async () => (await import('./exports/csv.ts')).benchExportCsv(),
  xlsx: async () => (await import('./exports/xlsx.ts')).benchExportXlsx(),
  memory: async () => (await import('./exports/memory.ts')).benchExportMemory(),
  busy: async () => (await import('./exports/busy.ts')).benchExportBusy(),
  bounds: async () => (await import('./bounds.ts')).benchBounds(),
  table: async () => (await import('./table/run.ts')).runTableBench(),
  orders: async () => (await import('./storedLists.ts')).benchOrders(),
  blocks: async () => (await import('./storedLists.ts')).benchBlocks(),
  start: async () => (await import('./start.ts')).benchStart(),
  screens: async () => (await import('./screens.ts')).benchScreens(),
  publish: async () => (await import('./publish.ts')).benchPublish(),
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const asked = process.argv.slice(2)
if (asked[0] === 'reading') {
  await (await import('./reading.ts')).scoreReading(asked.slice(1), print)
  process.exit(0)
}
const unknown = asked.filter((name) => !Object.hasOwn(rows, name))
if (unknown.length > 0) {
  print(`No such row: ${unknown.join(', ')}. Rows: ${Object.keys(rows).join(', ')}; reading.`)
  process.exit(2)
}

const cores = cpus()
print(`Node ${process.versions.node}, ${cores.length} x ${cores[0]?.model ?? 'unknown'}; medians, alternating`)
print(heading)
for (const [name, run] of Object.entries(rows)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const line of await run()) print(describeLine(line))
}
