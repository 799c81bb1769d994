import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, expect, it } from 'vitest'
import { owner } from '../../../main/platform/files/leftovers.ts'
import { partialName, uniqueOf } from '../../../main/platform/files/partialName.ts'
import type { CoreOptions } from '../../../main/coreOptions.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { PublishSettings } from '../../../preload/contract/publish/publish.ts'
import type { SiteColumn, SiteRow } from '../../../preload/contract/publish/site.ts'
import { createCategoryRows } from '../../../main/features/columns/categoryRows.ts'
import { readSite } from '../../../main/features/publish/readSite.ts'
import { firstPublishing, firstSettings } from '../../../main/features/publish/rules/storedPublishing.ts'
import { bodyTables } from '../../../main/features/replies/bodyTables.ts'
import { rulesOfReading } from '../../../main/features/replies/rulesOfReading.ts'
import { shapeTables } from '../../../main/features/replies/shapeTables.ts'
import { startListTables } from '../../../main/features/startList/startListTables.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { makeOldDatabase } from '../../support/files/oldDatabase.ts'
import { inDatabase, openCore } from '../../support/openCore.ts'
import { awkwardRace, longName } from '../../support/services/awkwardRace.ts'
import { readFrom, readPublished } from '../../support/services/publishedSite.ts'
import { usePublishing, type Bodies, type PublishDesk } from '../../support/services/publishRig.ts'
import { clockOf } from '../../support/resultBodies/readings.ts'

let folder = ''
const chooseFolder = () => Promise.resolve({ ok: true as const, value: folder })
const rig = usePublishing(() => ({ chooseFolder }))
beforeEach(async () => {
  folder = join(await rig.folder(), 'site')
})

type Desk = Awaited<ReturnType<typeof withSite>>

const shareDesk = async (bodies?: Bodies): Promise<Desk> => await withSite(await rig.shareDesk(bodies))
const openDesk = async (options: Partial<CoreOptions> = {}): Promise<Desk> =>
  await withSite(await rig.openDesk({ chooseFolder, ...options }))

const withSite = async (desk: PublishDesk) => {
  const { stage, call } = desk
  await call('publish:chooseFolder', { stage })
  return {
    ...desk,
    follow: (isOn: boolean) => call('publish:follow', { stage, isOn }),
    settings: async (change: Partial<PublishSettings>) => {
      const { settings } = await desk.read()
      return await call('publish:save', { stage, settings: { ...settings, ...change } })
    },
    site: async () => {
      const site = await readPublished(readFrom(folder))
      if (site === null) throw new Error('nothing is published')
      return site
    },
  }
}

/** Which publishing the site is from, null while there is none. */
const turn = async (): Promise<number | null> => (await readPublished(readFrom(folder)))?.state.turn ?? null
const men = async (): Promise<number | undefined> => (await readPublished(readFrom(folder)))?.rows.get('Men')?.length
const fewer = awkwardRace.Men.slice(0, 2)
const putPage = async (page: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), page)
}

const rowOf = (rows: readonly SiteRow[] | undefined, key: string): SiteRow => {
  const found = rows?.find((row) => row[0] === key)
  if (found === undefined) throw new Error(`nobody with ${key}`)
  return found
}

it('names a stage of an earlier version by its own name, else by the title of its site, and never by a placeholder', async () => {
  const { dataDir, database } = await makeOldDatabase(await rig.folder(), '$.settings.title')
  const add = (guid: string, name: string, title: string): void => {
    database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, ?, '2026-05-16')", guid, name)
    const state = { ...firstPublishing('ru', 'desk'), settings: { ...firstSettings('ru'), title } }
    database.run('INSERT INTO publishings (stage, state) VALUES (?, ?)', guid, JSON.stringify(state))
  }
  add('8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13', 'Spring', ' Spring Race 2026 ')
  add('9c1d7a30-5b1e-4c55-9a61-2d8e5f704b13', 'Этап 9c1d7a30', ' Autumn Race 2026 ')
  add('ac1d7a30-5b1e-4c55-9a61-2d8e5f704b13', 'Этап ac1d7a30', '')
  database.close()
  const { call, close } = await openCore({ dataDir })
  const stages = await call('stage:list', {})
  expect(stages.map(({ name, isNamed }) => isNamed && name)).toEqual(['Spring', 'Autumn Race 2026', false])
  for (const { guid } of stages) {
    expect((await call('publish:read', { stage: guid })).settings).toEqual(firstSettings('ru'))
  }
  await close()
})

