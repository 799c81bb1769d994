import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../../../preload/contract/ids.ts'
import { describe, expect, it, vi } from 'vitest'
import { addBody, beginIntake, heldLimitBytes } from '../../../main/features/capsule/capsuleIntake.ts'
import { openAgain, openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import {
  manifestEntry,
  openBytes,
  readCapsule,
  saveCapsule,
  withParts,
  type Capsule,
} from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { zipFile, type ZipEntry } from '../../support/files/zipFile.ts'

import { finisher, refusalOf, small, useSources } from '../../support/capsuleSource.ts'

const cores = useCores()
const source = useSources(cores)

const one = async (): Promise<Capsule & { readonly archive: Buffer }> => {
  const { open, stage, path, answer } = await source(small)
  answer('M40', [...small.M40, finisher(4, '0:34:00')])
  await open.take(stage)
  const archive = await saveCapsule(open, stage, path)
  return { ...readCapsule(archive), archive }
}

const changed = (parts: readonly ZipEntry[], name: string, change: Partial<ZipEntry>): readonly ZipEntry[] =>
  parts.map((part) => (part.name === name ? { ...part, ...change } : part))

const flipped = (data: Uint8Array): Buffer => {
  const copy = Buffer.from(data)
  copy[copy.length - 3] = (copy[copy.length - 3] ?? 0) ^ 1
  return copy
}

const withLedger = (capsule: Capsule, from: string | RegExp, to: string): Buffer => {
  const ledger = capsule.parts.find(({ name }) => name === 'ledger.ndjson')?.data ?? ''
  const text = Buffer.from(ledger).toString('utf8')
  expect(text).toMatch(from)
  return withParts(capsule, changed(capsule.parts, 'ledger.ndjson', { data: Buffer.from(text.replaceAll(from, to)) }))
}

const body = 'bodies/00001.json'
const deep = '['.repeat(200_000) + ']'.repeat(200_000)

type Hostile = (capsule: Capsule & { readonly archive: Buffer }) => Buffer
const asIs = ({ manifest, parts }: Capsule, more: readonly ZipEntry[] = []): readonly ZipEntry[] => [
  manifestEntry(manifest),
  ...parts,
  ...more,
]
const extra = (name: string, more: Partial<ZipEntry> = {}): ZipEntry => ({ name, data: Buffer.from('x'), ...more })
const listing = (capsule: Capsule, change: Readonly<Record<string, unknown>>): Buffer =>
  zipFile([manifestEntry({ ...capsule.manifest, ...change }), ...capsule.parts])

const hostile: readonly (readonly [string, string, Hostile])[] = [
  ['an empty file', 'not-a-zip', () => Buffer.alloc(0)],
  ['something else', 'not-a-zip', () => Buffer.from('{"version":1}'.repeat(100))],
  ['one that was cut off', 'not-a-zip', ({ archive }) => archive.subarray(0, archive.length - 60)],
  [
    'a directory that is damaged',
    'damaged',
    ({ archive }) => {
      const copy = Buffer.from(archive)
      copy.fill(0x41, copy.readUInt32LE(copy.length - 6), copy.readUInt32LE(copy.length - 6) + 20)
      return copy
    },
  ],
  ['an archive of nothing', 'no-manifest', () => zipFile([])],
  ['a manifest that is not first', 'no-manifest', (capsule) => zipFile(asIs(capsule).toReversed())],
  ['no manifest', 'no-manifest', ({ parts }) => zipFile(parts)],
  ['a manifest that is no JSON', 'bad-manifest', ({ parts }) => zipFile([manifestEntry('{"version":1,'), ...parts])],
  ['a manifest of deep JSON', 'too-large', ({ parts }) => zipFile([manifestEntry(deep), ...parts])],
  ['a manifest without a version', 'bad-manifest', (capsule) => listing(capsule, { version: 'one' })],
  ['version 0', 'bad-manifest', (capsule) => listing(capsule, { version: 0 })],
  [
    'a newer version, whatever else it says',
    'newer-version',
    ({ parts }) => zipFile([manifestEntry({ version: 3, new: [] }), ...parts]),
  ],
  ['an unknown field', 'bad-manifest', (capsule) => listing(capsule, { accessKey: 'x' })],
  ['a stage that is no GUID', 'bad-manifest', (capsule) => listing(capsule, { stage: { guid: '../x', name: 'x' } })],
  [
    'one body for two categories',
    'bad-manifest',
    (capsule) =>
      listing(capsule, {
        categories: capsule.manifest.categories.map((category) => ({
          ...category,
          rowsBody: capsule.manifest.categories[0]?.rowsBody,
        })),
      }),
  ],
  [
    'one category twice',
    'bad-manifest',
    (capsule) =>
      listing(capsule, {
        categories: [...capsule.manifest.categories, { ...capsule.manifest.categories[0], rowsBody: null }],
      }),
  ],
  [
    'a role that there is not',
    'bad-manifest',
    (capsule) =>
      listing(capsule, {
        shapes: [{ ...capsule.manifest.shapes[0], corrections: [['number', { role: '__proto__', kind: 'text' }]] }],
      }),
  ],
  ['a path out of the folder', 'unsafe-entry', (capsule) => zipFile(asIs(capsule, [extra('../../etc/passwd')]))],
  [
    'a listed path out of the folder',
    'unsafe-entry',
    (capsule) => withParts(capsule, changed(capsule.parts, body, { name: '../00001.json' })),
  ],
  ['an absolute path', 'unsafe-entry', (capsule) => zipFile(asIs(capsule, [extra('/etc/x')]))],
  ['a path of Windows', 'unsafe-entry', (capsule) => zipFile(asIs(capsule, [extra('..\\x')]))],
  ['a drive', 'unsafe-entry', (capsule) => zipFile(asIs(capsule, [extra('C:x')]))],
  ['a folder', 'unsafe-entry', (capsule) => zipFile(asIs(capsule, [extra('bodies/')]))],
  ['one name twice', 'unsafe-entry', (capsule) => zipFile(asIs(capsule, [extra(body)]))],
  ['one name twice but for case', 'unsafe-entry', (capsule) => zipFile(asIs(capsule, [extra('BODIES/00001.json')]))],
  [
    'a link',
    'unsafe-entry',
    (capsule) => zipFile([manifestEntry(capsule.manifest), ...changed(capsule.parts, body, { mode: 0o120777 })]),
  ],
  [
    'an encrypted entry',
    'encrypted',
    (capsule) =>
      zipFile([manifestEntry(capsule.manifest), ...changed(capsule.parts, body, { flags: 1, isDeflated: true })]),
  ],
  ['something unlisted', 'unlisted-entry', (capsule) => zipFile(asIs(capsule, [extra('readme.txt')]))],
  ['a part that is missing', 'missing-entry', (capsule) => zipFile(asIs(capsule).filter(({ name }) => name !== body))],
  [
    'another byte in a body',
    'altered',
    (capsule) =>
      zipFile([
        manifestEntry(capsule.manifest),
        ...capsule.parts.map((part) => (part.name === body ? { ...part, data: flipped(part.data) } : part)),
      ]),
  ],
  [
    'another byte in the ledger, the last that is read',
    'altered',
    (capsule) =>
      zipFile([
        manifestEntry(capsule.manifest),
        ...capsule.parts.map((part) => (part.name === 'ledger.ndjson' ? { ...part, data: flipped(part.data) } : part)),
      ]),
  ],
  [
    'another size than is listed',
    'altered',
    (capsule) =>
      zipFile([manifestEntry(capsule.manifest), ...changed(capsule.parts, body, { data: Buffer.from('[]') })]),
  ],
  [
    'a manifest that would unpack to 33 MiB',
    'too-large',
    ({ parts }) => zipFile([{ ...manifestEntry(' '.repeat(33 * 1024 ** 2)), isDeflated: true }, ...parts]),
  ],
  [
    'a body that would unpack to 65 MiB',
    'too-large',
    (capsule) =>
      withParts(capsule, changed(capsule.parts, body, { data: Buffer.alloc(65 * 1024 ** 2), isDeflated: true })),
  ],
  [
    'more in all than a capsule may hold',
    'too-large',
    (capsule) =>
      zipFile(asIs(capsule, [extra('bodies/00009.json', { claimedBytes: 1_100_000_000, isDeflated: true })])),
  ],
  [
    'a body that unpacks to more than it says',
    'damaged',
    (capsule) => {
      const bomb = changed(capsule.parts, body, {
        data: Buffer.alloc(40 * 1024 ** 2),
        isDeflated: true,
        claimedBytes: 100,
      })
      const entries = capsule.manifest.entries.map((entry) =>
        entry.path === body ? { ...entry, sizeBytes: 100 } : entry,
      )
      return zipFile([manifestEntry({ ...capsule.manifest, entries }), ...bomb])
    },
  ],
  [
    'a ledger of something else',
    'bad-manifest',
    (capsule) => withParts(capsule, changed(capsule.parts, 'ledger.ndjson', { data: Buffer.from('{"id":1}\n') })),
  ],
  [
    'a ledger line of a category that there is not',
    'bad-manifest',
    (capsule) => withLedger(capsule, '"category":0', '"category":77'),
  ],
  [
    'a ledger line of a day that there never was',
    'bad-manifest',
    (capsule) => withLedger(capsule, /"at":"[^"]+"/gu, '"at":"2026-02-30T10:00:00.000Z"'),
  ],
]

describe('hostile files', () => {
  it('refuses each with its own reason and stores nothing', { timeout: 120_000 }, async () => {
    const capsule = await one()
    const open = await cores.open()
    for (const [what, reason, make] of hostile) {
      const error = await openBytes(open, make(capsule))
      expect(error, what).toMatchObject({ kind: 'capsule-refused', reason })
      expect(await open.call('stage:list', {}), what).toEqual([])
    }
    const database = openAgain(join(open.dataDir, 'racedesk.db'))
    for (const table of ['stages', 'categories', 'snapshots', 'category_tables', 'shapes', 'ledger']) {
      expect(database.get(`SELECT count(*) AS n FROM ${table}`)?.['n'], table).toBe(0)
    }
    database.close()
    // None of them blocks the good one or stays on the disk.
    expect(await openBytes(open, capsule.archive)).toBeNull()
    await vi.waitFor(async () => {
      const received = await readdir(join(open.dataDir, 'received'), { recursive: true })
      expect(received.filter((name) => /[/\\]/.test(name))).toEqual([])
    })
  })

  it(
    'accepts any reply that a service may have sent, however deep, and finds no rows in it',
    { timeout: 60_000 },
    async () => {
      const capsule = await one()
      const open = await cores.open()
      const odd = changed(capsule.parts, body, { data: Buffer.from(deep), isDeflated: true })
      const more = changed(odd, 'bodies/00002.json', { data: Buffer.from([0xff, 0xfe, 0x00, 0x80]) })
      expect(await openBytes(open, withParts(capsule, more))).toBeNull()
      expect((await open.call('stage:list', {}))[0]).toMatchObject({ rows: 0, categories: 2 })
    },
  )

  it('refuses a stage file whose replies would exceed the memory limit', async () => {
    const { manifest, parts } = await one()
    const { database } = openDatabase(join(await cores.folder(), 'intake.db'), 'now')
    const bytes = parts.find(({ name }) => name === body)?.data ?? Buffer.alloc(0)
    const intake = beginIntake(database, manifest)
    expect(addBody(intake, 0, true, bytes)).toEqual({ ok: true, value: null })
    expect(intake.heldBytes).toBeGreaterThan(0)
    intake.heldBytes = heldLimitBytes - intake.heldBytes + 1
    expect(addBody(intake, 0, true, bytes)).toEqual({ ok: false, error: refusalOf('too-large') })
    database.close()
  })

  it('accepts each ticket once, and only for received files', async () => {
    const open = await cores.open()
    const given = open.core.giveFile('/nowhere/at/all.racestage')
    expect(await open.ask('capsule:open', given)).toMatchObject({ error: { kind: 'file', reason: 'missing' } })
    const unknown = { ok: false, error: { kind: 'not-found', what: 'file' } }
    expect(await open.ask('capsule:open', given)).toEqual(unknown)
    const file = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'
    expect(await open.ask('capsule:open', { file, name: 'x' })).toEqual(unknown)
  })

  it('accepts a received file after hours in the queue', async () => {
    let nowMs = Date.parse('2026-05-16T10:00:00Z')
    const open = await cores.open({ outside: { clock: () => nowMs } })
    const given = open.core.giveFile('/nowhere/at/all.racestage')
    nowMs += 5 * 3_600_000
    expect(await open.ask('capsule:open', given)).toMatchObject({ error: { kind: 'file', reason: 'missing' } })
  })

  it('opens the first of many received files after asking the user', async () => {
    const open = await cores.open()
    const [first] = Array.from({ length: 200 }, (_, at) => open.core.giveFile(`/nowhere/at/all/${at}.racestage`))
    expect(await open.ask('capsule:open', first)).toMatchObject({ error: { kind: 'file', reason: 'missing' } })
  })

  it('stores nothing when the user cancels', async () => {
    const capsule = await one()
    const open = await cores.open()
    const folder = await cores.folder()
    const path = join(folder, 'big.racestage')
    await writeFile(path, capsule.archive)
    const begun = await open.call('capsule:open', open.core.giveFile(path))
    await open.call('job:cancel', { id: begun.jobId })
    expect(await open.finished(begun.jobId)).toMatchObject({ state: 'cancelled', error: { kind: 'cancelled' } })
    expect(await open.call('stage:list', {})).toEqual([])
  })
})

it('refuses a manifest whose times are not times', async () => {
  const capsule = await one()
  const savedAt = '2026-13-45T99:99:99.000Z' as Instant
  const open = await cores.open()
  expect(await openBytes(open, listing(capsule, { savedAt }))).toEqual(refusalOf('bad-manifest'))
})
