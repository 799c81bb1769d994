import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { MappedColumn, ShapeMapping } from '../../../preload/contract/columns.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, type RaceService } from '../../support/services/raceService.ts'
import { inEnvelope } from '../../support/takenRows.ts'

const cores = useCores(afterAll)

type Body = readonly { readonly [name: string]: unknown }[]

/** Columns whose names say nothing: `q1` is a bib, `q2` a surname, `q3` a time in seconds. */
const riddle = (count: number, first = 1): Body =>
  Array.from({ length: count }, (_, index) => ({
    q1: `A${first + index}`,
    q2: `Runner${String.fromCharCode(97 + (index % 26))}x`,
    q3: 4_000 - index,
    q4: `remark ${index % 7}`,
  }))

const startRace = async (bodies: { readonly [category: string]: Body }): Promise<RaceService> => {
  const race = await cores.race(...Object.keys(bodies))
  for (const [category, body] of Object.entries(bodies)) answer(race, category, body)
  return race
}

const answer = (race: RaceService, category: string, body: Body): void =>
  race.answer(category, bytesOf(inEnvelope(body)))

const requestsOf = (race: RaceService): number => race.main.requests.length + race.results.requests.length

type Taken = OpenCore & Awaited<ReturnType<typeof addStage>>

const takeStage = async (race: RaceService): Promise<Taken> => {
  const open = await cores.share()
  const added = await addStage(open, race)
  await open.take(added.stage)
  return { ...open, ...added }
}

const mappingsOf = async ({ call, stage }: Taken): Promise<readonly ShapeMapping[]> =>
  await call('results:mapping', { stage })

const firstShape = async (open: Taken): Promise<ShapeMapping> => {
  const [shape] = await mappingsOf(open)
  if (shape === undefined) throw new Error('the stage has no shape')
  return shape
}

const columnOf = (shape: ShapeMapping, name: string): MappedColumn => {
  const column = shape.columns.find((known) => known.name === name)
  if (column === undefined) throw new Error(`no column ${name}`)
  return column
}

const foundBy = async ({ call, stage }: Taken, search: string): Promise<number> =>
  (await call('results:page', { stage, search, offset: 0, limit: 10 })).total

const categoryIds = async ({ call, stage }: Taken): Promise<ReadonlyMap<string, CategoryId>> => {
  const { distances } = await call('stage:tree', { stage })
  return new Map(distances.flatMap(({ categories }) => categories.map(({ name, id }) => [name, id] as const)))
}

const theSaidRoles = [
  { column: 'q1', role: 'bib' },
  { column: 'q2', role: 'name' },
  { column: 'q3', role: 'result', unit: 's' },
] as const

/** Says what the columns of the first shape mean. */
const correct = async (open: Taken): Promise<void> => {
  const { signature } = await firstShape(open)
  await open.call('results:setMapping', { stage: open.stage, signature, roles: theSaidRoles })
}

it('applies a correction to pages, sorting and search of all stored rows, without a request', async () => {
  const race = await startRace({ M: riddle(40), F: riddle(15, 500) })
  const open = await takeStage(race)
  const shape = await firstShape(open)
  expect(shape.categories).toHaveLength(2)
  expect(shape).toMatchObject({ rows: 55, stored: { rows: 55, categories: 2, stages: 1 } })
  expect(columnOf(shape, 'q1').samples).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
  const earlier = await foundBy(open, 'A501')
  const asked = requestsOf(race)
  const affected = await open.call('results:setMapping', {
    stage: open.stage,
    signature: shape.signature,
    roles: theSaidRoles,
  })
  expect(affected).toEqual({ rows: 55, categories: 2, stages: 1 })
  expect(open.events.filter(({ name }) => name === 'stage:changed').length).toBeGreaterThan(0)
  const page = await open.call('results:page', {
    stage: open.stage,
    sort: [{ role: 'result' }],
    offset: 0,
    limit: 1,
  })
  expect(page.columns.map(({ name, role }) => [name, role])).toEqual([
    ['q1', 'bib'],
    ['q2', 'name'],
    ['q3', 'result'],
    ['q4', undefined],
  ])
  expect(page.rows[0]?.cells).toEqual(['A40', 'Runnernx', 3961, 'remark 4'])
  expect(earlier).toBe(0)
  expect(await foundBy(open, 'A501')).toBe(1)
  expect(await foundBy(open, 'runnerbx')).toBe(3)
  const corrected = await firstShape(open)
  expect(columnOf(corrected, 'q3')).toMatchObject({
    correction: 'own',
    role: { role: 'result', unit: 's', confidence: 1, reasons: [{ code: 'user' }] },
  })
  await open.call('results:setMapping', { stage: open.stage, signature: shape.signature, reset: true })
  expect(await firstShape(open)).toEqual(shape)
  expect(await foundBy(open, 'A501')).toBe(0)
  expect(requestsOf(race)).toBe(asked)
})

