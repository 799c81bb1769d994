import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { RoleCorrection } from '../../../preload/contract/columns.ts'
import type { CategoryId, Instant, ShapeSignature, StageGuid } from '../../../preload/contract/ids.ts'
import {
  finisher,
  manifestEntry,
  openBytes,
  openPath,
  readable,
  readCapsule,
  refusalOf,
  type Rows,
  saveCapsule,
  sha256,
  small,
  unzip,
  useSources,
  withParts,
} from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { addProfile, addStage, deliverTo, environmentKeys, inDatabase, type OpenCore } from '../../support/openCore.ts'
import { zipFile } from '../../support/files/zipFile.ts'

const cores = useCores(afterAll)
const source = useSources(cores)
/** Another computer, where stage files are opened. */
const elsewhere = useCores(afterAll)

const listed = async ({ call }: OpenCore, stage: StageGuid) =>
  (await call('stage:list', {})).find(({ guid }) => guid === stage)

const roleOf = async (open: OpenCore, stage: StageGuid, name: string): Promise<unknown> =>
  (await open.call('results:page', { stage, offset: 0, limit: 0 })).columns.find((column) => column.name === name)?.role

it('saves one versioned manifest first, which lists every other entry with its size and hash', async () => {
  const { open, stage, path, retake, idOf } = await source(small)
  await retake('M40', [...small.M40, finisher(4, '0:34:00')])
  const [first, ...rest] = unzip(await saveCapsule(open, stage, path))
  expect(first?.name).toBe('manifest.json')
  const manifest = JSON.parse(first?.data.toString('utf8') ?? '') as Record<string, unknown>
  expect(manifest['version']).toBe(2)
  expect(manifest['entries']).toEqual(
    rest.map(({ name, data }) => ({ path: name, sizeBytes: data.length, sha256: sha256(data) })),
  )
  const bodies = ['bodies/00001.json', 'bodies/00002.json']
  expect(rest.map(({ name }) => name)).toEqual(['links.json', ...bodies, 'ledger.ndjson'])
  const raw = await open.call('results:raw', { category: idOf('M40') })
  expect(rest[1]?.data.toString('utf8')).toBe(raw.text)
})

it('saves no key, wherever one was planted', async () => {
  const { RACEDESK_ACCESS_KEY: accessKey, RACEDESK_RESULTS_KEY: resultsKey } = environmentKeys
  const note = `${accessKey} and ${resultsKey}`
  const { open, stage, path, retake } = await source({ M40: [finisher(1, '0:31:02', { note })] })
  await retake('M40', [finisher(1, '0:31:09', { note: encodeURIComponent(resultsKey), club: accessKey })])
  const capsule = await saveCapsule(open, stage, path)
  for (const { name, data } of unzip(capsule)) {
    expect(name + data.toString('utf8')).not.toContain(accessKey)
    expect(name + data.toString('utf8')).not.toContain(resultsKey)
  }
  expect(await openBytes(await elsewhere.share(), capsule)).toBeNull()
})

const cell = fc.oneof(fc.string(), fc.integer(), fc.constantFrom(null, 'DNF', '+0:14', '1:02:03.4', 'Ёж'))
const row = fc.record({ name: fc.string({ minLength: 1 }), club: cell, note: cell, time: fc.nat(9_000) })
const rowsOf = fc.array(row, { minLength: 1, maxLength: 12 })

it('shows the same rows, columns, roles, changes and replies as where it was saved', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, rowsOf, rowsOf, fc.boolean(), async (m40, f18, later, isCorrected) => {
      const numbered = (rows: Rows, first: number): Rows =>
        rows.map((row, at) => ({ number: first + at, position: at + 1, ...row }))
      const { open, stage, path, retake } = await source({ M40: numbered(m40, 301), F18: numbered(f18, 901) })
      await retake('M40', numbered(later, 301))
      // An empty reply after a good one is stored beside it.
      await retake('F18', [])
      if (isCorrected) {
        const [shape] = await open.call('results:mapping', { stage })
        const roles = [{ column: 'note', role: 'city' as const }]
        await open.ask('results:setMapping', { stage, signature: shape?.signature, roles })
      }
      await open.call('results:markChanges', { stage, mark: 'looked' })
      const other = await elsewhere.share()
      expect(await openBytes(other, await saveCapsule(open, stage, path))).toBeNull()
      expect(await readable(other, stage)).toEqual(await readable(open, stage))
    }),
    // A failure is told with the smallest rows that a minute finds.
    { numRuns: 5, interruptAfterTimeLimit: 60_000 },
  )
})

it('shows the same meanings when the cells of a column differ from one category and reply to the next', async () => {
  const withClub = (clubs: readonly unknown[], first: number): Rows =>
    clubs.map((club, at) => finisher(first + at, `0:${30 + at}:00`, { club }))
  const { open, stage, path, retake } = await source({
    M40: withClub([101, 102, 103, 104, 105, 106, 107, 108], 1),
    F18: withClub(['Falcon', 'Comet', 'Aurora'], 11),
  })
  await retake('M40', withClub(['1:02:03.4', '1:02:04.1', '1:03:05.9', '1:04:00.0'], 1))
  const other = await elsewhere.share()
  expect(await openBytes(other, await saveCapsule(open, stage, path))).toBeNull()
  expect(await readable(other, stage)).toEqual(await readable(open, stage))
})

