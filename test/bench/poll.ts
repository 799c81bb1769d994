import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchBodies, benchGroup, benchGuid, benchStage } from './benchRace.ts'
import { bundleChildren, bundledFolder } from './bundledChildren.ts'
import { isInstalled, startChild, startService, timeCommand, type Service } from './peers.ts'
import { median, type BenchLine } from './report.ts'

type Polled = { readonly ms: number; readonly cpuMs: number; readonly changed: number }

const categories = 300
const changed = 15
const runs = 9

/** Polling 300 links again of which 15 changed, 30 ms a call, 8 calls in flight, with entity tags and without. */
export const benchPoll = async (): Promise<readonly BenchLine[]> => {
  if (!isInstalled('curl')) return [{ row: 'poll', skipped: 'curl is not installed' }]
  await bundleChildren()
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  try {
    return [...(await compare(folder, true)), ...(await compare(folder, false))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const compare = async (folder: string, hasTags: boolean): Promise<readonly BenchLine[]> => {
  const service = await startService(30, 100_000, categories, hasTags ? 1 : 0)
  const config = writeCurlConfig(folder, service, hasTags)
  const curl = ['-Z', '--no-progress-meter', '--parallel-max', '8', '-K', config]
  const child = startChild(new URL('pollChild.js', bundledFolder), [service.url, service.resultsUrl])
  await child.firstLine
  await timeCommand('curl', curl)
  const ours: Polled[] = []
  const peer: number[] = []
  for (let run = 0; run <= runs; run += 1) {
    await service.ask(`change ${changed}`)
    // The second one finds the service warm, so they alternate.
    if (run % 2 === 0) peer.push(await timeCommand('curl', curl))
    ours.push(JSON.parse(await child.ask('poll')) as Polled)
    if (run % 2 === 1) peer.push(await timeCommand('curl', curl))
  }
  await child.end()
  await service.end()
  const wrong = ours.find((polled) => polled.changed !== changed)
  if (wrong !== undefined) throw new Error(`${wrong.changed} categories changed instead of ${changed}`)
  const row = `poll, ${changed} of ${categories} changed, ${hasTags ? 'entity tags' : 'no entity tags'}`
  return [
    {
      row,
      ours: median(ours.slice(1).map(({ ms }) => ms)),
      peer: median(peer.slice(1)),
      unit: 'ms',
      peerName: hasTags ? 'curl -Z with --etag-compare' : 'curl -Z to files',
      goalRatio: hasTags ? 1.03 : 1.06,
    },
    {
      row: `${row}, CPU`,
      ours: median(ours.slice(1).map(({ cpuMs }) => cpuMs)),
      peer: parseAllMs(),
      unit: 'ms',
      peerName: 'JSON.parse of all bodies alone',
      goalRatio: null,
    },
  ]
}

const parseAllMs = (): number => {
  const texts = benchBodies(100_000, categories).map(({ body }) => body.toString('utf8'))
  const startedAt = performance.now()
  for (const text of texts) JSON.parse(text)
  return performance.now() - startedAt
}

const writeCurlConfig = (folder: string, service: Service, hasTags: boolean): string => {
  const path = join(folder, hasTags ? 'tagged.config' : 'plain.config')
  const sections = Array.from({ length: categories }, (_, index) => {
    const url = `${service.resultsUrl}/results/get/${benchStage}/${benchGroup}/${benchGuid(index)}`
    const tag = join(folder, `${index}.etag`)
    const lines = ['silent', 'show-error', `url = "${url}"`, `output = "${join(folder, `${index}.json`)}"`]
    return [...lines, ...(hasTags ? [`etag-compare = "${tag}"`, `etag-save = "${tag}"`] : [])].join('\n')
  })
  writeFileSync(path, `${sections.join('\nnext\n')}\n`)
  return path
}
