import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { Value } from '../../../preload/contract.ts'
import type { Change, ChangesQuery } from '../../../preload/contract/changes.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, deliverTo, environmentKeys, inDatabase } from '../../support/openCore.ts'
import { bytesOf, inEnvelope, sendJson, type RaceService } from '../../support/services/raceService.ts'
import { startTerminal } from '../../support/processes/terminal.ts'
import { flagsOf } from '../../support/terminalRig.ts'

type Row = Record<string, unknown>

const cores = useCores(afterAll)
let race: RaceService

beforeEach(async () => {
  race = await cores.race('M40', 'M45')
})

const syllables = ['ba', 'de', 'ki', 'lo', 'mu', 'na', 'pe', 'ri', 'so', 'tu'] as const
const nameOf = (number: number): string => {
  const at = (power: number): string => syllables[Math.floor(number / power) % 10] ?? ''
  return `Runner ${at(1).toUpperCase()}${at(10)}${at(100)}nen`
}

/** Bibs begin with 301, so that nobody can take them for places. */
const row = (number: number, more: Row = {}): Row => ({
  number: String(300 + number),
  position: number,
  name: nameOf(number),
  club: number % 2 === 0 ? 'Even' : 'Odd',
  resultTime: `0:${String(30 + Math.floor(number / 60)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`,
  ...more,
})
const field = (count: number, first = 1): readonly Row[] =>
  Array.from({ length: count }, (_, index) => row(first + index))

const answer = (category: string, rows: readonly Row[]): void => race.answer(category, bytesOf(inEnvelope(rows)))

/** A stage that was taken once, with so many rows in M40 and none of their bibs in M45. */
const taken = async (rows: readonly Row[] = field(20), later = field(3, 900), opening = cores.share()) => {
  const open = await opening
  const { stage } = await addStage(open, race)
  const take = async (): Promise<void> => {
    expect(await open.take(stage)).toMatchObject({ state: 'done' })
  }
  /** Downloads these rows for M40, and for M45 when they are given. */
  const retake = async (m40: readonly Row[], m45?: readonly Row[]): Promise<void> => {
    answer('M40', m40)
    if (m45 !== undefined) answer('M45', m45)
    await take()
  }
  await retake(rows, later)
  const changes = (query: Omit<ChangesQuery, 'stage'> = {}) =>
    open.call('results:changes', { ...query, stage, offset: 0, limit: 1_000 })
  return { open, stage, take, retake, changes }
}

const told = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ type, bib, before, after }) => `${type} ${bib ?? '-'}: ${before ?? ''} > ${after ?? ''}`)

it('has no entry for a first download, an unchanged reply or a reply without rows', async () => {
  const { open, stage, take, changes, retake } = await taken()
  await take()
  answer('M40', [])
  await open.call('stage:take', { stage })
  race.answer('M45', bytesOf('<html>gone</html>', 200, 'text/html'))
  await open.take(stage)
  expect(await changes()).toMatchObject({ total: 0, lastId: 0, changes: [], counts: {} })
  expect(open.events.filter(({ name }) => name === 'ledger:changed')).toEqual([])
  // The rows that were good are what later ones are compared with.
  await retake([row(1, { club: 'New club' }), ...field(19, 2)], field(3, 900))
  expect(told((await changes()).changes)).toEqual(['club 301: Odd > New club'])
})

it('lists every type of change with person, category, before and after, newest first, and emits an event', async () => {
  const { open, stage, changes, retake } = await taken(field(30))
  await retake([
    row(31),
    row(1, { resultTime: '0:29:59' }),
    row(2, { club: 'Odd' }),
    row(3, { name: 'Runner LObabanenn' }),
    row(4, { position: 40 }),
    ...field(25, 5),
  ])
  const page = await changes()
  expect(told(page.changes).toReversed()).toEqual([
    'new 331:  > 0:30:31',
    'result 301: 0:30:01 > 0:29:59',
    'club 302: Even > Odd',
    'name 303: Runner LObabanen > Runner LObabanenn',
    'place 304: 4 > 40',
    'vanished 330: 0:30:30 > ',
  ])
  expect(page.counts).toEqual({ new: 1, result: 1, club: 1, name: 1, place: 1, vanished: 1 })
  const result = page.changes.find(({ type }) => type === 'result')
  expect(result).toMatchObject({ distanceName: '10 km', categoryName: 'M40', name: nameOf(1), index: 1 })
  expect(page.changes.find(({ type }) => type === 'vanished')?.index).toBeNull()
  const event = await open.seen(({ name }) => name === 'ledger:changed')
  expect(event.data).toEqual({ stage, count: page.total, lastId: page.lastId })
})