it('finds people by name and bib, and groups changes under their headlines', async () => {
  const rows = Array.from({ length: 26 }, (_, at) => finisher(at + 1, `0:${30 + at}:00`))
  const { open, stage, path, retake } = await source({ M40: rows })
  await retake(
    'M40',
    rows.map((row) => ({ ...row, resultTime: `1${row.resultTime.slice(1)}` })),
  )
  const other = await elsewhere.open()
  expect(await openPath(other, await cores.folder(), await saveCapsule(open, stage, path))).toBeNull()
  expect(await readable(other, stage)).toEqual(await readable(open, stage))
  const changes = await other.call('results:changes', { stage, offset: 0, limit: 10 })
  expect(changes.changes).toMatchObject([{ type: 'mass-recalculation', count: 26, of: 26 }])
  const found = await other.call('results:find', { search: 'runner c', limit: 10 })
  expect(found.rows).toMatchObject([{ stage, bib: '3', name: 'Runner C' }])
})

it('marks the stage, sends no request for it, and removes it', async () => {
  const { open, stage, race, path } = await source(small)
  const other = await elsewhere.share()
  expect(await openBytes(other, await saveCapsule(open, stage, path), 'Spring.racestage')).toBeNull()
  expect(await listed(other, stage)).toMatchObject({
    guid: stage,
    name: 'Spring race',
    profileId: null,
    profileName: expect.stringMatching(/^Organizer/u),
    capsule: { fileName: 'Spring.racestage', origin: race.url },
  })
  race.forget()
  const { url: baseUrl, resultsUrl } = race
  const profile = await other.call('profile:save', { profile: { name: 'From the file', baseUrl, resultsUrl } })
  const readOnly = { ok: false, error: refusalOf('read-only') }
  expect(await other.ask('stage:take', { stage })).toEqual(readOnly)
  expect(await other.ask('stage:watch', { stage })).toEqual(readOnly)
  expect(await other.ask('stage:add', { profileId: profile.id, text: stage })).toEqual(readOnly)
  expect(race.asked()).toEqual([])
  await other.call('stage:remove', { stage })
  await other.call('stage:emptyBin', { stage })
  await other.call('stage:add', { profileId: profile.id, text: stage })
  expect(await other.take(stage)).toMatchObject({ state: 'done' })
})

it('saves the stage again with the origin of its data', async () => {
  const { open, stage, race, path } = await source(small)
  const capsule = await saveCapsule(open, stage, path)
  const onward = join(await cores.folder(), 'onward.racestage')
  const second = await cores.open({ delivery: deliverTo(onward) })
  expect(await openBytes(second, capsule)).toBeNull()
  const third = await elsewhere.share()
  expect(await openBytes(third, await saveCapsule(second, stage, onward))).toBeNull()
  expect(await readable(third, stage)).toEqual(await readable(open, stage))
  expect((await listed(third, stage))?.capsule?.origin).toBe(race.url)
})

it('dates the rows of a file without confirmation times by its last reply', async () => {
  const { open, stage, path } = await source(small)
  const capsule = readCapsule(await saveCapsule(open, stage, path))
  const checkedAt = '2100-05-16T10:00:00.000Z' as Instant
  const categories = capsule.manifest.categories.map(({ confirmedAt: _, ...known }) => ({ ...known, checkedAt }))
  const early = { ...capsule, manifest: { ...capsule.manifest, categories } }
  const here = await elsewhere.share()
  expect(await openBytes(here, withParts(early, early.parts))).toBeNull()
  expect(await listed(here, stage)).toMatchObject({ confirmedAt: checkedAt })
})

it('keeps local column meanings of the same service apart from those of the stage file', async () => {
  const { open, stage, race, path } = await source(small)
  const [shape] = await open.call('results:mapping', { stage })
  if (shape === undefined) throw new Error('no shape')
  const roles = [{ column: 'number', role: 'points' as const }]
  await open.call('results:setMapping', { stage, signature: shape.signature, roles })
  const capsule = readCapsule(await saveCapsule(open, stage, path))
  const foreign = '3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13' as StageGuid
  const renamed = { ...capsule, manifest: { ...capsule.manifest, stage: { guid: foreign, name: 'Foreign' } } }

  const here = await elsewhere.share()
  const own = await addStage(here, race)
  await here.take(own.stage)
  const before = await readable(here, own.stage)
  expect(await openBytes(here, withParts(renamed, renamed.parts))).toBeNull()
  expect(await readable(here, own.stage)).toEqual(before)
  const shown = async () => [await roleOf(here, own.stage, 'number'), await roleOf(here, foreign, 'number')]
  expect(await shown()).toEqual(['bib', 'points'])

  // Tables that a later version derives again stay tables of the capsule.
  inDatabase(here, ({ run }) => run('UPDATE category_tables SET derivation = 0'))
  expect(await shown()).toEqual(['bib', 'points'])
})

