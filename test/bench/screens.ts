import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ScreenState } from '../../preload/contract/screens/state.ts'
import { bundleChildren, bundledFolder } from './bundledChildren.ts'
import { startChild, startService } from './peers.ts'
import { quantile, type BenchLine } from './report.ts'

const screenCount = 300
const rounds = 8
const roundMs = 5_000
const changed = 15

type Shown = { readonly url: string; readonly category: string | null }
type Measured = {
  readonly stored: readonly { readonly category: string; readonly at: number }[]
  readonly cpuPart: number
  readonly rssMb: number
  readonly mostMb: number
  readonly pageP99Ms: number
}

/** One screen: it follows its state, and asks for the content as soon as it is another one. */
const follow = (url: string, agent: Agent, seen: (atMs: number) => void) => {
  let content: string | null = null
  const ask = (name: string): void => {
    request(`${url}/content/${name}`, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.resume()
      response.on('end', () => seen(Date.now()))
    }).end()
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

/**
 * 300 screens on loopback while a stage of 26,000 rows is polled every 5 s and 15 of its categories change each time. Half of them
 * show one of these categories: a change is seen once such a screen has the content that holds it.
 */
export const benchScreens = async (): Promise<readonly BenchLine[]> => {
  await bundleChildren()
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const service = await startService(20, 26_000, 300, 1)
  const { url, resultsUrl } = service
  const rendererDir = join(import.meta.dirname, '..', '..', 'out', 'renderer')
  const child = startChild(new URL('screensChild.js', bundledFolder), [
    url,
    resultsUrl,
    folder,
    String(screenCount),
    rendererDir,
  ])
  const { screens } = JSON.parse(await child.firstLine) as { readonly screens: readonly Shown[] }
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const seen = screens.map((): number[] => [])
  const stops = screens.map((screen, at) => follow(screen.url, agent, (atMs) => seen[at]?.push(atMs)))
  await pause(2_000)
  await child.ask('begin')
  await pause(roundMs)
  for (let round = 0; round < rounds; round += 1) {
    await service.ask(`change ${changed}`)
    await pause(roundMs)
  }
  await pause(roundMs)
  const measured = JSON.parse(await child.ask('end')) as Measured
  for (const stop of stops) stop()
  agent.destroy()
  await child.end()
  await service.end()
  rmSync(folder, { recursive: true, force: true })
  const waits = screens.flatMap(({ category }, screen) =>
    measured.stored
      .filter((change) => change.category === category)
      .map(({ at }) => (seen[screen]?.find((time) => time >= at) ?? Number.POSITIVE_INFINITY) - at),
  )
  const limit = { peerName: 'the limit', goalRatio: 1 } as const
  const note = `${waits.length} changes at ${screenCount} screens, 26000 rows, ${changed} categories each round`
  return [
    { row: 'screens: a change is seen, p99', ours: quantile(waits, 0.99), peer: 1_000, unit: 'ms', ...limit, note },
    { row: 'screens: processor, of one core', ours: 100 * measured.cpuPart, peer: 60, unit: '%', ...limit },
    {
      row: 'screens: memory',
      ours: measured.rssMb,
      peer: 300,
      unit: 'MB',
      ...limit,
      note: `resident; at most ${measured.mostMb} MB`,
    },
    { row: 'screens: results:page p99', ours: measured.pageP99Ms, peer: 50, unit: 'ms', ...limit },
  ]
}
