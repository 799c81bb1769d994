import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Publication } from '../../preload/contract/publish/publish.ts'
import { giveBack, openDoor, passOn } from '../support/stores/frontDoor.ts'
import { startSwift } from '../support/stores/swiftServer.ts'
import { startBundled } from './bundledChildren.ts'
import { startService, useFolder, type Child } from './peers.ts'
import { benchReaders } from './publishReaders.ts'
import { limited, type BenchLine } from './report.ts'

const rows = 100_000
const categories = 300
const changed = 15
const runs = 5
const storeDelayMs = 50

type Sent = Publication & { readonly ms: number; readonly buildMs: number; readonly peakMb: number }

/** A website of 100,000 people: making, sending, keeping up to date, reading on a slow phone, serving to a crowd. */
export const benchPublish = async (): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  const home = folder.path
  // nginx may read it as another user.
  chmodSync(home, 0o755)
  const site = join(home, 'site')
  const store = await startSwift(join(home, 'swift'))
  try {
    await using service = await startService(0, rows, categories, 1)
    const { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: secret } = store.env
    const desk = () => startBundled('publish', service, join(home, 'data'), site, keyId, secret)
    const askOnce = async (order: string): Promise<Sent> => {
      await using child = await desk()
      return await child.ask<Sent>(order)
    }
    // The process that downloads needs more memory than the one that publishes.
    await askOnce('take')
    const whole = await askOnce('folder')
    const again: Sent[] = []
    await using follower = await desk()
    const change = async (): Promise<void> => {
      await service.ask(`change ${changed}`)
      await follower.ask('take')
    }
    for (let run = 0; run < runs; run += 1) {
      await change()
      again.push(await follower.ask<Sent>('folder'))
    }
    const followed = await follow(follower, change, store)
    return [...linesOf(whole, again), ...followed, ...(await benchReaders(home, site))]
  } finally {
    await store.stop()
  }
}

const linesOf = (whole: Sent, again: readonly Sent[]): readonly BenchLine[] => {
  const note = `${whole.files} files, written after ${(whole.ms / 1_000).toFixed(1)} s`
  const most = (of: (one: Sent) => number): number => Math.max(...again.map(of))
  return [
    limited('publish: a site is made', whole.buildMs, 4_000, 'ms', note),
    limited('publish: peak memory', whole.peakMb, 250, 'MB'),
    limited('publish: its size', whole.sizeBytes / 1e6, 40, 'MB'),
    limited(
      `publish: files after ${changed} rows`,
      most(({ sent }) => sent),
      10,
      '',
    ),
    limited('publish: sent for them', most(({ sentBytes }) => sentBytes) / 1e3, 300, 'kB'),
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
  change: () => Promise<void>,
  store: { readonly endpoint: string; readonly bucket: string },
): Promise<readonly BenchLine[]> => {
  const slow = await startSlowly(store.endpoint)
  const { ms } = await child.ask<Sent>(`store s3://${store.bucket}/spring ${slow.endpoint}`)
  await pause(3_000)
  const waits: number[] = []
  const counts: number[] = []
  for (let run = 0; run < runs; run += 1) {
    slow.asked.length = 0
    await change()
    const storedAt = performance.now()
    const entry = () => slow.asked.find(({ method, path }) => method === 'PUT' && path.endsWith('/index.html'))
    while (entry() === undefined) await pause(5)
    waits.push((entry()?.at ?? NaN) - storedAt)
    // Files sent after the entry count, too.
    await pause(2_000)
    counts.push(slow.asked.length)
  }
  await slow.stop()
  const note = `the store answers after ${storeDelayMs} ms; all files took ${(ms / 1_000).toFixed(1)} s`
  return [
    limited('publish: a change is on the store', Math.max(...waits), 5_000, 'ms', note),
    limited('publish: requests for it', Math.max(...counts), 10, ''),
  ]
}
