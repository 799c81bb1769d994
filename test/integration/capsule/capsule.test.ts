import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RoleCorrection } from '../../../preload/contract/columns.ts'
import type { CategoryId, Instant, ShapeSignature, StageGuid } from '../../../preload/contract/ids.ts'
import { addBody, beginIntake, heldLimitBytes } from '../../../main/features/capsule/capsuleIntake.ts'
import { openAgain, openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import {
  manifestEntry,
  openBytes,
  openPath,
  readCapsule,
  saveCapsule,
  sha256,
  unzip,
  withParts,
  type Capsule,
} from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, deliverTo, environmentKeys, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { inEnvelope } from '../../support/takenRows.ts'
import { zipFile, type ZipEntry } from '../../support/files/zipFile.ts'

const cores = useCores()
const races: RaceService[] = []
afterEach(async () => {
  for (const race of races.splice(0)) await race.close()
})

type Rows = readonly Readonly<Record<string, unknown>>[]
type Source = {
  readonly open: OpenCore
  readonly stage: StageGuid
  readonly race: RaceService
  readonly path: string
  readonly answer: (category: string, rows: Rows) => void
}

const source = async (bodies: Readonly<Record<string, Rows>>): Promise<Source> => {
  const race = await startRaceService(...Object.keys(bodies))
  races.push(race)
  const answer = (category: string, rows: Rows): void => race.answer(category, bytesOf(inEnvelope(rows)))
  for (const [category, rows] of Object.entries(bodies)) answer(category, rows)
  const path = join(await cores.folder(), 'out.racestage')
  const open = await cores.open({ delivery: deliverTo(path) })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  return { open, stage, race, path, answer }
}

const finisher = (number: number, time: string, more: Readonly<Record<string, unknown>> = {}) => ({
  number,
  position: number,
  name: `Runner ${String.fromCharCode(64 + number)}`,
  resultTime: time,
  ...more,
})

const small = {
  M40: [finisher(1, '0:31:02'), finisher(2, '0:32:40'), finisher(3, '0:33:01')],
  F18: [finisher(11, '0:41:00'), finisher(12, '0:42:10')],
}

/** Everything that a user can read of a stage, without the ids that each database gives anew. */
const readable = async (open: OpenCore, stage: StageGuid): Promise<unknown> => {
  const tree = await open.call('stage:tree', { stage })
  const page = await open.call('results:page', { stage, offset: 0, limit: 1_000 })
  const mapping = await open.call('results:mapping', { stage })
  const flat = await open.call('results:changes', { stage, isFlat: true, offset: 0, limit: 1_000 })
  const headlines = await open.call('results:changes', { stage, offset: 0, limit: 1_000 })
  const categories = tree.distances.flatMap((distance) => distance.categories)
  const nameOf = new Map(categories.map(({ id, guid }) => [id, guid]))
  const orderOf = new Map(flat.changes.toReversed().map(({ id }, place) => [id, place]))
  const bodies = await Promise.all(
    categories.map(async ({ id, hasBody }) => (hasBody ? await open.call('results:raw', { category: id }) : null)),
  )
  return {
    stage: { ...tree.stage, profileId: null, addedAt: null, capsule: null },
    linksFetchedAt: tree.linksFetchedAt,
    // That a shape drifted or a table shrank is in the ledger; the notice is for whoever fetches.
    categories: categories.map(({ id: _, drift: __, shrunk: ___, ...category }) => category),
    columns: page.columns,
    rows: page.rows.map(({ category, ...row }) => ({ ...row, category: nameOf.get(category) })),
    mapping: mapping.map(({ columns, signature, rows }) => ({ columns, signature, rows })),
    changes: flat.changes.map(({ id: _, category, headline, ...change }) => ({
      ...change,
      category: nameOf.get(category),
      headline: headline === null ? null : orderOf.get(headline),
    })),
    counts: headlines.counts,
    marks: flat.marks,
    bodies,
  }
}

const refusalOf = (reason: string, detail?: string): unknown => ({
  kind: 'capsule-refused',
  reason,
  ...(detail === undefined ? {} : { detail }),
})

describe('saving', () => {
  it('begins with the one manifest that has a version, and lists every other entry with its size and hash', async () => {
    const { open, stage, path, answer } = await source(small)
    answer('M40', [...small.M40, finisher(4, '0:34:00')])
    await open.take(stage)
    const entries = unzip(await saveCapsule(open, stage, path))
    const [first, ...rest] = entries
    expect(first?.name).toBe('manifest.json')
    const manifest = JSON.parse(first?.data.toString('utf8') ?? '') as Record<string, unknown>
    expect(manifest['version']).toBe(2)
    expect(manifest['entries']).toEqual(
      rest.map(({ name, data }) => ({ path: name, sizeBytes: data.length, sha256: sha256(data) })),
    )
    expect(rest.map(({ name }) => name)).toEqual([
      'links.json',
      'bodies/00001.json',
      'bodies/00002.json',
      'ledger.ndjson',
    ])
    const raw = await open.call('results:raw', {
      category: (await open.call('stage:tree', { stage })).distances[0]?.categories[0]?.id as CategoryId,
    })
    expect(rest[1]?.data.toString('utf8')).toBe(raw.text)
  })

  it('lets no key out, wherever one was planted', async () => {
    const { accessKey, resultsKey } = {
      accessKey: environmentKeys.RACEDESK_ACCESS_KEY,
      resultsKey: environmentKeys.RACEDESK_RESULTS_KEY,
    }
    const { open, stage, path, answer } = await source({
      M40: [finisher(1, '0:31:02', { note: `${accessKey} and ${resultsKey}` })],
    })
    answer('M40', [finisher(1, '0:31:09', { note: encodeURIComponent(resultsKey), club: accessKey })])
    await open.take(stage)
    await open.call('stage:rename', { stage, name: `Race ${resultsKey}` })
    const capsule = await saveCapsule(open, stage, path)
    for (const { name, data } of unzip(capsule)) {
      expect(name + data.toString('utf8')).not.toContain(accessKey)
      expect(name + data.toString('utf8')).not.toContain(resultsKey)
    }
    expect(await openBytes(await cores.open(), capsule)).toBeNull()
  })

  it('knows nothing of a stage that is not there', async () => {
    const open = await cores.open()
    const stage = '00000000-0000-4000-8000-000000000000' as StageGuid
    expect(await open.ask('capsule:save', { stage })).toEqual({
      ok: false,
      error: { kind: 'not-found', what: 'stage' },
    })
  })
})

describe('opening elsewhere', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.constantFrom('DNF', '+0:14', '1:02:03.4', 'Ёж'),
  )
  const rowsOf = fc.array(
    fc.record({ name: fc.string({ minLength: 1 }), club: cell, note: cell, time: fc.nat(9_000) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )

  it('shows what was shown where it was saved: rows, columns, roles, ledger, bodies', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, rowsOf, rowsOf, fc.boolean(), async (m40, f18, later, isCorrected) => {
        const numbered = (rows: Rows, first: number): Rows =>
          rows.map((row, at) => ({ number: first + at, position: at + 1, ...row }))
        const { open, stage, path, answer } = await source({ M40: numbered(m40, 301), F18: numbered(f18, 901) })
        answer('M40', numbered(later, 301))
        await open.take(stage)
        // An empty reply after a good one stands beside it.
        answer('F18', [])
        await open.take(stage)
        if (isCorrected) {
          const [shape] = await open.call('results:mapping', { stage })
          const roles = [{ column: 'note', role: 'city' as const }]
          await open.ask('results:setMapping', { stage, signature: shape?.signature, roles })
        }
        await open.call('results:markChanges', { stage, mark: 'looked' })
        const other = await cores.open()
        expect(await openBytes(other, await saveCapsule(open, stage, path))).toBeNull()
        expect(await readable(other, stage)).toEqual(await readable(open, stage))
        await open.close()
        await other.close()
      }),
      { numRuns: 5 },
    )
  })

  it('finds people by name and bib, and keeps headlines over their details', async () => {
    const rows = Array.from({ length: 26 }, (_, at) => finisher(at + 1, `0:${30 + at}:00`))
    const { open, stage, path, answer } = await source({ M40: rows })
    answer(
      'M40',
      rows.map((row) => ({ ...row, resultTime: `1${row.resultTime.slice(1)}` })),
    )
    await open.take(stage)
    const other = await cores.open()
    expect(await openPath(other, await cores.folder(), await saveCapsule(open, stage, path))).toBeNull()
    expect(await readable(other, stage)).toEqual(await readable(open, stage))
    const changes = await other.call('results:changes', { stage, offset: 0, limit: 10 })
    expect(changes.changes).toMatchObject([{ type: 'mass-recalculation', count: 26, of: 26 }])
    const found = await other.call('results:find', { search: 'runner c', limit: 10 })
    expect(found.rows).toMatchObject([{ stage, bib: '3', name: 'Runner C' }])
  })

  it('marks the stage, asks no service for it, and lets it go', async () => {
    const { open, stage, race, path } = await source(small)
    const other = await cores.open()
    expect(await openBytes(other, await saveCapsule(open, stage, path), 'Spring.racestage')).toBeNull()
    const [kept] = await other.call('stage:list', {})
    expect(kept).toMatchObject({
      guid: stage,
      name: 'Spring race',
      profileId: null,
      profileName: 'Organizer',
      capsule: { fileName: 'Spring.racestage', origin: race.url },
    })
    race.forget()
    const profile = await other.call('profile:save', {
      profile: { name: 'Organizer', baseUrl: race.url, resultsUrl: race.resultsUrl },
    })
    const readOnly = { ok: false, error: refusalOf('read-only') }
    expect(await other.ask('stage:take', { stage })).toEqual(readOnly)
    expect(await other.ask('stage:watch', { stage })).toEqual(readOnly)
    expect(await other.ask('stage:add', { profileId: profile.id, text: stage })).toEqual(readOnly)
    expect(race.asked()).toEqual([])
    await other.call('stage:remove', { stage })
    await other.call('stage:add', { profileId: profile.id, text: stage })
    expect(await other.take(stage)).toMatchObject({ state: 'done' })
  })

  it('passes the stage on once more, with where its data are from', async () => {
    const { open, stage, race, path } = await source(small)
    const capsule = await saveCapsule(open, stage, path)
    const onward = join(await cores.folder(), 'onward.racestage')
    const second = await cores.open({ delivery: deliverTo(onward) })
    expect(await openBytes(second, capsule)).toBeNull()
    const third = await cores.open()
    expect(await openBytes(third, await saveCapsule(second, stage, onward))).toBeNull()
    expect(await readable(third, stage)).toEqual(await readable(open, stage))
    expect((await third.call('stage:list', {}))[0]?.capsule?.origin).toBe(race.url)
  })

  it('takes rows of an early capsule, which tells the last answer alone, for no older than that answer', async () => {
    const { open, stage, path } = await source(small)
    const capsule = readCapsule(await saveCapsule(open, stage, path))
    const checkedAt = '2100-05-16T10:00:00.000Z' as Instant
    const categories = capsule.manifest.categories.map(({ confirmedAt: _, ...category }) => ({
      ...category,
      checkedAt,
    }))
    const early = { ...capsule, manifest: { ...capsule.manifest, categories } }
    const here = await cores.open()
    expect(await openBytes(here, withParts(early, early.parts))).toBeNull()
    expect(await here.call('stage:list', {})).toMatchObject([{ confirmedAt: checkedAt }])
  })

  it('leaves what is known of the same service here as it was, and its own columns to the capsule', async () => {
    const { open, stage, race, path } = await source(small)
    const [shape] = await open.call('results:mapping', { stage })
    if (shape === undefined) throw new Error('no shape')
    const roles = [{ column: 'number', role: 'points' as const }]
    await open.call('results:setMapping', { stage, signature: shape.signature, roles })
    const capsule = readCapsule(await saveCapsule(open, stage, path))
    const foreign = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13' as StageGuid
    const renamed = { ...capsule, manifest: { ...capsule.manifest, stage: { guid: foreign, name: 'Foreign' } } }

    const here = await cores.open()
    const own = await addStage(here, race)
    await here.take(own.stage)
    const before = await readable(here, own.stage)
    expect(await openBytes(here, withParts(renamed, renamed.parts))).toBeNull()
    expect(await readable(here, own.stage)).toEqual(before)
    const roleOf = async (of: StageGuid): Promise<unknown> =>
      (await here.call('results:page', { stage: of, offset: 0, limit: 0 })).columns.find(
        ({ name }) => name === 'number',
      )?.role
    expect(await roleOf(own.stage)).toBe('bib')
    expect(await roleOf(foreign)).toBe('points')

    // Tables that a later version derives again stay tables of the capsule.
    const database = openAgain(join(here.dataDir, 'racedesk.db'))
    database.run('UPDATE category_tables SET derivation = 0')
    database.close()
    expect(await roleOf(foreign)).toBe('points')
    expect(await roleOf(own.stage)).toBe('bib')
  })
})