it('reports only changed rows when roles were corrected between two replies', async () => {
  const race = await startRace({ M: riddle(20) })
  const open = await takeStage(race)
  await correct(open)
  answer(
    race,
    'M',
    riddle(20).map((row) => (row['q1'] === 'A5' ? { ...row, q3: 3_600 } : row)),
  )
  await open.take(open.stage)
  const { changes } = await open.call('results:changes', { stage: open.stage, offset: 0, limit: 50 })
  expect(changes.map(({ type, bib, before, after }) => [type, bib, before, after])).toEqual([
    ['result', 'A5', '1:06:36', '1:00:00'],
  ])
})

it('removes a guessed role from its column when a user gives it to another', async () => {
  const race = await startRace({
    M: Array.from({ length: 20 }, (_, index) => ({ bib: 201 + 3 * index, other: `X${index}` })),
  })
  const open = await takeStage(race)
  const shape = await firstShape(open)
  expect(columnOf(shape, 'bib').role.role).toBe('bib')
  const roles = [{ column: 'other', role: 'bib' }] as const
  await open.call('results:setMapping', { stage: open.stage, signature: shape.signature, roles })
  const corrected = await firstShape(open)
  expect(columnOf(corrected, 'bib').role).toMatchObject({ role: null, reasons: [{ code: 'taken', word: 'other' }] })
  expect(columnOf(corrected, 'bib').guess.role).toBe('bib')
  expect(columnOf(corrected, 'other').role.role).toBe('bib')
})

it('refuses a shape that the stage does not have', async () => {
  const open = await takeStage(await startRace({ M: riddle(3) }))
  const signature = '0'.repeat(32)
  const refused = await open.ask('results:setMapping', { stage: open.stage, signature, reset: true })
  expect(refused).toEqual({ ok: false, error: { kind: 'not-found', what: 'shape' } })
})

it('applies a correction to replies with another column, if the cells are still alike', async () => {
  const race = await startRace({ M: riddle(12), F: riddle(12, 300) })
  const open = await takeStage(race)
  await correct(open)
  answer(
    race,
    'F',
    riddle(14, 300).map((row) => ({ ...row, q3: `word ${String(row['q3'])}`, extra: 'x' })),
  )
  await open.take(open.stage)
  const shapes = await mappingsOf(open)
  const carried = shapes.find(({ columns }) => columns.some(({ name }) => name === 'extra'))
  if (carried === undefined) throw new Error('the new shape is missing')
  expect(carried.rows).toBe(14)
  expect(columnOf(carried, 'q1')).toMatchObject({ correction: 'carried', role: { role: 'bib', confidence: 1 } })
  expect(columnOf(carried, 'q3')).toMatchObject({ correction: 'none' })
  expect(await foundBy(open, 'A313')).toBe(1)
})

it('reports new, missing and retyped fields of a later body until confirmed, and keeps the rows', async () => {
  const race = await startRace({ M: riddle(12), F: riddle(12, 300) })
  const open = await takeStage(race)
  const driftOf = async (name: string): Promise<unknown> => {
    const { distances } = await open.call('stage:tree', { stage: open.stage })
    return distances.flatMap(({ categories }) => categories).find((category) => category.name === name)?.drift?.changes
  }
  expect(await driftOf('M')).toBeUndefined()
  const later = riddle(13).map(({ q4: _, ...row }) => ({
    ...row,
    q3: `1:${String(Number(row['q3']) % 50).padStart(2, '0')}:07`,
    chip: '1:02:03',
  }))
  answer(race, 'M', later)
  await open.take(open.stage)
  expect(await driftOf('M')).toEqual([
    { type: 'retyped', name: 'q3', before: 'number', after: 'time' },
    { type: 'missing', name: 'q4' },
    { type: 'new', name: 'chip' },
  ])
  expect(await driftOf('F')).toBeUndefined()
  const told = await open.call('results:changes', { stage: open.stage, types: ['drift'], offset: 0, limit: 5 })
  expect(told.changes.map(({ after }) => after)).toEqual(['+ chip, − q4, ≠ q3'])
  expect(await foundBy(open, '')).toBe(25)
  // Only columns that are new since the confirmation are reported, not those that return.
  answer(race, 'M', riddle(14))
  await open.take(open.stage)
  expect(await driftOf('M')).toBeUndefined()
  answer(race, 'M', later)
  await open.take(open.stage)
  const id = (await categoryIds(open)).get('M')
  await open.call('results:setMapping', { stage: open.stage, seen: [id ?? ('0' as CategoryId)] })
  expect(await driftOf('M')).toBeUndefined()
  answer(
    race,
    'M',
    later.map((row) => ({ ...row, wave: 'A' })),
  )
  await open.take(open.stage)
  expect(await driftOf('M')).toEqual([{ type: 'new', name: 'wave' }])
})

