import { setTimeout as passing } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { isPassing, tryAgain } from '../../../main/features/publish/tryAgain.ts'
import type { RemoteFolder } from '../../../main/platform/remote/remoteFolder.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { atEnd, closing, temporaryFolder } from '../../support/atEnd.ts'
import { hasApache, hasSshd, hasSwift, suiteFor } from '../../support/requirements.ts'
import { stores, writeOptions, type Store } from '../../support/stores/stores.ts'

const waitMoment = async (): Promise<void> => {
  await passing(100)
}
const limitBytes = 1_000_000
const folders = ['', 'd']
const signal = new AbortController().signal
const bytes = (text: string): Buffer => Buffer.from(text)

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

const suites = {
  folder: describe,
  s3: suiteFor('swift', hasSwift()),
  webdav: suiteFor('apache', hasApache()),
  sftp: suiteFor('sshd', hasSshd()),
  'plain sftp': suiteFor('sshd', hasSshd()),
}

describe.each(['folder', 's3', 'webdav', 'sftp', 'plain sftp'] as const)('a place', (kind) => {
  suites[kind](kind, () => expectPlace(stores[kind]))
})

const expectPlace = (open: (home: string) => Promise<Store>): void => {
  let store: Store
  let place: RemoteFolder
  beforeAll(async () => {
    store = await open(temporaryFolder())
    atEnd(store.stop)
    place = closing(store.open())
  })

  /** Tries again after a passing failure, as publishing does. */
  const tries = { wait: waitMoment, random: Math.random, patienceMs: 10_000, signal, told: () => undefined }
  const write = async (path: string, body: string, expects?: string | null): Promise<string | false> => {
    const options = expects === undefined ? writeOptions : { ...writeOptions, expects }
    const written = valueOf(await tryAgain(tries, () => place.write(path, bytes(body), options, signal)))
    return written.written ? written.version : false
  }
  const paths = async (listed = folders): Promise<readonly string[]> =>
    valueOf(await place.list(listed, signal))
      .map(({ path }) => path)
      .toSorted()
  const removeAll = async (listed?: string[]): Promise<void> => {
    const found = await paths(listed)
    valueOf(await tryAgain(tries, () => place.remove(found, signal)))
  }

  it('is empty before anything was written', async () => {
    expect(await paths()).toEqual([])
    expect(valueOf(await place.read('index.html', limitBytes, signal))).toBeNull()
    expect(valueOf(await place.remove(['index.html', 'd/none.bin'], signal))).toBeNull()
  })

  it('gives back what was written, to others too, in folders that it makes', async () => {
    const body = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 251))
    valueOf(await place.write('d/a1.bin', body, writeOptions, signal))
    await write('index.html', 'The entry')
    await write('empty.bin', '')
    expect(
      valueOf(await place.list(folders, signal)).toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    ).toEqual([
      { path: 'd/a1.bin', sizeBytes: 70_000 },
      { path: 'empty.bin', sizeBytes: 0 },
      { path: 'index.html', sizeBytes: 9 },
    ])
    expect(valueOf(await place.read('d/a1.bin', limitBytes, signal))?.body).toEqual(body)
    expect(await store.read('d/a1.bin')).toEqual(body)
    expect(await place.read('d/a1.bin', 100, signal)).toMatchObject({ error: { kind: 'too-large' } })
    await removeAll()
  })

  it('writes several files at once into folders that are not there yet', async () => {
    const inner = ['a/inner', 'c/inner', 'd/inner']
    const names = Array.from({ length: 6 }, (_, at) => `${inner[at % 3]}/${at}.bin`)
    await Promise.all(names.map((name) => write(name, name)))
    expect(await paths(inner)).toEqual(names.toSorted())
    await removeAll(inner)
    expect(await paths(inner)).toEqual([])
  })

  it('lists a folder with many files beside many folders', async () => {
    const names = Array.from({ length: 3 }, (_, at) => [`a/${at}.bin`, `a/${at}/inner.bin`]).flat()
    for (const name of names) await write(name, name)
    const listed = valueOf(await place.list(['a', ''], signal)).map(({ path }) => path)
    expect(listed.toSorted()).toEqual(names.filter((name) => !name.endsWith('/inner.bin')).toSorted())
    valueOf(await place.remove(names, signal))
  })

  it('writes where nothing is, or in place of one version, and nothing else', async () => {
    const first = await write('index.html', 'one', null)
    expect(first).not.toBe(false)
    expect(await write('index.html', 'two', null)).toBe(false)
    expect(valueOf(await place.read('index.html', limitBytes, signal))).toEqual({ body: bytes('one'), version: first })
    const second = await write('index.html', 'two', first === false ? null : first)
    expect(second).not.toBe(false)
    expect(await write('index.html', 'three', first === false ? null : first)).toBe(false)
    await store.put('index.html', bytes('of somebody else'))
    expect(await write('index.html', 'three', second === false ? null : second)).toBe(false)
    expect(await store.read('index.html')).toEqual(bytes('of somebody else'))
    await removeAll()
    expect(await write('index.html', 'three', second === false ? null : second)).toBe(false)
    expect(await paths()).toEqual([])
  })

  it('lets one of two clients write that expect the same', async () => {
    const other = closing(store.open())
    const options = { ...writeOptions, expects: null }
    const both = await Promise.all([
      place.write('index.html', bytes('one'), options, signal),
      other.write('index.html', bytes('two'), options, signal),
    ])
    const written = both.filter((one) => valueOf(one).written)
    expect(written.length).toBeGreaterThan(0)
    const there = valueOf(await place.read('index.html', limitBytes, signal))
    expect(both.some((one) => one.ok && one.value.written && one.value.version === there?.version)).toBe(true)
    await removeAll()
  })

  it('shows readers the earlier file or the new one, never a part', async () => {
    const bodies = ['a', 'b'].map((letter) => letter.repeat(150_000))
    await write('index.html', bodies[0] ?? '')
    const progress = { isDone: false }
    const writing = (async () => {
      for (let round = 1; round < 4; round += 1) await write('index.html', bodies[round % 2] ?? '')
      progress.isDone = true
    })()
    const seen = new Set<string>()
    while (!progress.isDone) {
      const body = (await store.read('index.html'))?.toString() ?? 'nothing'
      seen.add(bodies.includes(body) ? 'whole' : `${body.slice(0, 10)} (${body.length})`)
    }
    await writing
    expect([...seen]).toEqual(['whole'])
    await removeAll()
  })

  it('neither lists nor removes what others hide beside', async () => {
    await store.put('.hidden', bytes('of somebody else'))
    await store.put('d/.index.html.part', bytes('of somebody else'))
    await write('d/a1.bin', 'ours')
    await removeAll()
    expect(await paths()).toEqual([])
    expect(await store.read('d/.index.html.part')).toEqual(bytes('of somebody else'))
  })

  it('looks at no folder but those that it is asked for', async () => {
    await write('other/deep/a1.bin', 'of somebody else')
    await write('d/a1.bin', 'ours')
    expect(await paths()).toEqual(['d/a1.bin'])
    await removeAll()
    expect(await store.read('other/deep/a1.bin')).toEqual(bytes('of somebody else'))
  })

  it('ends when it is told to', async () => {
    const cancelled = AbortSignal.abort()
    const fresh = closing(store.open())
    const results = [
      await fresh.list(folders, cancelled),
      await fresh.write('d/a1.bin', bytes('one'), writeOptions, cancelled),
      await fresh.remove(['d/a1.bin'], cancelled),
    ]
    expect(results.map((result) => !result.ok && result.error.kind)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await paths()).toEqual([])
  })

  it('goes on after a connection that broke, and leaves the earlier file until then', async () => {
    if (store.wire === null) return
    await write('index.html', 'earlier')
    store.wire.cutAfter(50_000)
    const body = Buffer.alloc(200_000, 'new ')
    const broken = await place.write('index.html', body, writeOptions, signal)
    expect(broken.ok ? null : isPassing(broken.error)).toBe(true)
    expect(await store.read('index.html')).toEqual(bytes('earlier'))
    const gone = await place.list(folders, signal)
    expect(gone.ok ? null : isPassing(gone.error)).toBe(true)
    store.wire.mend()
    valueOf(await place.write('index.html', body, writeOptions, signal))
    expect(await store.read('index.html')).toEqual(body)
    expect(await paths()).toEqual(['index.html'])
    await removeAll()
  })
}
