import { cpus } from 'node:os'
import { benchBounds } from './bounds.ts'
import { benchChanges } from './changes.ts'
import { benchExportBusy } from './exports/busy.ts'
import { benchExportCsv } from './exports/csv.ts'
import { benchExportMemory } from './exports/memory.ts'
import { benchExportXlsx } from './exports/xlsx.ts'
import { benchParse } from './parse.ts'
import { benchPoll } from './poll.ts'
import { benchPublish } from './publish.ts'
import { scoreReading } from './reading.ts'
import { describeLine, heading, type BenchLine } from './report.ts'
import { benchScreens } from './screens.ts'
import { benchSearch } from './search.ts'
import { benchStart } from './start.ts'
import { benchStore } from './store.ts'
import { benchBlocks, benchOrders } from './storedLists.ts'
import { runTableBench } from './table/run.ts'
import { benchTake } from './take.ts'
import { benchWatchDay } from './watchDay.ts'

/** `npm run bench [-- ROW…]`: ours beside the peers, in one run. Compare ratios, not seconds. `reading` has no peer and runs alone. */
const rows: { readonly [name: string]: () => Promise<readonly BenchLine[]> } = {
  take: benchTake,
  parse: benchParse,
  store: benchStore,
  poll: benchPoll,
  watch: benchWatchDay,
  changes: benchChanges,
  search: benchSearch,
  csv: benchExportCsv,
  xlsx: benchExportXlsx,
  memory: benchExportMemory,
  busy: benchExportBusy,
  bounds: benchBounds,
  table: runTableBench,
  orders: benchOrders,
  blocks: benchBlocks,
  start: benchStart,
  screens: benchScreens,
  publish: benchPublish,
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const asked = process.argv.slice(2)
if (asked[0] === 'reading') {
  await scoreReading(asked.slice(1), print)
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
