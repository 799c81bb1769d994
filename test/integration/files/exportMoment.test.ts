import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Input } from '../../../preload/contract.ts'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import { zipFiles } from '../../../main/platform/files/fflateZip.ts'
import { openSqliteStore } from '../../../main/store/sqliteStore.ts'
import type { ExportDesk } from '../../../main/features/files/exportDesk.ts'
import { createCapsuleSaving } from '../../../main/features/capsule/saveCapsule.ts'
import { readCapsule } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { readXml, type XmlElement } from '../../support/files/iofStructure.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { inEnvelope } from '../../support/takenRows.ts'
import type { Delivery } from '../../../main/kernel/face.ts'

const cores = useCores()
let race: RaceService | null = null
afterEach(async () => {
  await race?.close()
  race = null
})

type Rig = {
  readonly open: OpenCore
  readonly stage: StageGuid
  readonly answer: (category: string, rows: readonly object[]) => void
  /** Takes place while the dialog is open. */
  meanwhile: () => Promise<unknown>
  /** The file's text. */
  readonly written: (input: Omit<Extract<Input<'results:export'>, { stage: StageGuid }>, 'stage'>) => Promise<string>
  /** Takes the stage again and reads a page of it, as a watch and a screen do. */
  readonly refresh: () => Promise<void>
}

const runner = (number: number, minutes: number, club = 'Track', place = number % 100) => ({
  number,
  position: place,
  resultTime: `0:${minutes}:00`,
  lastName: `Runner${String.fromCharCode(64 + (number % 100))}`,
  firstName: 'Ann',
  birthDate: `1990-05-${10 + (number % 100)}`,
  club,
})

const men = [runner(101, 31), runner(102, 32), runner(103, 33)]
const women = [runner(201, 41), runner(202, 42), runner(203, 43)]

const openRig = async (): Promise<Rig> => {
  race = await startRaceService('Men', 'Women')
  const answer: Rig['answer'] = (category, rows) => race?.answer(category, bytesOf(inEnvelope(rows)))
  answer('Men', men)
  answer('Women', women)
  const folder = join(await cores.folder(), 'files')
  await mkdir(folder)
  const path = join(folder, 'out')
  const delivery: Delivery = {
    choose: async () => {
      await rig.meanwhile()
      return { ok: true, value: { path, finish: () => ({ path, download: null }) } }
    },
  }
  const open = await cores.open({ delivery })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  const rig: Rig = {
    open,
    stage,
    answer,
    meanwhile: () => Promise.resolve(),
    written: async (input) => {
      const started = await open.call('results:export', { stage, ...input })
      const job = started === null ? null : await open.finished(started.jobId)
      if (job?.state !== 'done') throw new Error(JSON.stringify(job?.error))
      return await readFile(path, 'utf8')
    },
    refresh: async () => {
      await open.take(stage)
      await open.call('results:page', { stage, sort: [{ role: 'name' }], offset: 0, limit: 10 })
    },
  }
  return rig
}

/** Replaces the reply of one category by one that has other columns and other people. */
const withReply = (rig: Rig): void => {
  rig.meanwhile = async () => {
    rig.answer('Men', [{ bib: 1, Ф: 'x', when: '2001-01-01' }])
    await rig.refresh()
  }
}

const elements = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.name === name ? [element] : element.children.flatMap((child) => elements(child, name))

it('an IOF list keeps its rows when a reply comes while the dialog is open', async () => {
  const rig = await openRig()
  withReply(rig)
  const list = readXml(await rig.written({ format: 'iof' }))
  expect(elements(list, 'Family').map(({ text }) => text)).toEqual([
    'RunnerA',
    'RunnerB',
    'RunnerC',
    'RunnerA',
    'RunnerB',
    'RunnerC',
  ])
})

it('a results list keeps its categories when a reply comes while the dialog is open', async () => {
  const rig = await openRig()
  withReply(rig)
  const lines = readStrictCsv(await rig.written({ format: 'protocol', preset: 'import' }), ',')
  expect(lines.slice(1).map(([place, bib, , year]) => [place, bib, year])).toEqual(
    [101, 102, 103, 201, 202, 203].map((bib) => [String(bib % 100), String(bib), '1990']),
  )
})

it.each([{}, { sort: [{ role: 'result', isDescending: true }] }] as const)(
  'a page that shows years has no birth dates of a reply that comes while the dialog is open (%o)',
  async (order) => {
    const rig = await openRig()
    withReply(rig)
    const page = await rig.written({ format: 'html', ...order })
    expect(page.match(/RunnerA|RunnerB|RunnerC/g)).toHaveLength(6)
    expect(page).not.toMatch(/1990-05|2001/)
    expect(page.match(/<td[^>]*>1990<\/td>/g)).toHaveLength(6)
  },
)