it('publishes every person with their places, nobody who is out with a time, and only chosen columns', async () => {
  const desk = await shareDesk()
  expect(await desk.publish()).toMatchObject({ state: 'done', error: null })
  const { rows, state, directory } = await desk.site()
  expect(state).toMatchObject({ title: 'Spring race', isFinal: false, changes: null, turn: 1 })
  expect([...rows.keys()]).toEqual(['Overall', 'Men', 'M30-39'])
  const [, place, name, result, status, , pointsMs, placings] = rowOf(rows.get('Men'), '1002')
  expect([place, name, result, status]).toEqual([2, 'Бегун1002 Пётр', '0:41:00', 'OK'])
  expect(pointsMs).toEqual([1_331_000, 2_460_000])
  expect(placings).toEqual([
    [0, 2],
    [1, 2],
    [2, null],
  ])
  expect(rowOf(rows.get('Overall'), '1004')[2]).toContain(longName)
  for (const key of ['1005', '1006', '1007']) {
    const row = rowOf(rows.get('Overall'), key)
    expect([row[1], row[3]]).toEqual([null, ''])
  }
  expect(rowOf(rows.get('Overall'), '1005')[6]).toEqual([])
  expect(directory.categories[0]).toMatchObject({ rows: 7, finishers: 4, points: ['5 km', 'Finish'] })

  await desk.settings({ columns: ['club'] })
  await desk.publish()
  const site = await desk.site()
  for (const path of site.paths) {
    const body = await readFile(join(folder, path))
    const text = (path.endsWith('.bin') ? gunzipSync(body) : body).toString()
    for (const secret of ['1990', '"1001"', 'Тула', 'RUS', 'accessKey-of', 'resultsKey-of'])
      expect(text).not.toContain(secret)
  }
  expect(rowOf(site.rows.get('Men'), site.rows.get('Men')?.[0]?.[0] ?? '')[5]).toEqual(['Динамо'])
})

/** Everybody as a site of the stage shows them, read without the thread that makes its files. */
const shown = async ({ stage, dataDir }: Desk, columns: readonly SiteColumn[] = ['bib', 'club']) => {
  const path = join(dataDir, 'racedesk.db')
  const database = openAgain(path)
  const rules = rulesOfReading(database)
  const stored = { ...bodyTables(database, path, rules), ...shapeTables(database, path, rules) }
  const cache = createCategoryRows({ ...stored, ...startListTables(database) })
  await cache.load()
  const { tables, people, found } = await readSite(cache, stored.tables(stage), columns)
  const read = {
    rows: new Map(tables.map(({ table, size, rows }) => [table.categoryName, rows(0, size)])),
    found: Array.from({ length: people }, (_, person) => found(person, 200)),
  }
  database.close()
  return read
}

it('sorts rows as the app does, by place and by status', async () => {
  const desk = await shareDesk()
  const words = ['', 'DNS', 'DSQ', 'DNF', 'OTL', 'NC', 'on course', 'на дистанции', 'сход', 'вне конкурса', 'снят', '']
  const out = words.map((status, at) => ({ number: 2000 - at, lastName: `Runner${at}`, resultTime: '', status }))
  await desk.change([...out, { number: 7, position: 1, lastName: 'Winner', resultTime: '0:40:00', status: 'OK' }])
  const site = (await shown(desk)).rows.get('Men') ?? []
  expect(site).toHaveLength(words.length + 1)
  for (const role of ['place', 'status'] as const) {
    const filters = [{ role: 'category' as const, values: ['Men'] }]
    const query = { stage: desk.stage, filters, sort: [{ role }], offset: 0, limit: 50 }
    const { rows, columns } = await desk.call('results:page', query)
    const bibAt = columns.findIndex((column) => column.role === 'bib')
    expect(rows.map(({ cells, status }) => [String(cells[bibAt]), status])).toEqual(
      site.map(([key, , , , status]) => [key, status]),
    )
  }
})

