import { afterAll, expect, it } from 'vitest'
import type { Input } from '../../../preload/contract.ts'
import type { MappedColumn, ShapeMapping } from '../../../preload/contract/columns.ts'
import { useCores } from '../../support/coreRig.ts'
import { inDatabase } from '../../support/openCore.ts'
import { takeRows } from '../../support/takenRows.ts'

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

const columnOf = (shape: ShapeMapping, name: string): MappedColumn => {
  const column = shape.columns.find((known) => known.name === name)
  if (column === undefined) throw new Error(`no column ${name}`)
  return column
}

const roles = [
  { column: 'q1', role: 'bib' },
  { column: 'q2', role: 'name' },
  { column: 'q3', role: 'result', unit: 's' },
] as const

type Said<I = Input<'results:setMapping'>> = I extends unknown ? Omit<I, 'stage'> : never

const takeBodies = async (bodies: { readonly [category: string]: Body }) => {
  const taken = await takeRows(cores, bodies)
  const { open, stage } = taken
  const shapes = () => open.call('results:mapping', { stage })
  const shape = async (): Promise<ShapeMapping> => {
    const [first] = await shapes()
    if (first === undefined) throw new Error('the stage has no shape')
    return first
  }
  const setMapping = (said: Said) => open.call('results:setMapping', { stage, ...said })
  return {
    ...taken,
    shapes,
    shape,
    setMapping,
    correct: async () => await setMapping({ signature: (await shape()).signature, roles }),
    found: async (search: string) => (await taken.rows({ search })).length,
    driftOf: async (category: string) =>
      (await taken.categories()).find(({ name }) => name === category)?.drift?.changes,
  }
}

it('applies a correction to pages, sorting and search of all stored rows, without a request', async () => {
  const { open, stage, race, shape, setMapping, correct, found } = await takeBodies({
    M: riddle(40),
    F: riddle(15, 500),
  })
  const guessed = await shape()
  expect(guessed.categories).toHaveLength(2)
  expect(guessed).toMatchObject({ rows: 55, stored: { rows: 55, categories: 2, stages: 1 } })
  expect(columnOf(guessed, 'q1').samples).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
  expect(await found('A501')).toBe(0)
  const asked = race.main.requests.length + race.results.requests.length
  expect(await correct()).toEqual({ rows: 55, categories: 2, stages: 1 })
  expect(open.events.filter(({ name }) => name === 'stage:changed').length).toBeGreaterThan(0)
  const page = await open.call('results:page', { stage, sort: [{ role: 'result' }], offset: 0, limit: 1 })
  expect(page.columns.map(({ role }) => role)).toEqual(['bib', 'name', 'result', undefined])
  expect(page.rows[0]?.cells).toEqual(['A40', 'Runnernx', 3961, 'remark 4'])
  expect([await found('A501'), await found('runnerbx')]).toEqual([1, 3])
  expect(columnOf(await shape(), 'q3')).toMatchObject({
    correction: 'own',
    role: { role: 'result', unit: 's', confidence: 1, reasons: [{ code: 'user' }] },
  })
  await setMapping({ signature: guessed.signature, reset: true })
  expect(await shape()).toEqual(guessed)
  expect(await found('A501')).toBe(0)
  expect(race.main.requests.length + race.results.requests.length).toBe(asked)
})

it('reports only changed rows when roles were corrected between two replies', async () => {
  const { open, stage, correct, retake } = await takeBodies({ M: riddle(20) })
  await correct()
  const corrected = riddle(20).map((row) => (row['q1'] === 'A5' ? { ...row, q3: 3_600 } : row))
  await retake('M', corrected)
  const { changes } = await open.call('results:changes', { stage, offset: 0, limit: 50 })
  expect(changes.map(({ type, bib, before, after }) => [type, bib, before, after])).toEqual([
    ['result', 'A5', '1:06:36', '1:00:00'],
  ])
})

it('refuses a shape that the stage does not have', async () => {
  const { open, stage } = await takeBodies({ M: riddle(3) })
  const refused = await open.ask('results:setMapping', { stage, signature: '0'.repeat(32), reset: true })
  expect(refused).toEqual({ ok: false, error: { kind: 'not-found', what: 'shape' } })
})

it('removes a guessed role from its column when a user gives it to another', async () => {
  const bibs = Array.from({ length: 20 }, (_, index) => ({ bib: 201 + 3 * index, other: `X${index}` }))
  const { shape, setMapping } = await takeBodies({ M: bibs })
  await setMapping({ signature: (await shape()).signature, roles: [{ column: 'other', role: 'bib' }] })
  expect(columnOf(await shape(), 'bib')).toMatchObject({
    role: { role: null, reasons: [{ code: 'taken', word: 'other' }] },
    guess: { role: 'bib' },
  })
})

it('applies a correction to replies with another column, if the cells are still alike', async () => {
  const { shapes, correct, retake, found } = await takeBodies({ M: riddle(12), F: riddle(12, 300) })
  await correct()
  const later = riddle(14, 300).map((row) => ({ ...row, q3: `word ${String(row['q3'])}`, extra: 'x' }))
  await retake('F', later)
  const carried = (await shapes()).find(({ columns }) => columns.some(({ name }) => name === 'extra'))
  if (carried === undefined) throw new Error('the new shape is missing')
  expect(carried.rows).toBe(14)
  expect(columnOf(carried, 'q1')).toMatchObject({ correction: 'carried', role: { role: 'bib', confidence: 1 } })
  expect(columnOf(carried, 'q3')).toMatchObject({ correction: 'none' })
  expect(await found('A313')).toBe(1)
})

