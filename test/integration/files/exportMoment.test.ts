import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Instant } from '../../../preload/contract/ids.ts'
import { zipFiles } from '../../../main/platform/files/fflateZip.ts'
import { openSqliteStore } from '../../../main/store/sqliteStore.ts'
import type { ExportDesk } from '../../../main/features/files/exportDesk.ts'
import { createCapsuleSaving } from '../../../main/features/capsule/saveCapsule.ts'
import { readCapsule } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { elementsNamed, readXml } from '../../support/files/iofStructure.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

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

const bodies = { Men: men, Women: women }
const changedMen = [runner(101, 30), ...men.slice(1)]
const changedWomen = [runner(201, 40), ...women.slice(1)]

let rig: TakenRows
beforeAll(async () => {
  rig = await takeRows(cores, bodies)
})
beforeEach(async () => {
  rig.meanwhile = () => Promise.resolve()
  for (const [category, rows] of Object.entries(bodies)) rig.answer(category, rows)
  await rig.take()
})

/** Takes the stage again and reads a page of it, as a watch and a screen do. */
const refresh = async (): Promise<void> => {
  await rig.take()
  await rig.open.call('results:page', { stage: rig.stage, sort: [{ role: 'name' }], offset: 0, limit: 10 })
}

/** While the dialog is open, the reply of one category is replaced by one that has other columns and other people. */
const replaceMen = (): void => {
  rig.meanwhile = async () => {
    rig.answer('Men', [{ bib: 1, Ф: 'x', when: '2001-01-01' }])
    await refresh()
  }
}

it('an IOF list keeps its rows when a reply comes while the dialog is open', async () => {
  replaceMen()
  const list = readXml((await rig.written({ format: 'iof' })).text)
  const names = ['RunnerA', 'RunnerB', 'RunnerC']
  expect(elementsNamed(list, 'Family').map(({ text }) => text)).toEqual([...names, ...names])
})

it('a results list keeps its categories when a reply comes while the dialog is open', async () => {
  replaceMen()
  const lines = readStrictCsv((await rig.written({ format: 'protocol', preset: 'import' })).text, ',')
  expect(lines.slice(1).map(([place, bib, , year]) => [place, bib, year])).toEqual(
    [101, 102, 103, 201, 202, 203].map((bib) => [String(bib % 100), String(bib), '1990']),
  )
})

it.each([{}, { sort: [{ role: 'result', isDescending: true }] }] as const)(
  'a page that shows years has no birth dates of a reply that comes while the dialog is open (%o)',
  async (order) => {
    replaceMen()
    const { text: page } = await rig.written({ format: 'html', ...order })
    expect(page.match(/RunnerA|RunnerB|RunnerC/g)).toHaveLength(6)
    expect(page).not.toMatch(/1990-05|2001/)
    expect(page.match(/<td[^>]*>1990<\/td>/g)).toHaveLength(6)
  },
)

it('a receipt lists the columns of the replies in the file, not of later ones', async () => {
  rig.meanwhile = async () => {
    for (const category of ['Men', 'Women']) rig.answer(category, [{ bib: 1, when: '2001-01-01' }])
    await refresh()
  }
  const { file } = await rig.written({ format: 'csv', withReceipt: true })
  const receipt = JSON.parse(await readFile(file.receipt?.path ?? '', 'utf8')) as { mapping: { columns: unknown[] }[] }
  expect(receipt.mapping).toHaveLength(1)
  expect(receipt.mapping[0]?.columns).toContainEqual({ name: 'birthDate', role: 'birthDate' })
})

it('the filter by changes is the same in every part of a file', async () => {
  await rig.open.call('results:markChanges', { stage: rig.stage, mark: 'looked' })
  rig.answer('Men', changedMen)
  await refresh()
  rig.meanwhile = () => rig.open.call('results:markChanges', { stage: rig.stage, mark: 'looked' })
  const filters = [{ changedSince: 'looked' as const }]
  const { text: page } = await rig.written({ format: 'html', filters })
  expect(page.match(/Runner[ABC]/g)).toEqual(['RunnerA'])
})

it('favourites in a file are those at the moment when its rows were chosen', async () => {
  const add = (category: string, index: number) =>
    rig.open.call('stage:favourites', { stage: rig.stage, add: [{ category: rig.idOf(category), index }] })
  await add('Men', 0)
  rig.meanwhile = () => add('Women', 1)
  const { text: page } = await rig.written({ format: 'html', filters: [{ isFavourite: true }] })
  expect(page.match(/Runner[ABC]/g)).toEqual(['RunnerA'])
})

it('changes that come while the dialog is open stay out of a file that was counted without them', async () => {
  rig.answer('Men', changedMen)
  await refresh()
  rig.meanwhile = async () => {
    rig.answer('Women', changedWomen)
    await refresh()
  }
  const { total } = await rig.open.call('results:changes', { stage: rig.stage, isFlat: true, offset: 0, limit: 1 })
  const job = await rig.open.exported({ changes: { stage: rig.stage }, format: 'csv', preset: 'import' })
  const lines = readStrictCsv(await readFile(job.file?.path ?? '', 'utf8'), ',')
  expect([job.total, job.done, lines.length - 1]).toEqual([total, total, total])
})

it('a stage file has no change that is newer than its replies, and misses none', async () => {
  const { open, stage, answer, take } = await takeRows(cores, bodies)
  answer('Men', changedMen)
  answer('Women', changedWomen)
  await take()
  const { store } = openSqliteStore(open.dataDir, '2026-05-16T12:00:00.000Z' as Instant)
  const before = store.lastChange(stage)
  const pieces: Uint8Array[] = []
  const desk: Pick<ExportDesk, 'start'> = {
    start: async ({ content }) => {
      for await (const piece of content.pieces) if ('bytes' in piece) pieces.push(Buffer.from(piece.bytes))
      return { ok: true, value: null }
    },
  }
  const categories = store.capsuleCategories(stage)
  answer('Men', men)
  await take()
  const save = createCapsuleSaving({
    store: { ...store, capsuleCategories: () => categories, lastChange: () => before },
    desk,
    zip: zipFiles,
    clock: Date.now,
    appVersion: 'test',
    mask: (text) => text,
  })
  expect(await save({ stage: stage })).toEqual({ ok: true, value: null })
  expect(readCapsule(Buffer.concat(pieces)).manifest.ledger).toMatchObject({ changes: 2 })
  const ofWomen = categories.filter(({ categoryName }) => categoryName === 'Women')
  const ids = { after: 0, until: before, limit: 1 }
  const page = store.capsuleChanges(stage, ofWomen, ids)
  expect(page.changes).toEqual([])
  expect(store.capsuleChanges(stage, ofWomen, { ...ids, after: page.last ?? before }).changes).toHaveLength(1)
  await store.close()
})
