import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ChangeMark } from '../../../preload/contract/changes.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { openBytes, saveCapsule } from '../../support/capsuleRig.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { createHandClock } from '../../support/handClock.ts'
import { makeOldDatabase } from '../../support/files/oldDatabase.ts'
import { addStage, deliverTo, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, inEnvelope } from '../../support/services/raceService.ts'
import type { Delivery, Printing } from '../../../main/kernel/face.ts'

/** Changes "since the last look, print or export" are those that were not known then, whatever the clock says. */

const cores = useCores(afterAll)

const hourMs = 3_600_000

const clock = createHandClock()
/** Runs while a save or print dialog is open. */
let meanwhile: (() => Promise<void>) | null = null
const path = join(temporaryFolder(), 'out.csv')
let open: OpenCore
beforeAll(async () => {
  const choose: Delivery['choose'] = async (...asked) => {
    await meanwhile?.()
    return await deliverTo(path).choose(...asked)
  }
  const print: Printing['print'] = async () => {
    await meanwhile?.()
    return { ok: true, value: null }
  }
  const printing = { print, toPdf: () => Promise.resolve(Buffer.from('')) }
  open = await cores.open({ delivery: { choose }, printing, outside: { clock: clock.now } })
})
afterEach(() => {
  meanwhile = null
})

const bibsSince = async ({ call }: OpenCore, stage: StageGuid, since: ChangeMark): Promise<readonly string[]> =>
  (await call('results:changes', { stage, since, offset: 0, limit: 100 })).changes.map(({ bib }) => bib ?? '')

const openRig = async () => {
  const race = await cores.race('M40')
  const clubs = new Map(['301', '302', '303', '304'].map((bib) => [bib, 0]))
  const answer = (): void => {
    const rows = [...clubs].map(([number, moves], at) => {
      const person = { number, name: `Runner ${'ABCD'[at]}`, club: `Club ${moves}` }
      return { ...person, position: at + 1, resultTime: `0:3${at}:00` }
    })
    race.answer('M40', bytesOf(inEnvelope(rows)))
  }
  answer()
  const { stage } = await addStage(open, race)
  await open.take(stage)
  return {
    stage,
    /** Bibs told since a mark, oldest first: in the changes, and as the rows that a filter lets through. */
    since: async (mark: ChangeMark) => {
      const changes = await bibsSince(open, stage, mark)
      const filters = [{ changedSince: mark }]
      const page = await open.call('results:page', { stage, filters, offset: 0, limit: 100 })
      return { changes: changes.toReversed(), rows: page.rows.map(({ cells }) => String(cells[0])) }
    },
    transfer: async (bib: string) => {
      clubs.set(bib, (clubs.get(bib) ?? 0) + 1)
      answer()
      expect(await open.take(stage)).toMatchObject({ state: 'done' })
    },
    exportRows: async () => {
      expect(await open.exported({ stage, format: 'csv', preset: 'import' })).toMatchObject({ state: 'done' })
    },
    printRows: async () => {
      const { jobId } = await open.call('results:print', { stage })
      expect(await open.finished(jobId)).toMatchObject({ state: 'done' })
    },
  }
}

const only = (...bibs: readonly string[]) => ({ changes: bibs, rows: bibs })

it.each(['exported', 'printed'] as const)(
  'a change stored while the dialog is open counts as new since %s, which does not contain it',
  async (mark) => {
    const rig = await openRig()
    await rig.transfer('301')
    meanwhile = () => rig.transfer('302')
    await (mark === 'exported' ? rig.exportRows() : rig.printRows())
    expect(await rig.since(mark)).toEqual(only('302'))
  },
)

it('changes fetched after the clock was set back count as new, in the list and as a filter of rows', async () => {
  const rig = await openRig()
  await rig.transfer('301')
  await rig.exportRows()
  await rig.printRows()
  await open.call('results:markChanges', { stage: rig.stage, mark: 'looked' })
  clock.setBack(hourMs)
  await rig.transfer('302')
  for (const mark of ['exported', 'printed', 'looked'] as const) expect(await rig.since(mark)).toEqual(only('302'))
  await rig.exportRows()
  expect(await rig.since('exported')).toEqual(only())
  expect(await rig.since('printed')).toEqual(only('302'))
})

it('"seen" covers the changes that were shown, not one that came before the click', async () => {
  const rig = await openRig()
  const { stage } = rig
  await rig.transfer('301')
  const shown = await open.call('results:changes', { stage, offset: 0, limit: 100 })
  await rig.transfer('302')
  await open.call('results:markChanges', { stage, mark: 'looked', lastId: shown.lastId })
  expect(await rig.since('looked')).toEqual(only('302'))
})

it('a mark moves neither back to an earlier change nor on to a future one', async () => {
  const rig = await openRig()
  const { stage } = rig
  await rig.transfer('301')
  const first = await open.call('results:changes', { stage, offset: 0, limit: 100 })
  await rig.transfer('302')
  await open.call('results:markChanges', { stage, mark: 'looked', lastId: 1_000_000 })
  await open.call('results:markChanges', { stage, mark: 'looked', lastId: first.lastId })
  expect(await rig.since('looked')).toEqual(only())
  await rig.transfer('303')
  expect(await rig.since('looked')).toEqual(only('303'))
})

it('a stage file contains marks: changes after them are new where it is opened, whatever their times', async () => {
  const rig = await openRig()
  await rig.transfer('301')
  await rig.exportRows()
  await rig.printRows()
  clock.setBack(hourMs)
  await rig.transfer('302')
  await rig.printRows()
  const bytes = await saveCapsule(open, rig.stage, path)
  const other = await cores.open()
  expect(await openBytes(other, bytes)).toBeNull()
  expect(await bibsSince(other, rig.stage, 'exported')).toContain('302')
  expect(await bibsSince(other, rig.stage, 'looked')).toEqual(['302', '301'])
})

it('marks that a database holds as times become the last change before the first newer one', async () => {
  const { dataDir, database } = await makeOldDatabase(temporaryFolder(), 'ledger_marks ADD COLUMN last_id')
  const stage = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as StageGuid
  const at = (minute: number): string => `2026-05-16T10:0${minute}:00.000Z`
  database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, 'Old race', ?)", stage, at(0))
  database.run(
    `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
     VALUES (?, 'd', '10 km', 'c', 'M', 'https://results.example/x', 0, 1)`,
    stage,
  )
  // The clock was set back between the third and the fourth.
  const change =
    "INSERT INTO ledger (stage, category, snapshot, at, type, bib, search_text) VALUES (?, 1, 1, ?, 'club', ?, '')"
  for (const [index, minute] of [1, 2, 4, 3].entries()) database.run(change, stage, at(minute), String(301 + index))
  for (const [mark, minute] of Object.entries({ looked: 2, printed: 3, exported: 5 })) {
    database.run('INSERT INTO ledger_marks (stage, mark, at) VALUES (?, ?, ?)', stage, mark, at(minute))
  }
  database.close()
  const old = await cores.open({ dataDir })
  expect(await bibsSince(old, stage, 'looked')).toEqual(['304', '303'])
  expect(await bibsSince(old, stage, 'printed')).toEqual(['304', '303'])
  expect(await bibsSince(old, stage, 'exported')).toEqual([])
  const { marks: told } = await old.call('results:changes', { stage, offset: 0, limit: 0 })
  expect(told).toEqual({ looked: at(2), printed: at(3), exported: at(5) })
})
