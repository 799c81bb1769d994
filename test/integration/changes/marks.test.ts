import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChangeMark } from '../../../preload/contract/changes.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { migrations } from '../../../main/platform/sqlite/migrations.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { openBytes, saveCapsule } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { createHandClock, type HandClock } from '../../support/handClock.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { envelope, sendJson, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import type { Delivery, Printing } from '../../../main/kernel/face.ts'

/** Changes "since the last look, print or export" are those that were not known then, whatever the clock says. */

const cores = useCores()
let race: RaceService
beforeEach(async () => {
  race = await startRaceService('M40')
})
afterEach(() => race.close())

const hourMs = 3_600_000

type Rig = {
  readonly open: OpenCore
  /** Where files go. */
  readonly path: string
  readonly stage: StageGuid
  readonly clock: HandClock
  /** Runs while a save or print dialog is open. */
  meanwhile: () => Promise<void>
  /** Bibs told since a mark, oldest first: in the changes, and as the rows that a filter lets through. */
  readonly since: (
    mark: ChangeMark,
  ) => Promise<{ readonly changes: readonly string[]; readonly rows: readonly string[] }>
  /** The runner's club is another one from now on. */
  readonly transfer: (bib: string) => Promise<void>
  readonly exportRows: () => Promise<void>
  readonly printRows: () => Promise<void>
}

const openRig = async (): Promise<Rig> => {
  const path = join(await cores.folder(), 'out.csv')
  const delivery: Delivery = {
    choose: async () => {
      await rig.meanwhile()
      return { ok: true, value: { path, finish: () => ({ path, download: null }) } }
    },
  }
  const printing: Printing = {
    print: async () => {
      await rig.meanwhile()
      return { ok: true, value: null }
    },
    toPdf: () => Promise.resolve(Buffer.from('')),
  }
  const clubs = new Map(['301', '302', '303', '304'].map((bib) => [bib, 0]))
  const answer = (): void => {
    const rows = [...clubs].map(([number, moves], at) => ({
      number,
      position: at + 1,
      name: `Runner ${'ABCD'[at]}`,
      club: `Club ${moves}`,
      resultTime: `0:3${at}:00`,
    }))
    race.answer('M40', (response) => sendJson(response, envelope(rows)))
  }
  answer()
  const clock = createHandClock()
  const open = await cores.open({ delivery, printing, outside: { clock: clock.now } })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  const rig: Rig = {
    open,
    path,
    stage,
    clock,
    meanwhile: () => Promise.resolve(),
    since: async (mark) => {
      const { changes } = await open.call('results:changes', { stage, since: mark, offset: 0, limit: 100 })
      const filters = [{ changedSince: mark }]
      const page = await open.call('results:page', { stage, filters, offset: 0, limit: 100 })
      return {
        changes: changes.map(({ bib }) => bib ?? '').toReversed(),
        rows: page.rows.map(({ cells }) => String(cells[0])),
      }
    },
    transfer: async (bib) => {
      clubs.set(bib, (clubs.get(bib) ?? 0) + 1)
      answer()
      expect(await open.take(stage)).toMatchObject({ state: 'done' })
    },
    exportRows: async () => {
      const started = await open.call('results:export', { stage, format: 'csv', preset: 'import' })
      expect(await open.finished(started?.jobId ?? ('' as never))).toMatchObject({ state: 'done' })
    },
    printRows: async () => {
      const { jobId } = await open.call('results:print', { stage })
      expect(await open.finished(jobId)).toMatchObject({ state: 'done' })
    },
  }
  return rig
}

const only = (...bibs: readonly string[]) => ({ changes: bibs, rows: bibs })

it.each([
  ['exported', 'the save dialog'],
  ['printed', 'the print dialog'],
] as const)(
  'a change stored while the dialog is open counts as new since %s, which does not contain it (%s)',
  async (mark, _dialog) => {
    const rig = await openRig()
    await rig.transfer('301')
    rig.meanwhile = () => rig.transfer('302')
    await (mark === 'exported' ? rig.exportRows() : rig.printRows())
    expect(await rig.since(mark)).toEqual(only('302'))
  },
)