it('keeps the address of a person through the next publishing, with and without bibs', async () => {
  const desk = await shareDesk()
  const addresses = (columns: readonly SiteColumn[]) => async () =>
    (await shown(desk, columns)).found.map(([key, name]) => `${key} ${name}`).toSorted()
  const both = [addresses(['bib']), addresses(['club'])]
  const before = await Promise.all(both.map((read) => read()))
  await desk.change(awkwardRace.Overall.toReversed(), 'Overall')
  expect(await Promise.all(both.map((read) => read()))).toEqual(before)
})

const many = (changed = 0, gone = 0): readonly object[] =>
  Array.from({ length: 1_010 - gone }, (_, at) => ({
    number: at + 1,
    position: at + 1,
    resultTime: clockOf((at < changed ? 32_400 : 3_600) + at + Math.floor(at / 3)),
    account: { lastName: `Runner ${at + 1}`, firstName: 'Alex' },
  }))

it('sends a few files after a few rows changed, and the site again after many, with what earlier readers may ask for', async () => {
  const desk = await shareDesk({ Men: many(), Women: awkwardRace.Men })
  await desk.publish()
  const whole = await desk.read()
  await desk.change(many(15, 1))
  await desk.publish()
  const { published, receipts } = await desk.read()
  expect(published?.sent).toBeLessThanOrEqual(4)
  expect(published?.sentBytes).toBeLessThan(100_000)
  expect(receipts).toEqual([published, whole.published])
  const before = await desk.site()
  expect(before.changes).toMatchObject({ gone: [[0, '1010']], counts: [[0, 1_009, 1_009]] })
  expect(before.rows.get('Men')).toHaveLength(1_009)
  expect(rowOf(before.rows.get('Men'), '15')[3]).toBe('9:00:18')
  await desk.change(many(600))
  await desk.publish()
  const after = await desk.site()
  expect(after.changes).toBeNull()
  expect(rowOf(after.rows.get('Men'), '600')[3]).toBe('9:13:18')
  expect(after.state.directory).not.toBe(before.state.directory)
  for (const path of before.paths) expect(await readFrom(folder)(path)).not.toBeNull()

  // Nor are a few files sent alone when it cannot read what it kept of the last site.
  const older = gzipSync('{"made":"by an older version"}')
  inDatabase(desk, ({ run }) => run('UPDATE publishings SET base = ?', older))
  await desk.change(many(601))
  expect(await desk.publish()).toMatchObject({ state: 'done', error: null })
  expect((await desk.site()).changes).toBeNull()
})

it('sends the entry alone when nothing changed, all files again that somebody removed, and another picture once results are final', async () => {
  const desk = await shareDesk()
  await desk.publish()
  const { state: first } = await desk.site()
  await desk.take(desk.stage)
  await desk.publish()
  expect((await desk.read()).published).toMatchObject({ sent: 1 })
  const before = await desk.site()
  const known = (await desk.call('stage:list', {})).find(({ guid }) => guid === desk.stage)
  expect(before.state.confirmedAt).toBe(known?.confirmedAt)
  expect(before.state.confirmedAt > first.confirmedAt).toBe(true)
  await rm(join(folder, 'p'), { recursive: true })
  await desk.publish()
  expect((await desk.site()).paths).toEqual(before.paths)
  // Once results are final there is another picture for sharing, and no list is sent again.
  await desk.settings({ isFinal: true })
  await desk.publish()
  const added = [...(await desk.site()).paths].filter((path) => !before.paths.has(path))
  expect(added).toEqual([expect.stringMatching(/^a\/.*\.png$/u)])
})

it('refuses to replace a page of somebody else, however large, until it is told to, and goes on by itself from then on, also once somebody has emptied the place', async () => {
  const desk = await shareDesk()
  for (const page of ['<h1>Our club</h1>', 'A page of our club. '.repeat(30_000)]) {
    await putPage(page)
    const error = { kind: 'publish-refused', reason: 'other-page' }
    expect(await desk.publish()).toMatchObject({ state: 'failed', error })
    expect(await readdir(folder)).toEqual(['index.html'])
  }
  const phase = async () => (await desk.read()).follow?.phase
  await desk.follow(true)
  await expect.poll(phase).toBe('problem')
  expect(await desk.publish(true)).toMatchObject({ state: 'done' })
  await expect.poll(phase).toBe('waiting')
  await rm(folder, { recursive: true })
  await desk.change(fewer)
  await expect.poll(men).toBe(2)
})