it('reports a first result, a start and a received status once each', async () => {
  const finished = (rows: readonly Row[]): readonly Row[] => rows.map((one) => ({ ...one, status: 'Finished' }))
  const notYet = { status: '', resultTime: null, position: null }
  const { changes, retake } = await taken([...finished(field(20)), row(21, notYet), row(22, notYet), row(23, notYet)])
  const out = [row(22, { ...notYet, status: 'DNF' }), row(23, { ...notYet, status: 'On course' })]
  await retake([row(1, { status: 'DSQ' }), ...finished(field(20, 2)), ...out])
  const { changes: found } = await changes()
  const expected = [
    'status 301: OK > DSQ',
    'result 321:  > 0:30:21',
    'status 322: unknown > DNF',
    'status 323: unknown > on course',
  ]
  expect(told(found).toReversed()).toEqual(expected)
  expect(found.filter(({ isFirstResult }) => isFirstResult)).toHaveLength(1)
  const { changes: others, total, people, arrivals } = await changes({ areFinishes: false })
  expect(told(others)).toHaveLength(2)
  expect([total, people, arrivals]).toEqual([2, 2, 2])
})

it('finds changes by type, category and words, with the current index of their rows', async () => {
  const { changes, retake } = await taken()
  await retake([row(1, { club: 'A' }), ...field(19, 2)])
  const first = await changes()
  await retake([row(99), row(1, { club: 'B' }), ...field(19, 2)], [row(900, { club: 'C' }), ...field(2, 901)])
  const { changes: every, lastId } = await changes()
  expect(lastId).toBeGreaterThan(first.lastId)
  expect(every).toHaveLength(4)
  expect(first.changes).toMatchObject([{ after: 'A', index: 0 }])
  expect(every.find(({ after }) => after === 'A')).toMatchObject({ index: 1 })
  expect(told((await changes({ types: ['new'] })).changes)).toEqual(['new 399:  > 0:31:39'])
  const m45 = every.flatMap(({ category, categoryName }) => (categoryName === 'M45' ? [category] : []))
  expect(told((await changes({ categories: m45 })).changes)).toEqual(['club 1200: Even > C'])
  expect(told((await changes({ search: '1200 runner' })).changes)).toEqual(['club 1200: Even > C'])
  expect((await changes({ search: 'nobody' })).total).toBe(0)
  expect((await changes({ types: ['club'] })).counts).toEqual({ club: 3, new: 1 })
})

it('returns changes by page, and oldest first after an ID', async () => {
  const { open, stage, retake } = await taken()
  await retake([row(1, { club: 'A' }), row(2, { club: 'B' }), row(3, { club: 'C' }), ...field(17, 4)])
  const page = (more: object): Promise<Value<'results:changes'>> =>
    open.call('results:changes', { stage, offset: 0, limit: 2, ...more })
  const first = await page({})
  expect([first.total, ...told(first.changes)]).toEqual([3, 'club 303: Odd > C', 'club 302: Even > B'])
  expect(told((await page({ offset: 2 })).changes)).toEqual(['club 301: Odd > A'])
  const [, second] = first.changes
  expect(told((await page({ afterId: 0 })).changes)).toEqual(['club 301: Odd > A', 'club 302: Even > B'])
  expect(told((await page({ afterId: second?.id ?? 0 })).changes)).toEqual(['club 303: Odd > C'])
})

it('follows one person through a corrected name into every category', async () => {
  const { open, stage, changes, retake } = await taken([...field(20), row(900)])
  await retake(
    [...field(20), row(900, { name: 'Runner BAbatunem' })],
    [row(900, { name: 'Runner BAbatunem' }), ...field(2, 901)],
  )
  await retake([row(1, { club: 'A' }), ...field(19, 2), row(900, { name: 'Runner BAbatunem', club: 'B' })])
  const { rows } = await open.call('results:page', { stage, search: 'BAbatunem', offset: 0, limit: 5 })
  expect(rows).toHaveLength(2)
  for (const { category, index } of rows) {
    const { changes: history } = await changes({ person: { category, index } })
    const types = history.map(({ type, categoryName }) => `${type} ${categoryName}`)
    expect(types.sort()).toEqual(['club M40', 'name M40', 'name M45'])
  }
  const { people, arrivals } = await changes({ types: ['club'], search: 'BAbatunem' })
  expect([people, arrivals]).toEqual([1, undefined])
  const nobody = { category: rows[0]?.category, index: 5_000 }
  const gone = await open.ask('results:changes', { stage, person: nobody, offset: 0, limit: 1 })
  expect(gone).toEqual({ ok: false, error: { kind: 'not-found', what: 'row' } })
})