it('changes fetched after the clock was set back count as new, in the list and as a filter of rows', async () => {
  const rig = await openRig()
  await rig.transfer('301')
  await rig.exportRows()
  await rig.printRows()
  await rig.open.call('results:markChanges', { stage: rig.stage, mark: 'looked' })
  rig.clock.setBack(hourMs)
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
  const shown = await rig.open.call('results:changes', { stage, offset: 0, limit: 100 })
  await rig.transfer('302')
  await rig.open.call('results:markChanges', { stage, mark: 'looked', lastId: shown.lastId })
  expect(await rig.since('looked')).toEqual(only('302'))
})

it('a mark moves neither back to an earlier change nor on to a future one', async () => {
  const rig = await openRig()
  const { stage } = rig
  await rig.transfer('301')
  const first = await rig.open.call('results:changes', { stage, offset: 0, limit: 100 })
  await rig.transfer('302')
  await rig.open.call('results:markChanges', { stage, mark: 'looked', lastId: 1_000_000 })
  await rig.open.call('results:markChanges', { stage, mark: 'looked', lastId: first.lastId })
  expect(await rig.since('looked')).toEqual(only())
  await rig.transfer('303')
  expect(await rig.since('looked')).toEqual(only('303'))
})

it('a stage file contains marks: changes after them are new where it is opened, whatever their times', async () => {
  const rig = await openRig()
  await rig.transfer('301')
  await rig.exportRows()
  await rig.printRows()
  rig.clock.setBack(hourMs)
  await rig.transfer('302')
  await rig.printRows()
  const bytes = await saveCapsule(rig.open, rig.stage, rig.path)
  const other = await cores.open()
  expect(await openBytes(other, bytes)).toBeNull()
  const since = async (mark: ChangeMark): Promise<readonly (string | null)[]> => {
    const { changes } = await other.call('results:changes', { stage: rig.stage, since: mark, offset: 0, limit: 10 })
    return changes.map(({ bib }) => bib)
  }
  expect(await since('exported')).toContain('302')
  expect(await since('looked')).toEqual(['302', '301'])
})

it('marks that a database holds as times become the last change before the first newer one', async () => {
  const dataDir = join(await cores.folder(), 'data')
  await mkdir(dataDir)
  const step = migrations.findIndex((sql) => sql.includes('ledger_marks ADD COLUMN last_id'))
  const database = openAgain(join(dataDir, 'racedesk.db'))
  database.run('CREATE TABLE migrations (step INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT')
  for (const [index, sql] of migrations.slice(0, step).entries()) {
    for (const statement of sql.split(';')) if (statement.trim() !== '') database.run(statement)
    const hash = createHash('sha256').update(sql).digest('hex')
    database.run('INSERT INTO migrations (step, hash) VALUES (?, ?)', index + 1, hash)
  }
  const stage = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as StageGuid
  const at = (minute: number): string => `2026-05-16T10:0${minute}:00.000Z`
  database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, 'Old race', ?)", stage, at(0))
  database.run(
    `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
     VALUES (?, 'd', '10 km', 'c', 'M', 'https://results.example/x', 0, 1)`,
    stage,
  )
  // The clock was set back between the third and the fourth.
  for (const [index, minute] of [1, 2, 4, 3].entries()) {
    database.run(
      `INSERT INTO ledger (stage, category, snapshot, at, type, bib, search_text) VALUES (?, 1, 1, ?, 'club', ?, '')`,
      stage,
      at(minute),
      String(301 + index),
    )
  }
  const marks: readonly (readonly [ChangeMark, number])[] = [
    ['looked', 2],
    ['printed', 3],
    ['exported', 5],
  ]
  for (const [mark, minute] of marks)
    database.run('INSERT INTO ledger_marks (stage, mark, at) VALUES (?, ?, ?)', stage, mark, at(minute))
  database.close()
  const open = await cores.open({ dataDir })
  const since = async (mark: ChangeMark): Promise<readonly (string | null)[]> =>
    (await open.call('results:changes', { stage, since: mark, offset: 0, limit: 10 })).changes.map(({ bib }) => bib)
  expect(await since('looked')).toEqual(['304', '303'])
  expect(await since('printed')).toEqual(['304', '303'])
  expect(await since('exported')).toEqual([])
  const { marks: told } = await open.call('results:changes', { stage, offset: 0, limit: 0 })
  expect(told).toEqual({ looked: at(2), printed: at(3), exported: at(5) })
})
