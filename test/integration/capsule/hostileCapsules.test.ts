import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addBody, beginIntake, heldLimitBytes } from '../../../main/features/capsule/capsuleIntake.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import {
  type Capsule,
  finisher,
  manifestEntry,
  openBytes,
  readCapsule,
  refusalOf,
  saveCapsule,
  small,
  useSources,
  withParts,
} from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { openReplyDatabase } from '../../support/files/replyDatabase.ts'
import { inDatabase } from '../../support/openCore.ts'
import { zipFile, type ZipEntry } from '../../support/files/zipFile.ts'

const cores = useCores(afterAll)
const source = useSources(cores)

type Saved = Capsule & { readonly archive: Buffer }
let capsule: Saved
beforeAll(async () => {
  const { open, stage, path, retake } = await source(small)
  await retake('M40', [...small.M40, finisher(4, '0:34:00')])
  const archive = await saveCapsule(open, stage, path)
  capsule = { ...readCapsule(archive), archive }
})

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

type Hostile = (capsule: Saved) => Buffer
const zipped = ({ manifest }: Capsule, parts: readonly ZipEntry[]): Buffer =>
  zipFile([manifestEntry(manifest), ...parts])
const plus = (capsule: Capsule, name: string, more: Partial<ZipEntry> = {}): Buffer =>
  zipped(capsule, [...capsule.parts, { name, data: Buffer.from('x'), ...more }])
/** With one part otherwise than the manifest lists it. */
const altered = (capsule: Capsule, change: Partial<ZipEntry>, name = body): Buffer =>
  zipped(capsule, changed(capsule.parts, name, change))
/** With one part otherwise, as the manifest lists it. */
const replaced = (capsule: Capsule, change: Partial<ZipEntry>, name = body): Buffer =>
  withParts(capsule, changed(capsule.parts, name, change))
const listing = (capsule: Capsule, change: Readonly<Record<string, unknown>>): Buffer =>
  zipFile([manifestEntry({ ...capsule.manifest, ...change }), ...capsule.parts])
const bitFlipped = (capsule: Capsule, name: string): Buffer =>
  altered(capsule, { data: flipped(capsule.parts.find((part) => part.name === name)?.data ?? Buffer.alloc(9)) }, name)

const withGarbledDirectory: Hostile = ({ archive }) => {
  const copy = Buffer.from(archive)
  copy.fill(0x41, copy.readUInt32LE(copy.length - 6), copy.readUInt32LE(copy.length - 6) + 20)
  return copy
}
const withSharedBody: Hostile = (capsule) => {
  const rowsBody = capsule.manifest.categories[0]?.rowsBody
  return listing(capsule, { categories: capsule.manifest.categories.map((category) => ({ ...category, rowsBody })) })
}
const withCategoryTwice: Hostile = (capsule) => {
  const { categories } = capsule.manifest
  return listing(capsule, { categories: [...categories, { ...categories[0], rowsBody: null }] })
}
const withUnknownRole: Hostile = (capsule) => {
  const corrections = [['number', { role: '__proto__', kind: 'text' }]]
  return listing(capsule, { shapes: [{ ...capsule.manifest.shapes[0], corrections }] })
}
/** With a body of which manifest and archive claim this size. */
const claiming = (capsule: Capsule, claimedBytes: number, data: Buffer): Buffer => {
  const entries = capsule.manifest.entries.map((entry) =>
    entry.path === body ? { ...entry, sizeBytes: claimedBytes } : entry,
  )
  return altered({ ...capsule, manifest: { ...capsule.manifest, entries } }, { data, isDeflated: true, claimedBytes })
}
const withoutBody: Hostile = (c) =>
  zipped(
    c,
    c.parts.filter(({ name }) => name !== body),
  )
const hugeClaim = { claimedBytes: 1_100_000_000, isDeflated: true } as const
const largeManifest = { ...manifestEntry(' '), claimedBytes: 33 * 1024 ** 2, isDeflated: true }
const ledger = 'ledger.ndjson'
const noDay = '"at":"2026-02-30T10:00:00.000Z"'

