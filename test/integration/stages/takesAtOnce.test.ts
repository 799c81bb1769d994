import { expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import { ingest } from '../../../main/features/replies/ingest.ts'
import { createIngestThread } from '../../../main/store/ingestThread.ts'
import { fetchedBody, openReplyDatabase } from '../../support/files/replyDatabase.ts'

const openOne = () => {
  const { database, file, addCategory } = openReplyDatabase()
  const category = addCategory()
  const bodyAt = (round: number, second = 0) => {
    const rows = Array.from({ length: 40 }, (_, bib) => ({ bib, name: `Runner ${bib}`, time: `0:3${round}` }))
    const fetchedAt = `2026-05-16T12:00:0${second}.000Z` as Instant
    return fetchedBody(category, JSON.stringify({ data: rows }), { fetchedAt, etag: `"${round}"` })
  }
  const outcomes = (...findings: readonly ReturnType<typeof bodyAt>[]) =>
    ingest(database, findings).map(({ outcome }) => outcome)
  const stored = () => database.all('SELECT etag FROM snapshots ORDER BY id').map((row) => row['etag'])
  const shown = () => database.get('SELECT snapshot FROM category_tables')?.['snapshot']
  return { file, bodyAt, outcomes, stored, shown }
}

it('stores a reply once that comes twice in one batch', () => {
  const { bodyAt, outcomes, stored } = openOne()
  const findings = [0, 0, 1, 1].map((round) => bodyAt(round))
  expect(outcomes(...findings)).toEqual(['done', 'unchanged', 'done', 'unchanged'])
  expect(stored()).toEqual(['"0"', '"1"'])
})

it('shows the last reply when an earlier one comes again within a batch', () => {
  const { bodyAt, outcomes, stored, shown } = openOne()
  outcomes(bodyAt(0, 1))
  expect(outcomes(bodyAt(1, 2), bodyAt(0, 3))).toEqual(['done', 'done'])
  expect(stored()).toEqual(['"0"', '"1"', '"0"'])
  expect(shown()).toBe(3)
})

it('keeps a later reply when one that was fetched before it is stored after it', () => {
  const { bodyAt, outcomes, stored, shown } = openOne()
  outcomes(bodyAt(0, 1))
  expect(outcomes(bodyAt(2, 3), bodyAt(1, 2))).toEqual(['done', 'unchanged'])
  expect(outcomes(bodyAt(3, 3), bodyAt(2, 2))).toEqual(['done', 'unchanged'])
  expect(shown()).toBe(3)
  expect(stored()).toEqual(['"0"', '"2"', '"3"'])
})

it('stores no reply that equals the one before, though several processes bring it at once', async () => {
  const { file, bodyAt, stored } = openOne()
  const threads = [createIngestThread(file), createIngestThread(file), createIngestThread(file)]
  for (let round = 0; round < 25; round += 1) {
    const results = await Promise.all(threads.map((thread) => thread.store(bodyAt(round))))
    const outcomes = results.map((result) => (result.ok ? result.value.outcome : 'refused'))
    expect(outcomes.toSorted()).toEqual(['done', 'unchanged', 'unchanged'])
  }
  for (const thread of threads) await thread.close()
  expect(stored()).toHaveLength(25)
})
