import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Publication } from '../../preload/contract/publish/publish.ts'
import { giveBack, openDoor, passOn } from '../support/stores/frontDoor.ts'
import { startSwift } from '../support/stores/swiftServer.ts'
import { bundleChildren, bundledFolder } from './bundledChildren.ts'
import { type Child, startChild, startService } from './peers.ts'
import { benchReaders } from './publishReaders.ts'
import type { BenchLine } from './report.ts'

const rows = 100_000
const categories = 300
const changed = 15
const runs = 5
const storeDelayMs = 50
const limit = { peerName: 'the limit', goalRatio: 1 } as const

type Sent = Publication & { readonly ms: number; readonly buildMs: number; readonly peakMb: number }

/** A website of 100,000 people: making, sending, keeping up to date, reading on a slow phone, serving to a crowd. */
export const benchPublish = async (): Promise<readonly BenchLine[]> => {
  await bundleChildren()
  const home = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  // nginx may read it as another user.
  chmodSync(home, 0o755)
  const site = join(home, 'site')
  const store = await startSwift(join(home, 'swift'))
  const service = await startService(0, rows, categories, 1)
  const { url, resultsUrl } = service
  const { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret } = store.env
  const desk = async (): Promise<Child> => {
    const args = [join(home, 'data'), url, resultsUrl, site, keyId, secret]
    const child = startChild(new URL('publishChild.js', bundledFolder), args)
    await child.firstLine
    return child
  }
  const change = async (child: Child): Promise<void> => {
    await service.ask(`change ${changed}`)
    await child.ask('take')
  }
  try {
    // What takes needs more memory than what publishes.
    const first = await desk()
    await first.ask('take')
    await first.end()
    const publisher = await desk()
    const whole = JSON.parse(await publisher.ask('folder')) as Sent
    await publisher.end()
    const follower = await desk()
    const again: Sent[] = []
    for (let run = 0; run < runs; run += 1) {
      await change(follower)
      again.push(JSON.parse(await follower.ask('folder')) as Sent)
    }
    const followed = await follow(follower, change, store)
    await follower.end()
    return [...linesOf(whole, again), ...followed, ...(await benchReaders(home, site))]
  } finally {
    await service.end()
    await store.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

const linesOf = (whole: Sent, again: readonly Sent[]): readonly BenchLine[] => {
  const note = `${whole.files} files, written after ${(whole.ms / 1_000).toFixed(1)} s`
  const most = (of: (one: Sent) => number): number => Math.max(...again.map(of))
  return [
    { row: 'publish: a site is made', ours: whole.buildMs, peer: 4_000, unit: 'ms', ...limit, note },
    { row: 'publish: peak memory', ours: whole.peakMb, peer: 250, unit: 'MB', ...limit },
    { row: 'publish: its size', ours: whole.sizeBytes / 1e6, peer: 40, unit: 'MB', ...limit },
    { row: `publish: files after ${changed} rows`, ours: most(({ sent }) => sent), peer: 10, unit: '', ...limit },
    { row: 'publish: sent for them', ours: most(({ sentBytes }) => sentBytes) / 1e3, peer: 300, unit: 'kB', ...limit },
  ]
}

/** Answers as the store does, but later, and writes down what was asked. */
const startSlowly = async (endpoint: string) => {
  const asked: { readonly method: string; readonly path: string; readonly at: number }[] = []
  const door = await openDoor((incoming, outgoing) => {
    void passOn(endpoint, incoming, outgoing, (reply) => {
      setTimeout(() => {
        const { method = '', url: path = '' } = incoming
        asked.push({ method, path, at: performance.now() })
        giveBack(reply, outgoing)
      }, storeDelayMs)
    })
  })
  return { ...door, asked }
}

const follow = async (
  child: Child,
  change: (child: Child) => Promise<void>,
  store: { readonly endpoint: string; readonly bucket: string },
): Promise<readonly BenchLine[]> => {
  const slow = await startSlowly(store.endpoint)
  const { ms } = JSON.parse(await child.ask(`store s3://${store.bucket}/spring ${slow.endpoint}`)) as Sent
  await pause(3_000)
  const waits: number[] = []
  const counts: number[] = []
  for (let run = 0; run < runs; run += 1) {
    slow.asked.length = 0
    await change(child)
    const storedAt = performance.now()
    const entry = () => slow.asked.find(({ method, path }) => method === 'PUT' && path.endsWith('/index.html'))
    while (entry() === undefined) await pause(5)
    waits.push((entry()?.at ?? NaN) - storedAt)
    // What is sent after the entry counts, too.
    await pause(2_000)
    counts.push(slow.asked.length)
  }
  await slow.stop()
  const note = `the store answers after ${storeDelayMs} ms; all files took ${(ms / 1_000).toFixed(1)} s`
  return [
    { row: 'publish: a change is on the store', ours: Math.max(...waits), peer: 5_000, unit: 'ms', ...limit, note },
    { row: 'publish: requests for it', ours: Math.max(...counts), peer: 10, unit: '', ...limit },
  ]
}