const hostile: readonly (readonly [string, string, Hostile])[] = [
  ['an empty file', 'not-a-zip', () => Buffer.alloc(0)],
  ['something else', 'not-a-zip', () => Buffer.from('{"version":1}'.repeat(100))],
  ['one that was cut off', 'not-a-zip', ({ archive }) => archive.subarray(0, archive.length - 60)],
  ['a directory that is damaged', 'damaged', withGarbledDirectory],
  ['an archive of nothing', 'no-manifest', () => zipFile([])],
  ['a manifest that is not first', 'no-manifest', (c) => zipFile([...c.parts, manifestEntry(c.manifest)])],
  ['no manifest', 'no-manifest', ({ parts }) => zipFile(parts)],
  ['a manifest that is no JSON', 'bad-manifest', ({ parts }) => zipFile([manifestEntry('{"version":1,'), ...parts])],
  ['a manifest of deep JSON', 'too-large', ({ parts }) => zipFile([manifestEntry(deep), ...parts])],
  ['a manifest without a version', 'bad-manifest', (c) => listing(c, { version: 'one' })],
  ['version 0', 'bad-manifest', (c) => listing(c, { version: 0 })],
  ['a time that is none', 'bad-manifest', (c) => listing(c, { savedAt: '2026-13-45T99:99:99.000Z' })],
  ['a newer version', 'newer-version', ({ parts }) => zipFile([manifestEntry({ version: 3, new: [] }), ...parts])],
  ['an unknown field', 'bad-manifest', (c) => listing(c, { accessKey: 'x' })],
  ['a stage that is no GUID', 'bad-manifest', (c) => listing(c, { stage: { guid: '../x', name: 'x' } })],
  ['one body for two categories', 'bad-manifest', withSharedBody],
  ['one category twice', 'bad-manifest', withCategoryTwice],
  ['a role that there is not', 'bad-manifest', withUnknownRole],
  ['a path out of the folder', 'unsafe-entry', (c) => plus(c, '../../etc/passwd')],
  ['a listed path out of the folder', 'unsafe-entry', (c) => replaced(c, { name: '../00001.json' })],
  ['an absolute path', 'unsafe-entry', (c) => plus(c, '/etc/x')],
  ['a path of Windows', 'unsafe-entry', (c) => plus(c, '..\\x')],
  ['a drive', 'unsafe-entry', (c) => plus(c, 'C:x')],
  ['a folder', 'unsafe-entry', (c) => plus(c, 'bodies/')],
  ['one name twice', 'unsafe-entry', (c) => plus(c, body)],
  ['one name twice but for case', 'unsafe-entry', (c) => plus(c, 'BODIES/00001.json')],
  ['a link', 'unsafe-entry', (c) => altered(c, { mode: 0o120777 })],
  ['an encrypted entry', 'encrypted', (c) => altered(c, { flags: 1, isDeflated: true })],
  ['something unlisted', 'unlisted-entry', (c) => plus(c, 'readme.txt')],
  ['a part that is missing', 'missing-entry', withoutBody],
  ['another byte in a body', 'altered', (c) => bitFlipped(c, body)],
  ['another byte in the ledger, the last that is read', 'altered', (c) => bitFlipped(c, ledger)],
  ['another size than is listed', 'altered', (c) => altered(c, { data: Buffer.from('[]') })],
  ['a manifest that would unpack to 33 MiB', 'too-large', ({ parts }) => zipFile([largeManifest, ...parts])],
  ['a body that would unpack to 65 MiB', 'too-large', (c) => claiming(c, 65 * 1024 ** 2, Buffer.alloc(9))],
  ['more in all than a capsule may hold', 'too-large', (c) => plus(c, 'bodies/00009.json', hugeClaim)],
  ['a body that unpacks to more than it says', 'damaged', (c) => claiming(c, 100, Buffer.alloc(8 * 1024 ** 2))],
  ['a ledger of something else', 'bad-manifest', (c) => replaced(c, { data: Buffer.from('{"id":1}\n') }, ledger)],
  ['a ledger line of no category', 'bad-manifest', (c) => withLedger(c, '"category":0', '"category":77')],
  ['a ledger line of a day that never was', 'bad-manifest', (c) => withLedger(c, /"at":"[^"]+"/gu, noDay)],
]

it('refuses each with its own reason and stores nothing', async () => {
  const open = await cores.open()
  for (const [what, reason, make] of hostile) {
    const error = await openBytes(open, make(capsule))
    expect(error, what).toMatchObject({ kind: 'capsule-refused', reason })
    expect(await open.call('stage:list', {}), what).toEqual([])
  }
  inDatabase(open, ({ get }) => {
    for (const table of ['stages', 'categories', 'snapshots', 'category_tables', 'shapes', 'ledger']) {
      expect(get(`SELECT count(*) AS n FROM ${table}`)?.['n'], table).toBe(0)
    }
  })
  // None of them blocks the good one or stays on the disk.
  expect(await openBytes(open, capsule.archive)).toBeNull()
  await vi.waitFor(async () => {
    const received = await readdir(join(open.dataDir, 'received'), { recursive: true })
    expect(received.filter((name) => /[/\\]/.test(name))).toEqual([])
  })
})

it('accepts any reply that a service may have sent, however deep, and finds no rows in it', async () => {
  const open = await cores.open()
  const odd = changed(capsule.parts, body, { data: Buffer.from(deep), isDeflated: true })
  const more = changed(odd, 'bodies/00002.json', { data: Buffer.from([0xff, 0xfe, 0x00, 0x80]) })
  expect(await openBytes(open, withParts(capsule, more))).toBeNull()
  expect((await open.call('stage:list', {}))[0]).toMatchObject({ rows: 0, categories: 2 })
})

it('refuses a stage file whose replies would exceed the memory limit', async () => {
  const { manifest, parts } = capsule
  const { database } = openReplyDatabase()
  const bytes = parts.find(({ name }) => name === body)?.data ?? Buffer.alloc(0)
  const intake = beginIntake(database, manifest)
  expect(addBody(intake, 0, true, bytes)).toEqual({ ok: true, value: null })
  expect(intake.heldBytes).toBeGreaterThan(0)
  intake.heldBytes = heldLimitBytes - intake.heldBytes + 1
  expect(addBody(intake, 0, true, bytes)).toEqual({ ok: false, error: refusalOf('too-large') })
})

it('accepts each ticket once, and only for received files, beside 200 others and after hours in the queue', async () => {
  let nowMs = Date.parse('2026-05-16T10:00:00Z')
  const open = await cores.open({ outside: { clock: () => nowMs } })
  const [given] = Array.from({ length: 200 }, (_, at) => open.core.giveFile(`/nowhere/at/all/${at}.racestage`))
  nowMs += 5 * 3_600_000
  expect(await open.ask('capsule:open', given)).toMatchObject({ error: { kind: 'file', reason: 'missing' } })
  const unknown = { ok: false, error: { kind: 'not-found', what: 'file' } }
  expect(await open.ask('capsule:open', given)).toEqual(unknown)
  const file = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'
  expect(await open.ask('capsule:open', { file, name: 'x' })).toEqual(unknown)
})

it('stores nothing when the user cancels', async () => {
  const open = await cores.open()
  const path = join(temporaryFolder(), 'big.racestage')
  await writeFile(path, capsule.archive)
  const begun = await open.call('capsule:open', open.core.giveFile(path))
  await open.call('job:cancel', { id: begun.jobId })
  expect(await open.finished(begun.jobId)).toMatchObject({ state: 'cancelled', error: { kind: 'cancelled' } })
  expect(await open.call('stage:list', {})).toEqual([])
})