it('reports new, missing and retyped fields of a later body until confirmed, and keeps the rows', async () => {
  const { open, stage, idOf, retake, driftOf, setMapping, found } = await takeBodies({
    M: riddle(12),
    F: riddle(12, 300),
  })
  expect(await driftOf('M')).toBeUndefined()
  const later = riddle(13).map(({ q4: _, ...row }) => ({
    ...row,
    q3: `1:${String(Number(row['q3']) % 50).padStart(2, '0')}:07`,
    chip: '1:02:03',
  }))
  await retake('M', later)
  expect(await driftOf('M')).toEqual([
    { type: 'retyped', name: 'q3', before: 'number', after: 'time' },
    { type: 'missing', name: 'q4' },
    { type: 'new', name: 'chip' },
  ])
  expect(await driftOf('F')).toBeUndefined()
  const told = await open.call('results:changes', { stage, types: ['drift'], offset: 0, limit: 5 })
  expect(told.changes.map(({ after }) => after)).toEqual(['+ chip, − q4, ≠ q3'])
  expect(await found('')).toBe(25)
  // Only columns that are new since the confirmation are reported, not those that return.
  await retake('M', riddle(14))
  expect(await driftOf('M')).toBeUndefined()
  await retake('M', later)
  await setMapping({ seen: [idOf('M')] })
  expect(await driftOf('M')).toBeUndefined()
  const withWaves = later.map((row) => ({ ...row, wave: 'A' }))
  await retake('M', withWaves)
  expect(await driftOf('M')).toEqual([{ type: 'new', name: 'wave' }])
})

it('reports no drift when results of a race arrive', async () => {
  const start = riddle(20).map((row) => ({ ...row, q3: null }))
  const { retake, driftOf } = await takeBodies({ M: start })
  const later = start.map((row, index) => (index < 3 ? { ...row, q3: '1:02:03' } : row))
  await retake('M', later)
  expect(await driftOf('M')).toBeUndefined()
})

it('guesses again once a blank column has cells', async () => {
  const start = Array.from({ length: 20 }, (_, index) => ({
    bib: index + 1,
    name: `Runner ${index}`,
    resultTime: null,
  }))
  const { retake, shape } = await takeBodies({ M: start })
  const later = start.map((row, index) => ({ ...row, resultTime: `1:0${index % 10}:30` }))
  await retake('M', later)
  expect(columnOf(await shape(), 'resultTime')).toMatchObject({ role: { role: 'result' } })
})

it('reads a small category like the large ones of the same shape', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    position: index + 1,
    number: 100 + index,
    resultTime: `1:${String(10 + (index % 50)).padStart(2, '0')}:00`,
  }))
  const taken = await takeBodies({ M: rows, Tiny: [{ position: 1, number: 900, resultTime: '' }] })
  const tiny = { stage: taken.stage, categories: [taken.idOf('Tiny')], offset: 0, limit: 1 }
  const { columns } = await taken.open.call('results:page', tiny)
  expect(columns.map(({ role }) => role)).toEqual(['place', 'bib', 'result'])
})

it('finds rows in an unchanged reply in which an older version found none', async () => {
  const { open, stage } = await takeBodies({ M: riddle(7) })
  await open.close()
  inDatabase(open, ({ run }) => {
    run('DELETE FROM category_tables')
    run('UPDATE snapshots SET rows = 0')
    run("UPDATE categories SET outcome = 'no-rows'")
  })
  const again = await cores.open({ dataDir: open.dataDir })
  const total = async () => (await again.call('results:page', { stage, offset: 0, limit: 0 })).total
  expect(await total()).toBe(0)
  await again.take(stage)
  expect(await total()).toBe(7)
})

const passing = (...points: readonly string[]): Body =>
  Array.from({ length: 12 }, (_, index) => ({
    bib: 201 + 3 * index,
    passes: points.map((name, point) => ({ name, t: (point + 1) * (2_400 + index * 31), wind: 3 })),
  }))

it('makes a single point of a list the result by correction, and leaves the others splits', async () => {
  const { open, stage, shape, setMapping } = await takeBodies({ M: passing('Hut', 'Dam', 'Square') })
  const columns = [
    { column: 'passes.*.t', role: 'split', unit: 's' },
    { column: 'passes.Square.t', role: 'result', unit: 's' },
  ] as const
  await setMapping({ columns })
  const corrected = await shape()
  expect(columnOf(corrected, 'passes.Square.t')).toMatchObject({
    names: ['passes.Square.t'],
    isSplit: false,
    correction: 'own',
    role: { role: 'result', unit: 's' },
  })
  expect(columnOf(corrected, 'passes.*.t').names).toEqual(['passes.Hut.t', 'passes.Dam.t'])
  const page = await open.call('results:page', { stage, offset: 0, limit: 1 })
  const times = page.columns.filter(({ name }) => name.endsWith('.t'))
  expect(times.map(({ name, role, unit }) => `${name} ${role} ${unit}`)).toEqual([
    'passes.Hut.t split s',
    'passes.Dam.t split s',
    'passes.Square.t result s',
  ])
})

it('accepts a correction of a finish found in a list', async () => {
  const { shape, setMapping } = await takeBodies({ M: passing('Hut', 'Dam', 'Finish') })
  const column = columnOf(await shape(), 'passes.*.t (finish)')
  expect(column).toMatchObject({ names: ['passes.Finish.t'], isSplit: false })
  await setMapping({ columns: [{ column: 'passes.Finish.t', role: 'chipTime', unit: 's' }] })
  expect(columnOf(await shape(), 'passes.Finish.t').role).toMatchObject({ role: 'chipTime', unit: 's' })
})
