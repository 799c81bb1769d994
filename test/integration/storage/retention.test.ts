import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BlockType } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, Instant, ProfileId, ReplyId } from '../../../preload/contract/ids.ts'
import { referenceTables } from '../../../main/features/blocks/referenceTables.ts'
import { giveUpOld } from '../../../main/features/replies/bin.ts'
import { deletedFrom, firstYoung, growOlder, removalAge } from '../../../main/features/replies/dataAge.ts'
import { openAgain, openDatabase, type Database } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { isSmallAndOld, rewrite, tidy } from '../../../main/features/storage/tidy.ts'
import {
  leastRetention,
  surplusReplies,
  usualRetention,
  type StoredReply,
} from '../../../main/features/storage/rules/retention.ts'
import { atEnd, temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { makeOldDatabase } from '../../support/files/oldDatabase.ts'
import { openReplyDatabase } from '../../support/files/replyDatabase.ts'
import { runner } from '../../support/services/raceService.ts'
import { runnersOf, takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores()

const run = (steps: Iterable<undefined>): number => [...steps].length

const taken = async (times: number): Promise<TakenRows & { readonly database: Database }> => {
  const made = await takeRows(cores, { M40: runnersOf('M40', 30), W40: runnersOf('W40', 30) })
  const database = openAgain(join(made.open.dataDir, 'racedesk.db'))
  atEnd(database.close)
  for (let time = 1; time < times; time += 1) {
    for (const name of ['M40', 'W40']) made.answer(name, runnersOf(name, 30 + time))
    await made.take()
  }
  return { ...made, database }
}

const rowCounts = ({ all }: Database): readonly number[] =>
  all(
    "SELECT s.rows FROM snapshots s JOIN categories c ON c.id = s.category WHERE c.category_name = 'M40' ORDER BY s.id",
  ).map((row) => Number(row['rows']))

const readable = async ({ open, stage, categories }: TakenRows): Promise<void> => {
  for (const { id } of await categories()) {
    const replies = await open.call('reply:list', { category: id, limit: 50 })
    for (const { id: reply, rows } of replies) {
      expect(await open.call('reply:use', { stage, category: id, reply })).toMatchObject({ rows })
      const page = await open.call('results:page', { stage, categories: [id], offset: 0, limit: 100 })
      expect(page.rows).toHaveLength(rows)
    }
  }
}

it('keeps every reply of the last month, and of older ones those that can be restored with their bases', async () => {
  const rig = await taken(14)
  const { database } = rig
  run(tidy(database, usualRetention(1)))
  expect(rowCounts(database)).toHaveLength(14)
  expect(run(tidy(database, usualRetention(Infinity)))).toBeGreaterThan(0)
  const left = rowCounts(database)
  expect(left.slice(-10)).toEqual([34, 35, 36, 37, 38, 39, 40, 41, 42, 43])
  expect(left.length).toBeLessThan(14)
  const lost = 'SELECT base FROM snapshots WHERE base IS NOT NULL AND base NOT IN (SELECT id FROM snapshots)'
  expect(database.all(lost)).toEqual([])
  await readable(rig)
  expect(run(tidy(database, usualRetention(Infinity)))).toBeLessThanOrEqual(2)
})

const dayMs = 24 * 60 * 60_000

/** Upkeeps on days by the clock; gives how old the data are for what is deleted, in days. */
const agesOn = (database: Database, days: readonly number[]): readonly number[] => {
  const startMs = Date.parse('2026-05-16T12:00:00.000Z')
  database.run('UPDATE data_ages SET age = 0, at = ?', new Date(startMs).toISOString())
  return days.map((day) => Math.round((growOlder(database, startMs + day * dayMs) / dayMs) * 10) / 10)
}

it.each([
  { clock: 'right', days: [0.3, 1, 3, 5, 5.3], ages: [0, 0.3, 1, 3, 5] },
  { clock: 'a month ahead for one start', days: [1, 32, 2, 3, 4], ages: [0, 1, 1, 1, 2] },
  { clock: 'years behind at every other start', days: [1, -4_000, 1.1, -4_000, 1.2, 2], ages: [0, -2, -2, -2, -2, 1] },
  { clock: 'an hour behind', days: [1, 0.96, 1.2], ages: [0, 1, 1] },
  { clock: 'right, of a computer that is on once a month', days: [30, 60, 90], ages: [0, 3, 6] },
])('deletes nothing earlier by a clock that is $clock', ({ days, ages }) => {
  const { database } = openReplyDatabase()
  expect(agesOn(database, days)).toEqual(ages)
})

it('counts a month from the removal of a stage and from the arrival of a reply, whatever the clock said', () => {
  const { database, addCategory } = openReplyDatabase()
  const category = addCategory()
  const store = (): void =>
    void database.run(
      `INSERT INTO snapshots (category, url, fetched_at, status, content_type, sha256, size_bytes, rows, body)
       VALUES (?, '', '2006-01-01T00:00:00.000Z', 200, '', '', 0, 0, x'')`,
      category,
    )
  store()
  const startMs = Date.now()
  const ageOn = (day: number): number => growOlder(database, startMs + day * dayMs)
  const inBin = (): number => Number(database.get("SELECT count(*) AS n FROM stages WHERE removed_at > ''")?.['n'])
  ageOn(0)
  store()
  const removedAge = removalAge(database, startMs - 40 * dayMs)
  database.run("UPDATE stages SET removed_at = '2006-01-01T00:00:00.000Z', removed_age = ?", removedAge)
  expect(Date.parse(deletedFrom(database, removedAge))).toBe(startMs + 30 * dayMs)
  for (let day = 1; day <= 30; day += 1) giveUpOld(database, ageOn(day))
  expect([inBin(), firstYoung(database, ageOn(30.1))]).toEqual([1, 2])
  giveUpOld(database, ageOn(31.2))
  expect([inBin(), firstYoung(database, ageOn(32))]).toEqual([0, 3])
  expect(Number(database.get('SELECT count(*) AS n FROM data_ages')?.['n'])).toBeLessThan(40)
})

it('keeps a stage that an older version removed for a month from the upgrade', async () => {
  const { dataDir, database: old } = await makeOldDatabase(temporaryFolder(), 'CREATE TABLE data_ages')
  old.run("INSERT INTO stages (guid, name, added_at, removed_at) VALUES ('s', '', '2001-01-01', '2001-01-01')")
  old.close()
  const startMs = Date.now()
  const { database } = openDatabase(join(dataDir, 'racedesk.db'), new Date(startMs).toISOString())
  atEnd(database.close)
  for (let day = 0; day <= 30; day += 1) giveUpOld(database, growOlder(database, startMs + day * dayMs))
  expect(database.get('SELECT removed_at FROM stages')).toEqual({ removed_at: '2001-01-01' })
  for (let day = 31; day <= 33; day += 1) giveUpOld(database, growOlder(database, startMs + day * dayMs))
  expect(database.get('SELECT removed_at FROM stages')).toEqual({ removed_at: '' })
})

it('keeps the replies behind exported files', async () => {
  const { written, retake, database } = await taken(1)
  await written({ format: 'csv' })
  for (let time = 0; time < 6; time += 1) await retake('M40', runnersOf('M40', 50 + time))
  run(tidy(database, leastRetention))
  expect(rowCounts(database)).toContain(30)
  expect(rowCounts(database).slice(-2)).toEqual([54, 55])
})

it('keeps the last download of each stage with its outcomes', async () => {
  const { database, stage } = await taken(3)
  database.run(
    `INSERT INTO jobs (id, kind, stage, title, state, done, total, failed, started_at, pid)
     SELECT 'job ' || key, 'export', ?, '', 'done', 0, 0, 0, printf('2999-01-01T00:00:00.%03dZ', key), 1 FROM json_each(?)`,
    stage,
    JSON.stringify(Array(600).fill(0)),
  )
  run(tidy(database, usualRetention(1)))
  expect(database.get("SELECT count(*) AS n FROM jobs WHERE kind = 'take'")?.['n']).toBe(1)
  expect(database.get("SELECT count(*) AS n FROM jobs WHERE kind = 'export'")?.['n']).toBe(500)
  expect(database.get('SELECT count(*) AS n FROM job_outcomes')?.['n']).toBe(2)
})

it('keeps a rejected reply, so that it stays rejected', async () => {
  const { open, stage, categories, idOf, retake, database } = await taken(1)
  const category = idOf('M40')
  const [good] = await open.call('reply:list', { category, limit: 1 })
  await retake('M40', runnersOf('M40', 5))
  const used = await open.call('reply:use', { stage, category, reply: good?.id ?? ('' as ReplyId) })
  expect(used).toMatchObject({ rows: 30 })
  for (const message of ['busy', 'busier', 'still busy']) await retake('M40', JSON.stringify([{ message }]))
  run(tidy(database, leastRetention))
  await retake('M40', runnersOf('M40', 5))
  expect((await categories())[0]).toMatchObject({ rows: 30, setAside: { reason: 'left' } })
})

it('keeps the shown block types, however many smaller replies came since', async () => {
  const { database } = openReplyDatabase()
  const tables = referenceTables(database)
  const profileId = 'profile' as ProfileId
  const save = (count: number, time: number, contents = 'code'): Promise<void> =>
    tables.saveBlockSnapshot({
      profileId,
      depth: 'whole',
      fetchedAt: `2026-05-16T12:00:${String(time).padStart(2, '0')}.000Z` as Instant,
      status: 200,
      contentType: 'application/json',
      body: Buffer.from(`${count} ${time}`),
      total: 40,
      offset: 0,
      limit: 40,
      skipped: 0,
      isReordered: false,
      blocks: Array.from({ length: count }, (_, at) => {
        const id = `b${at}` as BlockTypeId
        const type: BlockType = { id, name: '', group: '', isWrapping: false, priority: null, received: {} }
        return { type, content: `${contents} ${at}` }
      }),
    })
  await save(39, 1)
  await save(40, 2)
  for (let time = 3; time < 8; time += 1) await save(10, time, `${time}`)
  run(tidy(database, leastRetention))
  const left = tables.blockSnapshots(profileId)
  expect(left.map(({ types }) => types)).toEqual([10, 10, 40])
  expect(tables.block(left[2]?.id ?? 0, 'b39' as BlockTypeId)?.content).toBe('code 39')

  const saving = save(40, 9, '6')
  run(tidy(database, { ...leastRetention, lists: 1 }))
  await saving
  expect(tables.block(tables.blockSnapshots(profileId)[0]?.id ?? 0, 'b5' as BlockTypeId)?.content).toBe('6 5')
})

it('returns the space of removed replies to the disk, and reports used space', async () => {
  const { open, stage, retake } = await takeRows(cores, { M40: runnersOf('M40', 30), W40: runnersOf('W40', 30) })
  const path = join(open.dataDir, 'racedesk.db')
  const noteOf = (seed: number, index: number) => ({ note: `${Math.sin(seed * 7_919 + index)}` })
  for (let time = 0; time < 5; time += 1) {
    const noise = Array.from({ length: 2_000 }, (_, at) => ({ ...runner('M40', at + 1), ...noteOf(time, at) }))
    await retake('M40', noise)
  }
  const before = await open.call('storage:usage', {})
  const part = (usage: typeof before, name: string) => usage.parts.find((one) => one.part === name)
  expect(part(before, 'earlier-replies')).toMatchObject({ items: 5 })
  expect(part(before, 'earlier-replies')?.bytes).toBeGreaterThan(50_000)
  expect(before.parts.reduce((sum, { bytes }) => sum + bytes, before.freeBytes)).toBeGreaterThanOrEqual(
    before.fileBytes * 0.9,
  )

  const after = await open.call('storage:free', { parts: ['earlier-replies'] })
  expect(part(after, 'earlier-replies')?.items).toBeLessThan(4)
  expect(part(after, 'results')).toEqual(part(before, 'results'))
  await open.close()
  expect(statSync(path).size).toBeLessThan(before.fileBytes - (part(before, 'earlier-replies')?.bytes ?? 0) / 2)

  const again = await cores.open({ dataDir: open.dataDir })
  expect(await again.call('results:page', { stage, offset: 0, limit: 1 })).toMatchObject({ total: 2_030 })
})

const makeOld = ({ run }: Database): void => {
  run('PRAGMA auto_vacuum = NONE')
  run('VACUUM')
}

it('blocks other work only to rewrite a database of an older version', async () => {
  const { open, database } = await taken(3)
  const version = () => Number(database.get('SELECT schema_version FROM pragma_schema_version')?.['schema_version'])
  const before = version()
  await open.call('storage:free', { parts: ['earlier-replies'] })
  expect(database.get('PRAGMA freelist_count')).toEqual({ freelist_count: 0 })
  // SQLite raises it with each VACUUM, which keeps the write lock until all is copied.
  expect(version()).toBe(before)
  makeOld(database)
  await open.call('storage:free', { parts: [] })
  expect(version()).toBe(before + 2)
})

it('rewrites a small database of an older version to return its free space', () => {
  const { database } = openReplyDatabase()
  expect(isSmallAndOld(database)).toBe(false)
  makeOld(database)
  expect(isSmallAndOld(database)).toBe(true)
  rewrite(database)
  expect(isSmallAndOld(database)).toBe(false)
})

const anyReplies = fc
  .array(
    fc.record({
      hasRows: fc.boolean(),
      isDelta: fc.boolean(),
      isNeeded: fc.nat(9).map((one) => one === 0),
    }),
    { maxLength: 60 },
  )
  .map((made): readonly StoredReply[] => {
    let whole: number | null = null
    return made
      .map(({ hasRows, isDelta, isNeeded }, id): StoredReply => {
        const base: number | null = isDelta ? whole : null
        if (base === null) whole = id
        return { id, hasRows, isNeeded, base }
      })
      .toReversed()
  })

it('never removes a needed, shown or base reply, whatever is stored', () => {
  fc.assert(
    fc.property(anyReplies, fc.boolean(), fc.nat(60), (stored, isLeast, firstId) => {
      const retention = isLeast ? leastRetention : usualRetention(firstId)
      const gone = new Set(surplusReplies(stored, retention))
      const left = stored.filter(({ id }) => !gone.has(id))
      expect(left.filter(({ isNeeded }) => isNeeded)).toHaveLength(stored.filter(({ isNeeded }) => isNeeded).length)
      for (const { base } of left) if (base !== null) expect(gone.has(base)).toBe(false)
      const withRows = stored.filter(({ hasRows }) => hasRows).slice(0, retention.replies)
      for (const { id } of withRows) expect(gone.has(id)).toBe(false)
      const young = stored.filter(({ id }) => id >= retention.firstYoung).slice(0, retention.mostReplies)
      for (const { id } of young) expect(gone.has(id)).toBe(false)
      // Deltas go before the replies they build on.
      const order = [...gone]
      for (const { id, base } of stored) {
        if (base !== null && gone.has(base) && gone.has(id)) expect(order.indexOf(id)).toBeLessThan(order.indexOf(base))
      }
    }),
  )
})

const moduleAt = (path: string): string => JSON.stringify(new URL(`../../../main/${path}`, import.meta.url).href)

it('rewrites a large database without loading it into memory', () => {
  // In a process of its own, whose peak no other test has raised.
  const program = `
    const { openDatabase } = await import(${moduleAt('platform/sqlite/sqliteDatabase.ts')})
    const { rewrite } = await import(${moduleAt('features/storage/tidy.ts')})
    const { database } = openDatabase(${JSON.stringify(join(temporaryFolder(), 'racedesk.db'))}, '2026-05-30T09:00:00.000Z')
    database.run('PRAGMA synchronous = OFF')
    database.run('CREATE TABLE large (bytes BLOB)')
    for (let row = 0; row < 6; row += 1) database.run('INSERT INTO large VALUES (randomblob(5000000))')
    database.checkpoint()
    const before = process.resourceUsage().maxRSS
    rewrite(database)
    console.log(process.resourceUsage().maxRSS - before)`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  // Kilobytes, of 30 MB.
  expect(Number(printed)).toBeLessThan(20_000)
})