it('a receipt lists the columns of the replies in the file, not of later ones', async () => {
  const rig = await openRig()
  rig.meanwhile = async () => {
    for (const category of ['Men', 'Women']) rig.answer(category, [{ bib: 1, when: '2001-01-01' }])
    await rig.refresh()
  }
  await rig.written({ format: 'csv', withReceipt: true })
  const [event] = rig.open.events.filter(({ name, data }) => name === 'job:finished' && data.kind === 'export')
  const file = event?.name === 'job:finished' ? event.data.file : null
  const receipt = JSON.parse(await readFile(file?.receipt?.path ?? '', 'utf8')) as { mapping: { columns: unknown[] }[] }
  expect(receipt.mapping).toHaveLength(1)
  expect(receipt.mapping[0]?.columns).toContainEqual({ name: 'birthDate', role: 'birthDate' })
})

it('the filter by changes is the same in every part of a file', async () => {
  const rig = await openRig()
  await rig.open.call('results:markChanges', { stage: rig.stage, mark: 'looked' })
  rig.answer('Men', [runner(101, 30), ...men.slice(1)])
  await rig.refresh()
  rig.meanwhile = () => rig.open.call('results:markChanges', { stage: rig.stage, mark: 'looked' })
  const filters = [{ changedSince: 'looked' as const }]
  const page = await rig.written({ format: 'html', filters })
  expect(page.match(/Runner[ABC]/g)).toEqual(['RunnerA'])
})

it('favourites in a file are those at the moment when its rows were chosen', async () => {
  const rig = await openRig()
  const tree = await rig.open.call('stage:tree', { stage: rig.stage })
  const [first, second] = tree.distances.flatMap(({ categories }) => categories)
  if (first === undefined || second === undefined) throw new Error('no categories')
  await rig.open.call('stage:favourites', { stage: rig.stage, add: [{ category: first.id, index: 0 }] })
  rig.meanwhile = () =>
    rig.open.call('stage:favourites', { stage: rig.stage, add: [{ category: second.id, index: 1 }] })
  const page = await rig.written({ format: 'html', filters: [{ isFavourite: true }] })
  expect(page.match(/Runner[ABC]/g)).toEqual(['RunnerA'])
})

it('changes that come while the dialog is open stay out of a file that was counted without them', async () => {
  const rig = await openRig()
  rig.answer('Men', [runner(101, 30), ...men.slice(1)])
  await rig.refresh()
  rig.meanwhile = async () => {
    rig.answer('Women', [runner(201, 40), ...women.slice(1)])
    await rig.refresh()
  }
  const { total } = await rig.open.call('results:changes', { stage: rig.stage, isFlat: true, offset: 0, limit: 1 })
  const started = await rig.open.call('results:export', {
    changes: { stage: rig.stage },
    format: 'csv',
    preset: 'import',
  })
  const job = await rig.open.finished(started?.jobId ?? ('' as never))
  const lines = readStrictCsv(await readFile(job.file?.path ?? '', 'utf8'), ',')
  expect([job.total, job.done, lines.length - 1]).toEqual([total, total, total])
})

it('a stage file has no change that is newer than its replies, and misses none', async () => {
  const rig = await openRig()
  rig.answer('Men', [runner(101, 30), ...men.slice(1)])
  rig.answer('Women', [runner(201, 40), ...women.slice(1)])
  await rig.refresh()
  const { store } = openSqliteStore(rig.open.dataDir, '2026-05-16T12:00:00.000Z' as Instant)
  const before = store.lastChange(rig.stage)
  const pieces: Uint8Array[] = []
  const desk: Pick<ExportDesk, 'start'> = {
    start: async ({ content }) => {
      for await (const piece of content.pieces) if ('bytes' in piece) pieces.push(Buffer.from(piece.bytes))
      return { ok: true, value: null }
    },
  }
  const categories = store.capsuleCategories(rig.stage)
  rig.answer('Men', men)
  await rig.refresh()
  const save = createCapsuleSaving({
    store: { ...store, capsuleCategories: () => categories, lastChange: () => before },
    desk,
    zip: zipFiles,
    clock: Date.now,
    appVersion: 'test',
    mask: (text) => text,
  })
  expect(await save({ stage: rig.stage })).toEqual({ ok: true, value: null })
  expect(readCapsule(Buffer.concat(pieces)).manifest.ledger).toMatchObject({ changes: 2 })
  const ofWomen = categories.filter(({ categoryName }) => categoryName === 'Women')
  const ids = { after: 0, until: before, limit: 1 }
  const page = store.capsuleChanges(rig.stage, ofWomen, ids)
  expect(page.changes).toEqual([])
  expect(store.capsuleChanges(rig.stage, ofWomen, { ...ids, after: page.last ?? before }).changes).toHaveLength(1)
  await store.close()
})