it('has one entry for a person who moved to another category', async () => {
  const { open, changes, retake } = await taken()
  await retake(field(19, 2), [row(1), ...field(3, 900)])
  const { changes: found } = await changes()
  expect(told(found)).toEqual(['moved 301: M40 > M45'])
  expect(found[0]).toMatchObject({ categoryName: 'M45', index: 0, name: nameOf(1) })
  // Listeners that saw the two entries also get the one that replaced them.
  await open.seen(({ name, data }) => name === 'ledger:changed' && data.lastId === found[0]?.id)
})

it('groups a mass recalculation under one headline with details', async () => {
  const { changes, retake } = await taken(field(50))
  await retake(field(50).map((one, index) => (index < 20 ? { ...one, resultTime: '0:20:00' } : one)))
  const { total, changes: found } = await changes()
  expect(total).toBe(1)
  const [headline] = found
  const summary = { before: null, after: '20 of 50 rows', count: 20, of: 50 }
  expect(headline).toMatchObject({ type: 'mass-recalculation', ...summary })
  const details = await changes({ headline: headline?.id ?? 0 })
  expect(details.total).toBe(20)
  expect(details.changes.every(({ type, headline: of }) => type === 'result' && of === headline?.id)).toBe(true)
  expect((await changes({ isFlat: true })).total).toBe(21)
  expect(told((await changes({ search: '307' })).changes)).toEqual(['result 307: 0:30:07 > 0:20:00'])
})

it('does not tell a renamed field as everybody\u2019s result, but that the fields drifted', async () => {
  const { changes, retake } = await taken()
  await retake(field(20).map(({ resultTime, ...rest }) => ({ ...rest, zzz: resultTime })))
  expect((await changes({ isFlat: true })).changes.map(({ type }) => type)).toEqual(['drift'])
})

it('does not tell of fields that are only new, as those of a race that goes on', async () => {
  const { changes, retake } = await taken()
  await retake(field(20).map((one) => ({ ...one, zzz: 'x' })))
  expect((await changes({ isFlat: true })).changes).toEqual([])
})