describe('what is here already', () => {
  it('never overwrites a stage that was fetched or added, and says so before anything is stored', async () => {
    const { open, stage, path } = await source(small)
    const capsule = await saveCapsule(open, stage, path)
    const before = await readable(open, stage)
    expect(await openBytes(open, capsule)).toEqual(refusalOf('stage-exists'))
    expect(await readable(open, stage)).toEqual(before)
    expect((await open.call('stage:list', {}))[0]).not.toHaveProperty('capsule')
  })

  it('does not overwrite one that was added while the capsule was read', async () => {
    const { open, stage, race, path } = await source(small)
    const capsule = await saveCapsule(open, stage, path)
    const other = await cores.open()
    const file = join(await cores.folder(), 'late.racestage')
    await writeFile(file, capsule)
    const profile = await other.call('profile:save', {
      profile: { name: 'Organizer', baseUrl: race.url, resultsUrl: race.resultsUrl },
    })
    const begun = await other.call('capsule:open', other.core.giveFile(file))
    const added = await other.ask('stage:add', { profileId: profile.id, text: stage })
    const job = await other.finished(begun.jobId)
    expect(added.ok).toBe(true)
    expect(job).toMatchObject({ state: 'failed', error: refusalOf('stage-exists') })
    expect((await other.call('stage:list', {}))[0]).toMatchObject({ profileId: profile.id, rows: 0 })
  })

  it('lets a newer capsule take the place of an older one, keeping what the user added, and refuses the older', async () => {
    const { open, stage, path, answer } = await source(small)
    const older = await saveCapsule(open, stage, path)
    answer('M40', [...small.M40, finisher(4, '0:34:00')])
    await open.take(stage)
    const newer = await saveCapsule(open, stage, path)

    const other = await cores.open()
    expect(await openBytes(other, older)).toBeNull()
    const ids = async (): Promise<readonly CategoryId[]> =>
      (await other.call('stage:tree', { stage })).distances.flatMap(({ categories }) => categories.map(({ id }) => id))
    const idsBefore = await ids()
    await other.call('stage:favourites', {
      stage,
      add: [{ category: idsBefore[0] as CategoryId, index: 0 }],
    })
    await other.call('stage:rename', { stage, name: 'Mine' })
    expect(await openBytes(other, newer)).toBeNull()
    expect(await ids()).toEqual(idsBefore)
    expect((await other.call('stage:favourites', { stage })).map(({ name }) => name)).toEqual(['Runner A'])
    expect((await other.call('stage:list', {}))[0]).toMatchObject({ name: 'Mine', rows: 6 })
    expect(await openBytes(other, older)).toEqual(refusalOf('older'))
    expect((await other.call('stage:list', {}))[0]).toMatchObject({ rows: 6 })
    await open.call('stage:rename', { stage, name: 'Mine' })
    await other.call('stage:favourites', { stage, remove: [{ category: idsBefore[0] as CategoryId, index: 0 }] })
    expect(await readable(other, stage)).toEqual(await readable(open, stage))
    expect(await openBytes(other, newer)).toBeNull()
  })
})

