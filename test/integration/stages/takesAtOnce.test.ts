import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CategoryId, Instant, JobId } from '../../../preload/contract/ids.ts'
import { ingest } from '../../../main/features/replies/ingest.ts'
import { createIngestThread } from '../../../main/store/ingestThread.ts'
import { openDatabase } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { useCores } from '../../support/coreRig.ts'
import type { FetchedBody } from '../../../main/features/stages/stageStore.ts'

const cores = useCores()
const at = '2026-05-16T12:00:00.000Z' as Instant

const bodyOf = (round: number): string =>
  JSON.stringify({
    data: Array.from({ length: 40 }, (_, bib) => ({ bib, name: `Runner ${bib}`, time: `0:3${round}` })),
  })

const fetched = (round: number): FetchedBody => ({
  category: '1' as CategoryId,
  job: 'job' as JobId,
  url: 'https://results.example.org/get',
  fetchedAt: at,
  status: 200,
  contentType: 'application/json',
  etag: null,
  lastModified: null,
  body: new Uint8Array(Buffer.from(bodyOf(round))),
})

const openOne = async () => {
  const { database, file } = openDatabase(join(await cores.folder(), 'racedesk.db'), at)
  database.run("INSERT INTO stages (guid, name, added_at) VALUES ('stage', 'Stage', ?)", at)
  database.run(
    `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
     VALUES ('stage', 'distance', '10 km', 'category', 'M40', '', 0, 1)`,
  )
  const hashes = () => database.all('SELECT sha256 FROM snapshots ORDER BY id').map((row) => String(row['sha256']))
  return { file, database, hashes }
}

it('stores a reply once that comes twice in one batch', async () => {
  const { database, hashes } = await openOne()
  const stored = [0, 0, 1, 1].map((round) => ({ kind: 'body' as const, fetched: fetched(round) }))
  expect(ingest(database, stored).map(({ outcome }) => outcome)).toEqual(['done', 'unchanged', 'done', 'unchanged'])
  expect(new Set(hashes()).size).toBe(hashes().length)
  database.close()
})

const times = ['2026-05-16T12:00:01.000Z', '2026-05-16T12:00:02.000Z', '2026-05-16T12:00:03.000Z'] as Instant[]
const bodyAt = (round: number, time: number) => ({
  kind: 'body' as const,
  fetched: { ...fetched(round), fetchedAt: times[time] ?? at, etag: `"${round}"` },
})

it('shows the last reply when an earlier one comes again within a batch', async () => {
  const { database, hashes } = await openOne()
  ingest(database, [bodyAt(0, 0)])
  expect(ingest(database, [bodyAt(1, 1), bodyAt(0, 2)]).map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  expect(database.all('SELECT etag FROM snapshots ORDER BY id')).toEqual(
    ['"0"', '"1"', '"0"'].map((etag) => ({ etag })),
  )
  expect(hashes()).toHaveLength(3)
  expect(database.get('SELECT snapshot FROM category_tables')).toEqual({ snapshot: 3 })
  database.close()
})

it('keeps a later reply when one that was fetched before it is stored after it', async () => {
  const { database } = await openOne()
  ingest(database, [bodyAt(0, 0)])
  expect(ingest(database, [bodyAt(2, 2), bodyAt(1, 1)]).map(({ outcome }) => outcome)).toEqual(['done', 'unchanged'])
  expect(ingest(database, [bodyAt(3, 2), bodyAt(2, 1)]).map(({ outcome }) => outcome)).toEqual(['done', 'unchanged'])
  expect(database.get('SELECT snapshot FROM category_tables')).toEqual({ snapshot: 3 })
  expect(database.all('SELECT etag FROM snapshots ORDER BY id')).toEqual(
    ['"0"', '"2"', '"3"'].map((etag) => ({ etag })),
  )
  database.close()
})

it('stores no reply that equals the one before, though several processes bring it at once', async () => {
  const { file, database, hashes } = await openOne()
  const threads = [createIngestThread(file), createIngestThread(file), createIngestThread(file)]
  for (let round = 0; round < 40; round += 1) {
    const stored = threads.map((thread) => thread.store({ kind: 'body', fetched: fetched(round) }))
    const outcomes = (await Promise.all(stored)).map((result) => result.ok && result.value.outcome)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'unchanged')).toHaveLength(2)
  }
  for (const thread of threads) await thread.close()
  expect(hashes()).toHaveLength(40)
  database.close()
})
