import { writeSync } from 'node:fs'
import { addStage, openCore } from '../openCore.ts'

/** Run by takeInChild: takes a stage and prints, again and again, which categories are stored by now. */
const { dataDir, ...service } = JSON.parse(process.argv[2] ?? '') as {
  readonly dataDir: string
  readonly url: string
  readonly resultsUrl: string
  readonly stage: string
}
const open = await openCore({ dataDir })
const { stage } = await addStage(open, service)
const told = new Set<string>()

const tell = async (): Promise<void> => {
  const { distances } = await open.call('stage:tree', { stage })
  const stored = distances.flatMap(({ categories }) => categories.filter(({ outcome }) => outcome === 'done'))
  const news = stored.map(({ name }) => name).filter((name) => !told.has(name))
  for (const name of news) told.add(name)
  // Written synchronously, so that the parent reads a state from before the kill.
  if (news.length > 0) writeSync(1, `${JSON.stringify(news)}\n`)
}

// Not by progress events: they come at most ten times a second, and may precede storing.
const telling = setInterval(() => void tell(), 30)
await open.take(stage)
clearInterval(telling)
await tell()
await open.close()
