import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ScreenState } from '../../preload/contract/screens/state.ts'
import { startBundled } from './bundledChildren.ts'
import { startService, useFolder } from './peers.ts'
import { limited, quantile, type BenchLine } from './report.ts'

const screenCount = 300
const rows = 60_000
const rounds = 8
const calmRounds = 4
const roundMs = 5_000
const changed = 15

type Shown = { readonly url: string; readonly view: string; readonly category: string | null }
type Measured = {
  readonly stored: readonly { readonly category: string; readonly at: number }[]
  readonly cpuPart: number
  readonly rssMb: number
  readonly mostMb: number
  readonly pageP99Ms: number
}

const follow = (url: string, agent: Agent, seen: (atMs: number) => void) => {
  let content: string | null = null
  const ask = (name: string): void => {
    request(`${url}/content/${name}`, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.resume()
      response.on('end', () => seen(Date.now()))
    })
      .on('error', () => undefined)
      .end()
  }
  const stream = request(`${url}/events`, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('error', () => undefined)
    response.on('data', (chunk: string) => {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (!block.startsWith('data: ')) continue
        const state = JSON.parse(block.slice('data: '.length)) as ScreenState
        if (state.content === content || state.content === null) continue
        content = state.content
        ask(content)
      }
    })
  })
  stream.on('error', () => undefined)
  stream.end()
  return () => stream.destroy()
}

/** The change is in what the screen shows. */
const shows = ({ view, category }: Shown, changedCategory: string): boolean =>
  category === changedCategory || view === 'rotation' || view === 'podium' || view === 'announcer'

/**
 * 300 screens of all views on loopback while a stage of 60,000 rows, each person in three categories, is polled every 5 s: first
 * nothing changes, then 15 of its categories each time. A change is seen once a screen that shows it has the content that holds it.
 */
export const benchScreens = async (): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  await using service = await startService(20, rows, 300, 1, 3, 12)
  const rendererDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')
  const args = [folder.path, String(screenCount), rendererDir]
  await using child = await startBundled<readonly Shown[]>('screens', service, ...args)
  const screens = child.first
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const seen = screens.map((): number[] => [])
  const stops = screens.map((screen, at) => follow(screen.url, agent, (atMs) => seen[at]?.push(atMs)))
  await pause(2_000)
  await child.ask('begin')
  await pause(calmRounds * roundMs)
  const calm = await child.ask<Pick<Measured, 'cpuPart'>>('calm')
  for (let round = 0; round < rounds; round += 1) {
    await service.ask(`change ${changed}`)
    await pause(roundMs)
  }
  await pause(roundMs)
  const { stored, cpuPart, rssMb, mostMb, pageP99Ms } = await child.ask<Measured>('end')
  for (const stop of stops) stop()
  agent.destroy()
  const waits = screens.flatMap((screen, at) =>
    stored
      .filter(({ category }) => shows(screen, category))
      .map((change) => (seen[at]?.find((time) => time >= change.at) ?? Number.POSITIVE_INFINITY) - change.at),
  )
  const note = `${waits.length} changes at ${screenCount} screens, ${rows} rows, ${changed} categories each round`
  return [
    limited('screens: a change is seen, p99', quantile(waits, 0.99), 1_000, 'ms', note),
    limited('screens: processor while nothing changes, of one core', 100 * calm.cpuPart, 12, '%', 'polls included'),
    limited('screens: processor, of one core', 100 * cpuPart, 60, '%'),
    limited('screens: memory', rssMb, 400, 'MB', `resident; at most ${mostMb} MB`),
    limited('screens: results:page p99', pageP99Ms, 50, 'ms'),
  ]
}
