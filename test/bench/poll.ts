import { benchBodies, benchCategories } from './benchRace.ts'
import { startBundled } from './bundledChildren.ts'
import { curlArgs, isInstalled, startService, timeCommand, useFolder } from './peers.ts'
import { median, medianMs, timed, type BenchLine } from './report.ts'

type Polled = { readonly ms: number; readonly cpuMs: number; readonly changed: number }

const changed = 15
const runs = 9

/** Polling 300 links again of which 15 changed, 30 ms a call, 8 calls in flight, with entity tags and without. */
export const benchPoll = async (): Promise<readonly BenchLine[]> => {
  if (!isInstalled('curl')) return [{ row: 'poll', skipped: 'curl is not installed' }]
  return [...(await compare(true)), ...(await compare(false))]
}

const compare = async (hasTags: boolean): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  await using service = await startService(30, 100_000, benchCategories, hasTags ? 1 : 0)
  const curl = curlArgs(folder.path, service, hasTags)
  await using child = await startBundled('poll', service)
  await timeCommand('curl', curl)
  const ours: Polled[] = []
  const peer: number[] = []
  for (let run = 0; run <= runs; run += 1) {
    await service.ask(`change ${changed}`)
    // The second one finds the service warm, so they alternate.
    if (run % 2 === 0) peer.push(await timeCommand('curl', curl))
    ours.push(await child.ask<Polled>('poll'))
    if (run % 2 === 1) peer.push(await timeCommand('curl', curl))
  }
  const wrong = ours.find((polled) => polled.changed !== changed)
  if (wrong !== undefined) throw new Error(`${wrong.changed} categories changed instead of ${changed}`)
  const row = `poll, ${changed} of ${benchCategories} changed, ${hasTags ? 'entity tags' : 'no entity tags'}`
  const [, ...counted] = ours
  const [peerName, goalRatio] = hasTags ? (['curl -Z with --etag-compare', 1.03] as const) : ['curl -Z to files', 1.06]
  const cpu = { ours: median(counted.map(({ cpuMs }) => cpuMs)), peer: parseAllMs(), unit: 'ms', goalRatio: null }
  return [
    { row, ours: medianMs(counted), peer: median(peer.slice(1)), unit: 'ms', peerName, goalRatio },
    { row: `${row}, CPU`, ...cpu, peerName: 'JSON.parse of all bodies alone' },
  ]
}

const parseAllMs = (): number => {
  const texts = benchBodies().map(({ body }) => body.toString('utf8'))
  return timed(() => {
    for (const text of texts) JSON.parse(text)
  })
}