it('exports all changes oldest first, with details, without marking results as exported', async () => {
  const path = join(await cores.folder(), 'changes.csv')
  const { open, stage } = await taken(field(20), field(3, 900), cores.share(deliverTo(path).choose))
  answer('M40', [
    row(21, { name: '=cmd' }),
    ...field(20).map((one, at) => ({ ...one, resultTime: `0:20:${10 + 2 * at + (at % 3)}` })),
  ])
  await open.take(stage)
  const job = await open.exported({ changes: { stage }, format: 'csv', preset: 'ru' })
  expect(job).toMatchObject({ state: 'done', file: { rows: 22 } })
  const lines = (await readFile(path, 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFFat;distance;category;type;bib;name;before;after')
  expect(lines[1]).toMatch(/;10 km;M40;new;321;'=cmd;;0:30:21$/)
  expect(lines[2]).toMatch(/;mass-recalculation;;;;20 of 20 rows$/)
  expect(lines.filter((line) => line.includes(';result;'))).toHaveLength(20)
  const { marks } = await open.call('results:changes', { stage, offset: 0, limit: 0 })
  expect(marks.exported).toBeNull()
})

it('stores replies of a live category as differences, and restores each completely', async () => {
  const { open, stage, retake } = await taken(field(400), field(3, 900), cores.open())
  const bodies: string[] = []
  for (let poll = 0; poll < 5; poll += 1) {
    await retake(field(400).map((one, index) => (index === poll ? { ...one, club: `Club ${poll}` } : one)))
    const { distances } = await open.call('stage:tree', { stage })
    const raw = await open.call('results:raw', { category: distances[0]?.categories[0]?.id ?? ('' as never) })
    expect(raw.text).toContain(`Club ${poll}`)
    bodies.push(raw.sha256)
  }
  expect(new Set(bodies).size).toBe(5)
  const ofM40 = "snapshots s JOIN categories c ON c.id = s.category WHERE c.category_name = 'M40'"
  const stored = inDatabase(open, ({ all }) => all(`SELECT s.base, length(s.body) AS bytes FROM ${ofM40}`))
  const whole = stored.filter(({ base }) => base === null)
  const parts = stored.filter(({ base }) => base !== null)
  expect([whole.length, parts.length]).toEqual([1, 5])
  expect(Math.max(...parts.map(({ bytes }) => Number(bytes)))).toBeLessThan(Number(whole[0]?.['bytes']) / 10)
})

it('has an entry for exactly the snapshots that were stored when the process is killed', async () => {
  const names = Array.from({ length: 24 }, (_, index) => `C${index}`)
  race.list(...names)
  for (const name of names) answer(name, field(30))
  const first = await cores.open()
  const { dataDir } = first
  const { stage, profileId } = await addStage(first, race)
  await first.take(stage)
  await first.call('profile:remove', { id: profileId })
  await first.close()
  // The later ones answer only once the process is gone, so that the kill comes in the middle however slow it is.
  const isGone = Promise.withResolvers<void>()
  for (const [index, name] of names.entries()) {
    const rows = [row(1, { club: `Club ${index}` }), ...field(29, 2)]
    race.answer(name, async (response) => {
      if (index >= 12) await isGone.promise
      sendJson(response, { isSuccess: true, data: rows })
    })
  }
  const words = ['take', race.stage, ...flagsOf(race), '--data', dataDir]
  const taking = startTerminal(dataDir, words, { env: environmentKeys })
  const database = openAgain(join(dataDir, 'racedesk.db'))
  const written = (): number => Number(database.get('SELECT count(*) AS n FROM ledger')?.['n'])
  await vi.waitFor(() => expect(written()).toBeGreaterThan(4), { timeout: 20_000, interval: 20 })
  taking.child.kill('SIGKILL')
  await taking.ended
  isGone.resolve()
  database.close()
  const again = await cores.open({ dataDir })
  const { changes } = await again.call('results:changes', { stage, offset: 0, limit: 1_000 })
  const { rows } = await again.call('results:page', { stage, search: 'club', offset: 0, limit: 1_000 })
  const clubs = rows.map(({ cells }) => cells.find((cell) => String(cell).startsWith('Club ')))
  expect(new Set(changes.map(({ after }) => after))).toEqual(new Set(clubs))
  expect(changes).toHaveLength(clubs.length)
  expect(changes.length).toBeLessThan(names.length)
})

it('reports the first finishers of a category that was empty before, but not a start list', async () => {
  const { changes, retake } = await taken([])
  await retake([row(1), row(2), row(3, { resultTime: '', position: null })])
  expect(told((await changes()).changes).toReversed()).toEqual(['new 301:  > 0:30:01', 'new 302:  > 0:30:02'])
})

it('reports no changes when rows follow a reply without a table', async () => {
  race.answer('M40', bytesOf('<html>soon</html>', 200, 'text/html'))
  answer('M45', field(3, 900))
  const open = await cores.share()
  const { stage } = await addStage(open, race)
  await open.take(stage)
  answer('M40', field(20))
  await open.take(stage)
  expect(await open.call('results:changes', { stage, offset: 0, limit: 5 })).toMatchObject({ total: 0 })
})

it('reports no vanished or new rows for a partial page and the whole one after it', async () => {
  const { take, changes, retake } = await taken(field(40))
  race.answer('M40', (response) =>
    sendJson(response, { isSuccess: true, data: [row(1, { club: 'A' }), ...field(9, 2)], total: 40 }),
  )
  await take()
  expect(told((await changes({ isFlat: true })).changes)).toEqual(['club 301: Odd > A'])
  await retake(field(40))
  expect((await changes({ isFlat: true })).counts).toEqual({ club: 2 })
})

it('does not count those who moved among those who vanished', async () => {
  const { changes, retake } = await taken(field(20))
  await retake(field(14, 7), [...field(4), ...field(3, 900)])
  expect((await changes({ isFlat: true })).counts).toEqual({ moved: 4, vanished: 2, 'mass-recalculation': 1 })
  const [headline] = (await changes({ types: ['mass-recalculation'] })).changes
  expect(headline).toMatchObject({ count: 2, after: '2 of 20 rows' })
})

it("reports no move for an equal bib alone, which may be another person's", async () => {
  const nameless = (rows: readonly Row[]): readonly Row[] => rows.map(({ name: _name, ...rest }) => rest)
  const { open, stage } = await taken(nameless(field(20)), nameless(field(20, 900)))
  answer('M40', nameless(field(19, 2)))
  answer('M45', nameless([...field(20, 900), row(1, { resultTime: '0:59:00' })]))
  await open.take(stage)
  const { counts } = await open.call('results:changes', { stage, offset: 0, limit: 5 })
  expect(counts).toEqual({ new: 1, vanished: 1 })
})

it('stores other categories although a stored reply without rows is damaged', async () => {
  const { open, stage, take } = await taken([], field(3, 900), cores.open())
  inDatabase(open, ({ run }) => run("UPDATE snapshots SET body = x'00112233445566778899' WHERE rows = 0"))
  answer('M45', field(5, 900))
  await take()
  const { distances } = await open.call('stage:tree', { stage })
  expect(distances[0]?.categories.map(({ outcome, rows }) => `${outcome} ${rows}`)).toEqual(['no-rows 0', 'done 5'])
})
