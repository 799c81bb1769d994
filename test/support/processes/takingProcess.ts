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
  // Written at once: what the parent reads was true before it killed us.
  if (news.length > 0) writeSync(1, `${JSON.stringify(news)}\n`)
}

// Not by the events of progress: they come at most ten times a second, and the last one may be told before the last is stored.
const telling = setInterval(() => void tell(), 30)
await open.take(stage)
clearInterval(telling)
await tell()
await open.close()