describe('what a user said here of the columns of a capsule', () => {
  const roleOf = async (open: OpenCore, stage: StageGuid, name: string): Promise<unknown> =>
    (await open.call('results:page', { stage, offset: 0, limit: 0 })).columns.find((column) => column.name === name)
      ?.role
  const say = async (open: OpenCore, stage: StageGuid, roles: readonly RoleCorrection[]): Promise<void> => {
    const [shape] = await open.call('results:mapping', { stage })
    await open.call('results:setMapping', { stage, signature: shape?.signature ?? ('' as ShapeSignature), roles })
  }

  it('stays when a newer capsule comes, also of columns that came with it, and beside what that one says', async () => {
    const { open, stage, path, answer } = await source({ M40: [finisher(1, '0:31:02', { note: 'a', team: 'b' })] })
    const first = await saveCapsule(open, stage, path)
    const here = await cores.open()
    expect(await openBytes(here, first)).toBeNull()
    await say(here, stage, [{ column: 'number', role: 'points' }])

    await say(open, stage, [
      { column: 'note', role: 'city' },
      { column: 'team', role: 'points' },
    ])
    expect(await openBytes(here, await saveCapsule(open, stage, path))).toBeNull()
    const roles = () => Promise.all(['number', 'note', 'team'].map((name) => roleOf(here, stage, name)))
    expect(await roles()).toEqual(['points', 'city', 'team'])

    // Rows of another shape take what was said of the columns that they share.
    answer('M40', [finisher(1, '0:31:02', { note: 'a', team: 'b', born: '1990' })])
    await open.take(stage)
    expect(await openBytes(here, await saveCapsule(open, stage, path))).toBeNull()
    expect(await roles()).toEqual(['points', 'city', 'team'])

    answer('M40', [finisher(1, '0:31:02', { note: 'a', team: 'b' })])
    await open.take(stage)
    expect(await openBytes(here, await saveCapsule(open, stage, path))).toBeNull()
    expect(await roles()).toEqual(['points', 'city', 'team'])
    expect((await here.call('results:page', { stage, search: 'Runner A', offset: 0, limit: 1 })).total).toBe(1)
  })
})

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
  it('refuses each for its own reason and stores nothing of it', { timeout: 120_000 }, async () => {
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
    // None of them is left in the way of the good one, nor on the disk.
    expect(await openBytes(open, capsule.archive)).toBeNull()
    await vi.waitFor(async () => {
      const received = await readdir(join(open.dataDir, 'received'), { recursive: true })
      expect(received.filter((name) => /[/\\]/.test(name))).toEqual([])
    })
  })

  it('takes whatever a service may have sent as a body, however deep, without rows', { timeout: 60_000 }, async () => {
    const capsule = await one()
    const open = await cores.open()
    const odd = changed(capsule.parts, body, { data: Buffer.from(deep), isDeflated: true })
    const more = changed(odd, 'bodies/00002.json', { data: Buffer.from([0xff, 0xfe, 0x00, 0x80]) })
    expect(await openBytes(open, withParts(capsule, more))).toBeNull()
    expect((await open.call('stage:list', {}))[0]).toMatchObject({ rows: 0, categories: 2 })
  })

  it('refuses more bodies than the memory is to hold at once', async () => {
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

  it('knows no ticket twice, and no file that nobody handed over', async () => {
    const open = await cores.open()
    const given = open.core.giveFile('/nowhere/at/all.racestage')
    expect(await open.ask('capsule:open', given)).toMatchObject({ error: { kind: 'file', reason: 'missing' } })
    const unknown = { ok: false, error: { kind: 'not-found', what: 'file' } }
    expect(await open.ask('capsule:open', given)).toEqual(unknown)
    const file = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13'
    expect(await open.ask('capsule:open', { file, name: 'x' })).toEqual(unknown)
  })

  it('takes a given file that has waited for hours behind others', async () => {
    let nowMs = Date.parse('2026-05-16T10:00:00Z')
    const open = await cores.open({ outside: { clock: () => nowMs } })
    const given = open.core.giveFile('/nowhere/at/all.racestage')
    nowMs += 5 * 3_600_000
    expect(await open.ask('capsule:open', given)).toMatchObject({ error: { kind: 'file', reason: 'missing' } })
  })

  it('takes the first of many given files, for which the user is asked first', async () => {
    const open = await cores.open()
    const [first] = Array.from({ length: 200 }, (_, at) => open.core.giveFile(`/nowhere/at/all/${at}.racestage`))
    expect(await open.ask('capsule:open', first)).toMatchObject({ error: { kind: 'file', reason: 'missing' } })
  })

  it('stores nothing when the user stops it', async () => {
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

it('takes times of a manifest for times only', async () => {
  const capsule = await one()
  const savedAt = '2026-13-45T99:99:99.000Z' as Instant
  const open = await cores.open()
  expect(await openBytes(open, listing(capsule, { savedAt }))).toEqual(refusalOf('bad-manifest'))
})

describe('a capsule of version 1', () => {
  it('is opened, and its columns are guessed by the rules of this version, but for those that a user set', async () => {
    const { open, stage, path } = await source(small)
    const [shape] = await open.call('results:mapping', { stage })
    const signature = shape?.signature ?? ('' as ShapeSignature)
    await open.call('results:setMapping', { stage, signature, roles: [{ column: 'position', role: 'points' }] })
    const { parts, manifest } = readCapsule(await saveCapsule(open, stage, path))
    const { derivation: _, ...old } = manifest
    const shapes = old.shapes.map((one) => ({
      ...one,
      known: one.known.map(([name, { guesses: __, ...known }]) => [
        name,
        name === 'name' ? { ...known, guess: { role: 'club', confidence: 0.95, reasons: [] } } : known,
      ]),
    }))
    const capsule = zipFile([manifestEntry({ ...old, version: 1, shapes }), ...parts])
    const here = await cores.open()
    expect(await openBytes(here, capsule)).toBeNull()
    const { columns } = await here.call('results:page', { stage, offset: 0, limit: 0 })
    expect(columns.map(({ name, role }) => [name, role])).toEqual([
      ['number', 'bib'],
      ['position', 'points'],
      ['name', 'name'],
      ['resultTime', 'result'],
    ])
  })
})