it('notices another desk, and neither removes files of the other', async () => {
  const [one, two] = [await openDesk(), await openDesk()]
  await one.publish()
  const first = await one.site()
  const refused = {
    state: 'failed',
    error: { kind: 'publish-refused', reason: 'other-desk', detail: first.state.publishedAt },
  }
  expect(await two.publish()).toMatchObject(refused)
  expect(await two.takeDown()).toMatchObject({ state: 'failed', error: { reason: 'other-desk' } })
  expect((await one.site()).state).toEqual(first.state)
  await two.publish(true)
  expect((await two.site()).state.desk).not.toBe(first.state.desk)
  for (const path of first.paths) expect(await readFrom(folder)(path)).not.toBeNull()
  expect(await one.publish()).toMatchObject({ error: { reason: 'other-desk' } })
})

it('tells which place was left, and takes it down once it is chosen again, but nothing of others', async () => {
  const desk = await shareDesk()
  const { stage } = desk
  await desk.publish()
  const { state } = await desk.site()
  const first = folder
  folder = join(await rig.folder(), 'other')
  const left = [{ target: { kind: 'folder', path: first }, at: state.publishedAt }]
  expect(await desk.call('publish:chooseFolder', { stage })).toMatchObject({ published: null, left })
  await desk.publish()
  folder = first
  const back = await desk.call('publish:chooseFolder', { stage })
  expect(back).toMatchObject({ published: { at: state.publishedAt }, left: [{ target: { kind: 'folder' } }] })
  const others = ['a', 'a/0123456789abcdef.png', 'notes.txt', 'p', 'p/photo.jpg']
  for (const path of others.filter((one) => one.includes('.'))) await writeFile(join(first, path), 'ours')
  expect(await desk.takeDown()).toMatchObject({ state: 'done' })
  expect((await readdir(first, { recursive: true })).toSorted()).toEqual(others)
  expect((await desk.read()).published).toBeNull()
  expect(await desk.publish()).toMatchObject({ state: 'done' })
  // An earlier version kept no list.
  inDatabase(desk, ({ run }) => run('DELETE FROM site_files'))
  expect(await desk.takeDown()).toMatchObject({ state: 'done' })
  expect((await readdir(first, { recursive: true })).toSorted()).toEqual(['notes.txt', 'p', 'p/photo.jpg'])
})