it('never overwrites a downloaded or added stage, and says so before storing anything', async () => {
  const { open, stage, path } = await source(small)
  const capsule = await saveCapsule(open, stage, path)
  const before = await readable(open, stage)
  expect(await openBytes(open, capsule)).toEqual(refusalOf('stage-exists'))
  expect(await readable(open, stage)).toEqual(before)
  expect(await listed(open, stage)).not.toHaveProperty('capsule')
})

it('does not overwrite a stage added while the file was read', async () => {
  const { open, stage, race, path } = await source(small)
  const capsule = await saveCapsule(open, stage, path)
  const other = await elsewhere.share()
  const file = join(await cores.folder(), 'late.racestage')
  await writeFile(file, capsule)
  const profileId = await addProfile(other, race.url)
  const begun = await other.call('capsule:open', other.core.giveFile(file))
  const added = await other.ask('stage:add', { profileId, text: stage })
  const job = await other.finished(begun.jobId)
  expect(added.ok).toBe(true)
  expect(job).toMatchObject({ state: 'failed', error: refusalOf('stage-exists') })
  expect(await listed(other, stage)).toMatchObject({ profileId, rows: 0 })
})

it("replaces an older stage file by a newer one, keeps the user's additions, and refuses the older one", async () => {
  const { open, stage, path, retake } = await source(small)
  const older = await saveCapsule(open, stage, path)
  await retake('M40', [...small.M40, finisher(4, '0:34:00')])
  const newer = await saveCapsule(open, stage, path)

  const other = await elsewhere.share()
  expect(await openBytes(other, older)).toBeNull()
  const ids = async (): Promise<readonly CategoryId[]> =>
    (await other.call('stage:tree', { stage })).distances.flatMap(({ categories }) => categories.map(({ id }) => id))
  const idsBefore = await ids()
  const first = { category: idsBefore[0] as CategoryId, index: 0 }
  await other.call('stage:favourites', { stage, add: [first] })
  await other.call('stage:rename', { stage, name: 'Mine' })
  expect(await openBytes(other, newer)).toBeNull()
  expect(await ids()).toEqual(idsBefore)
  expect((await other.call('stage:favourites', { stage })).map(({ name }) => name)).toEqual(['Runner A'])
  expect(await listed(other, stage)).toMatchObject({ name: 'Mine', rows: 6 })
  expect(await openBytes(other, older)).toEqual(refusalOf('older'))
  expect(await listed(other, stage)).toMatchObject({ rows: 6 })
  await open.call('stage:rename', { stage, name: 'Mine' })
  await other.call('stage:favourites', { stage, remove: [first] })
  expect(await readable(other, stage)).toEqual(await readable(open, stage))
  expect(await openBytes(other, newer)).toBeNull()
})

const say = async (open: OpenCore, stage: StageGuid, roles: readonly RoleCorrection[]): Promise<void> => {
  const [shape] = await open.call('results:mapping', { stage })
  await open.call('results:setMapping', { stage, signature: shape?.signature ?? ('' as ShapeSignature), roles })
}

it('keeps column corrections through newer stage files, also for new columns and beside the meanings they bring', async () => {
  const { open, stage, path, retake } = await source({ M40: [finisher(1, '0:31:02', { note: 'a', team: 'b' })] })
  const first = await saveCapsule(open, stage, path)
  const here = await elsewhere.share()
  expect(await openBytes(here, first)).toBeNull()
  await say(here, stage, [{ column: 'number', role: 'points' }])

  await say(open, stage, [
    { column: 'note', role: 'city' },
    { column: 'team', role: 'points' },
  ])
  expect(await openBytes(here, await saveCapsule(open, stage, path))).toBeNull()
  const roles = () => Promise.all(['number', 'note', 'team'].map((name) => roleOf(here, stage, name)))
  expect(await roles()).toEqual(['points', 'city', 'team'])

  // Rows of another shape get the corrections of shared columns.
  await retake('M40', [finisher(1, '0:31:02', { note: 'a', team: 'b', born: '1990' })])
  expect(await openBytes(here, await saveCapsule(open, stage, path))).toBeNull()
  expect(await roles()).toEqual(['points', 'city', 'team'])

  await retake('M40', [finisher(1, '0:31:02', { note: 'a', team: 'b' })])
  expect(await openBytes(here, await saveCapsule(open, stage, path))).toBeNull()
  expect(await roles()).toEqual(['points', 'city', 'team'])
  expect((await here.call('results:page', { stage, search: 'Runner A', offset: 0, limit: 1 })).total).toBe(1)
})

it('opens a capsule of version 1; columns not set by a user are guessed by the current rules', async () => {
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
  const here = await elsewhere.share()
  expect(await openBytes(here, capsule)).toBeNull()
  const { columns } = await here.call('results:page', { stage, offset: 0, limit: 0 })
  const roles = columns.map(({ name, role }) => `${name} ${role}`)
  expect(roles).toEqual(['number bib', 'position points', 'name name', 'resultTime result'])
})