it('reports no drift when results of a race arrive', async () => {
  const start = riddle(20).map((row) => ({ ...row, q3: null }))
  const race = await startRace({ M: start })
  const open = await takeStage(race)
  answer(
    race,
    'M',
    start.map((row, index) => (index < 3 ? { ...row, q3: '1:02:03' } : row)),
  )
  await open.take(open.stage)
  const { distances } = await open.call('stage:tree', { stage: open.stage })
  expect(distances[0]?.categories[0]?.drift).toBeUndefined()
})

it('guesses again once a blank column has cells', async () => {
  const start = Array.from({ length: 20 }, (_, index) => ({
    bib: index + 1,
    name: `Runner ${index}`,
    resultTime: null,
  }))
  const race = await startRace({ M: start })
  const open = await takeStage(race)
  answer(
    race,
    'M',
    start.map((row, index) => ({ ...row, resultTime: `1:0${index % 10}:30` })),
  )
  await open.take(open.stage)
  expect(columnOf(await firstShape(open), 'resultTime')).toMatchObject({ role: { role: 'result' } })
})

it('reads a small category like the large ones of the same shape', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    position: index + 1,
    number: 100 + index,
    resultTime: `1:${String(10 + (index % 50)).padStart(2, '0')}:00`,
  }))
  const race = await startRace({ M: rows, Tiny: [{ position: 1, number: 900, resultTime: '' }] })
  const open = await takeStage(race)
  const tiny = (await categoryIds(open)).get('Tiny')
  const page = await open.call('results:page', {
    stage: open.stage,
    categories: tiny === undefined ? [] : [tiny],
    offset: 0,
    limit: 1,
  })
  expect(page.columns.map(({ role }) => role)).toEqual(['place', 'bib', 'result'])
})

it('finds rows in an unchanged reply in which an older version found none', async () => {
  const race = await startRace({ M: riddle(7) })
  const open = await takeStage(race)
  await open.close()
  const database = openAgain(join(open.dataDir, 'racedesk.db'))
  database.run('DELETE FROM category_tables')
  database.run('UPDATE snapshots SET rows = 0')
  database.run("UPDATE categories SET outcome = 'no-rows'")
  database.close()
  const again = { ...(await cores.open({ dataDir: open.dataDir })), stage: open.stage, profileId: open.profileId }
  expect(await foundBy(again, '')).toBe(0)
  await again.take(again.stage)
  expect(await foundBy(again, '')).toBe(7)
})

it('makes a single point of a list the result by correction, and leaves the others splits', async () => {
  const race = await startRace({
    M: Array.from({ length: 12 }, (_, index) => ({
      bib: 201 + 3 * index,
      passes: ['Hut', 'Dam', 'Square'].map((name, point) => ({ name, t: (point + 1) * (2_400 + index * 31), wind: 3 })),
    })),
  })
  const open = await takeStage(race)
  const said = await open.ask('results:setMapping', {
    stage: open.stage,
    columns: [
      { column: 'passes.*.t', role: 'split', unit: 's' },
      { column: 'passes.Square.t', role: 'result', unit: 's' },
    ],
  })
  expect(said.ok).toBe(true)
  const shape = await firstShape(open)
  expect(columnOf(shape, 'passes.Square.t')).toMatchObject({
    names: ['passes.Square.t'],
    isSplit: false,
    correction: 'own',
    role: { role: 'result', unit: 's' },
  })
  expect(columnOf(shape, 'passes.*.t').names).toEqual(['passes.Hut.t', 'passes.Dam.t'])
  const { columns } = await open.call('results:page', { stage: open.stage, offset: 0, limit: 1 })
  const roles = columns.filter(({ name }) => name.endsWith('.t')).map(({ name, role, unit }) => [name, role, unit])
  expect(roles).toEqual([
    ['passes.Hut.t', 'split', 's'],
    ['passes.Dam.t', 'split', 's'],
    ['passes.Square.t', 'result', 's'],
  ])
})

it('accepts a correction of a finish found in a list', async () => {
  const race = await startRace({
    M: Array.from({ length: 12 }, (_, index) => ({
      bib: 201 + 3 * index,
      passes: ['Hut', 'Dam', 'Finish'].map((name, point) => ({ name, t: (point + 1) * (2_400 + index * 31) })),
    })),
  })
  const open = await takeStage(race)
  const column = columnOf(await firstShape(open), 'passes.*.t (finish)')
  expect(column).toMatchObject({ names: ['passes.Finish.t'], isSplit: false })
  await open.call('results:setMapping', {
    stage: open.stage,
    columns: [{ column: 'passes.Finish.t', role: 'chipTime', unit: 's' }],
  })
  expect(columnOf(await firstShape(open), 'passes.Finish.t').role).toMatchObject({ role: 'chipTime', unit: 's' })
})