it('does not bring back by itself what a command took down', async () => {
  const desk = await shareDesk()
  const { stage } = desk
  await desk.follow(true)
  await expect.poll(turn).toBe(1)
  const command = await rig.open({ face: 'terminal', dataDir: desk.dataDir })
  const { jobId } = await command.call('publish:takeDown', { stage })
  expect(await command.finished(jobId)).toMatchObject({ state: 'done' })
  await desk.change(fewer)
  await expect.poll(async () => (await desk.read()).follow).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

it('gives people with bibs that no link or search can name an address all the same', async () => {
  const bibs = ['A\ud800', 'ь', '__proto__', '<b>']
  const rows = many()
    .slice(0, 60)
    .map((row, at) => ({ ...row, number: at % 10 === 0 ? bibs[at / 10] : `${at}` }))
  const found = (await shown(await shareDesk({ Men: rows }))).found.filter(([, , bib]) => bibs.includes(bib))
  expect(new Set(found.map(([, , bib]) => bib))).toEqual(new Set(bibs))
  for (const [key] of found) expect(key).toMatch(/^(?:[0-9a-f]{10}|__proto__|<b>)$/)
})

it('publishes by itself while the stage is followed, also after a restart', async () => {
  const desk = await openDesk()
  await desk.follow(true)
  await expect.poll(men).toBe(7)
  await desk.close()
  const again = await rig.open({ face: 'browser', dataDir: desk.dataDir })
  desk.answer(fewer)
  await again.take(desk.stage)
  await expect.poll(men).toBe(2)
  expect((await again.call('publish:read', { stage: desk.stage })).follow).not.toBeNull()
  expect(await again.call('publish:follow', { stage: desk.stage, isOn: false })).toMatchObject({ follow: null })
})

it('confirms results that stay the same, at most every two minutes, and calls that no news', async () => {
  let nowMs = Date.parse('2026-05-16T10:00:00.000Z')
  const desk = await openDesk({ outside: { clock: () => nowMs } })
  const { stage } = desk
  // Downloaded by this clock, too.
  await desk.take(stage)
  const phasesOf = () => desk.events.filter(({ name }) => name === 'publish:changed').length
  const confirmLater = async (ms: number) => {
    nowMs += ms
    const told = phasesOf()
    await desk.take(stage)
    await expect.poll(async () => phasesOf() > told + 1 && (await desk.read()).follow?.phase).toBe('waiting')
    return (await desk.site()).state
  }
  await desk.follow(true)
  await expect.poll(async () => (await desk.read()).published).not.toBeNull()
  const { state: first } = await desk.site()
  expect(await confirmLater(60_000)).toEqual(first)
  const confirmed = await confirmLater(70_000)
  expect(confirmed).toEqual({ ...first, turn: 2, confirmedAt: '2026-05-16T10:02:10.000Z' })
  const { published: last, receipts } = await desk.read()
  expect(last).toMatchObject({ at: first.publishedAt, confirmedAt: confirmed.confirmedAt })
  expect(receipts).toHaveLength(1)
  desk.answer(fewer)
  expect(await confirmLater(1_000)).toMatchObject({ turn: 3, publishedAt: '2026-05-16T10:02:11.000Z' })
  expect((await desk.read()).receipts).toHaveLength(2)
  // Files that nobody needs go after an hour, and nobody else's do.
  const others = join(folder, 'a/0123456789abcdef.png')
  await writeFile(others, 'theirs')
  for (let times = 0; times < 2; times += 1) {
    nowMs += 2 * 3_600_000
    await desk.publish()
  }
  expect(await readFile(others, 'utf8')).toBe('theirs')
  await rm(others)
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toHaveLength((await desk.site()).paths.size)
})

it('removes soon after the start what a killed publishing made', async () => {
  const dataDir = join(await rig.folder(), 'data')
  const spool = join(dataDir, 'publishing')
  await mkdir(spool, { recursive: true })
  await writeFile(join(spool, partialName('stage', uniqueOf(owner, 4_194_305, '0123456789ab'))), 'personal data')
  await rig.open({ face: 'browser', dataDir })
  await expect.poll(() => readdir(spool), { timeout: 10_000 }).toEqual([])
})

const pngOf = (side: number): Buffer => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAAAAAAACAYAAAA=', 'base64')
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  return png
}

it('publishes no logo that is no picture, or larger than a phone can unpack', async () => {
  const desk = await shareDesk()
  const { settings } = await desk.read()
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const save = (type: string, body: Buffer) => {
    const logo = `data:image/${type};base64,${body.toString('base64')}`
    return desk.ask('publish:save', { stage: desk.stage, settings: { ...settings, logo } })
  }
  for (const [type, body] of [
    ['svg+xml', script],
    ['png', script],
    ['jpeg', script],
    ['webp', script],
    ['jpeg', pngOf(100)],
    ['png', pngOf(50_000)],
  ] as const) {
    expect(await save(type, body)).toMatchObject({
      error: { kind: 'invalid-input', issues: [{ path: 'settings.logo' }] },
    })
  }
  expect((await desk.read()).settings.logo).toBeNull()
  // Readers take whatever follows a picture for a part of it: its name says that it is one.
  expect(await save('png', Buffer.concat([pngOf(100), script]))).toMatchObject({ ok: true })
  await desk.publish()
  const holding: string[] = []
  for (const path of (await desk.site()).paths) {
    if ((await readFile(join(folder, path))).includes(script)) holding.push(path)
  }
  expect(holding).toEqual([expect.stringMatching(/^a\/[0-9a-f]{16}\.png$/)])
})

it('says so when there is no place, nothing to publish or no such stage', async () => {
  const desk = await shareDesk({ Men: [] })
  expect(await desk.publish()).toMatchObject({ error: { kind: 'publish-refused', reason: 'nothing' } })
  const error = { kind: 'publish-refused', reason: 'no-target' }
  expect(await (await rig.shareDesk()).publish()).toMatchObject({ error })
  const stage = '6f1c0d1e-0b7d-4c55-9a61-2d8e5f704b13' as StageGuid
  expect(await desk.ask('publish:takeDown', { stage })).toMatchObject({ error: { kind: 'not-found' } })
})
