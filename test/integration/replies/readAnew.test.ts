import { expect, it } from 'vitest'
import type { Database } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import type { AppEvent } from '../../../preload/contract.ts'
import { openBytes, readCapsule, saveCapsule } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { inDatabase, type OpenCore } from '../../support/openCore.ts'
import { bytesOf } from '../../support/services/raceService.ts'
import { takeRows, type TakenRows } from '../../support/takenRows.ts'

const cores = useCores()

type Row = { readonly [name: string]: unknown }
const rowsOf = (count: number, first = 1): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({
    place: index + 1,
    bib: first + index,
    who: { name: `Runner ${String.fromCodePoint(65 + (index % 26))}${String.fromCodePoint(97 + (index % 23))}` },
    time: `1:${String(10 + (index % 50)).padStart(2, '0')}:0${index % 10}`,
    home: `Town ${index % 9}`,
  }))

const withTime = (count: number, bib: number): readonly Row[] =>
  rowsOf(count).map((row) => (row['bib'] === bib ? { ...row, time: '1:00:00' } : row))

type Shown = Pick<OpenCore, 'call'> & Pick<TakenRows, 'stage'>

/** The next start after an earlier version, which left the database so. */
const startAfter = async (
  { open, stage }: TakenRows,
  leave: (database: Database) => void,
): Promise<OpenCore & Shown> => {
  await open.close()
  inDatabase(open, leave)
  return { ...(await cores.open({ dataDir: open.dataDir })), stage }
}

/**
 * Makes the database one that an earlier version left: `who.name` had another name and no role, so that people were told apart by
 * their bibs alone, the cells of `home` counted as times, and the guesses were other ones.
 */
const asEarlierVersion = (database: Database): void => {
  database.run('UPDATE category_tables SET derivation = 1')
  for (const { id, known } of database.all('SELECT id, known FROM shapes')) {
    const columns = (JSON.parse(String(known)) as [string, { guess: object; guesses?: unknown }][]).map(
      ([name, { guesses: _, ...column }]) => [
        name,
        name === 'who.name'
          ? { ...column, guess: { role: null, confidence: 0, reasons: [{ code: 'doubt' }] } }
          : name === 'home'
            ? { ...column, guess: { role: 'club', confidence: 0.95, reasons: [] } }
            : column,
      ],
    )
    database.run('UPDATE shapes SET known = ?, derivation = 0 WHERE id = ?', JSON.stringify(columns), id ?? 0)
  }
  for (const { category, columns, evidence } of database.all('SELECT * FROM category_tables')) {
    const bare = (JSON.parse(String(columns)) as { name: string; role?: string }[]).map(({ role, ...column }) => ({
      ...column,
      name: column.name === 'who.name' ? 'name' : column.name,
      ...(role === undefined || column.name === 'who.name' ? {} : { role }),
    }))
    database.run(
      'UPDATE category_tables SET columns = ?, evidence = ?, search_text = ? WHERE category = ?',
      JSON.stringify(bare),
      String(evidence).replace('who.name', 'name').replace('"home",{"kind":"text"', '"home",{"kind":"time"'),
      '',
      category ?? 0,
    )
  }
  database.run("UPDATE favourites SET person_key = 'bib:7:', name = '' WHERE bib = '7'")
}

const columnsOf = async ({ call, stage }: Shown): Promise<readonly string[]> =>
  (await call('results:page', { stage, offset: 0, limit: 0 })).columns.map(({ name, role }) => `${name} ${role ?? '-'}`)

const changesOf = async ({ call, stage }: Shown): Promise<readonly unknown[]> =>
  (await call('results:changes', { stage, isFlat: true, offset: 0, limit: 1_000 })).changes.map(
    ({ type, bib, before, after }) => [type, bib, before, after],
  )

const driftOf = async ({ call, stage }: Shown): Promise<readonly unknown[]> =>
  (await call('stage:tree', { stage })).distances.flatMap(({ categories }) =>
    categories.flatMap(({ drift }) => (drift === undefined ? [] : [drift])),
  )

const today = ['place place', 'bib bib', 'who.name name', 'time result']

it('reads tables of an earlier version anew when they are first shown: names, roles and search are those of this version', async () => {
  const first = await takeRows(cores, { M: rowsOf(40), F: rowsOf(20, 300) })
  const shown = await columnsOf({ ...first.open, stage: first.stage })
  expect(shown.slice(0, 4)).toEqual(today)
  const open = await startAfter(first, asEarlierVersion)
  expect(await columnsOf(open)).toEqual(shown)
  const found = await open.call('results:page', { stage: open.stage, search: 'runner bb', offset: 0, limit: 5 })
  expect(found.total).toBe(2)
  expect(await changesOf(open)).toEqual([])
  expect(await driftOf(open)).toEqual([])
})

it('tells of a body that comes after an update only what the service changed, also when it comes before anybody looked', async () => {
  const first = await takeRows(cores, { M: rowsOf(40), F: rowsOf(20, 300) })
  const open = await startAfter(first, asEarlierVersion)
  first.answer('M', withTime(40, 5))
  await open.take(open.stage)
  expect(await changesOf(open)).toEqual([['result', '5', '1:14:04', '1:00:00']])
  expect(await driftOf(open)).toEqual([])
  expect((await columnsOf(open)).slice(0, 4)).toEqual(today)
  expect(open.events.filter((event: AppEvent) => event.name === 'watch:changed')).toEqual([])
})

it('keeps what users said of columns through an update, and guesses the others anew', async () => {
  const first = await takeRows(cores, { M: rowsOf(40) })
  const columns = [
    { column: 'home', role: 'region' as const },
    { column: 'place', role: null },
  ]
  await first.open.call('results:setMapping', { stage: first.stage, columns })
  const open = await startAfter(first, asEarlierVersion)
  expect(await columnsOf(open)).toEqual(['place -', ...today.slice(1), 'home region'])
  const [shape] = await open.call('results:mapping', { stage: open.stage })
  expect(shape?.columns.map(({ correction }) => correction)).toEqual(['own', 'none', 'none', 'none', 'own'])
  expect(shape?.columns.find(({ name }) => name === 'home')?.guess.confidence).toBeLessThan(0.95)
})

it('keeps people marked and the history of a person when the update tells people apart by other columns', async () => {
  const first = await takeRows(cores, { M: rowsOf(40) })
  const { stage } = first
  const category = first.idOf('M')
  await first.open.call('stage:favourites', { stage, add: [{ category, index: 6 }] })
  await first.retake('M', withTime(40, 7))
  const open = await startAfter(first, (database) => {
    asEarlierVersion(database)
    // Without a name the earlier version knew the row by its id, which was the bib then.
    for (const { id, known } of database.all('SELECT id, known FROM shapes')) {
      const asId = String(known).replace('"role":"bib"', '"role":"id"')
      database.run('UPDATE shapes SET known = ? WHERE id = ?', asId, id ?? 0)
    }
    database.run("UPDATE favourites SET person_key = 'id:7'")
    database.run("UPDATE ledger SET person = 'id:7' WHERE person LIKE 'bib:7:%'")
  })
  const page = await open.call('results:page', { stage, offset: 0, limit: 40 })
  expect(page.rows.filter(({ isFavourite }) => isFavourite === true).map(({ cells }) => cells[1])).toEqual([7])
  const told = await open.call('results:changes', { stage, person: { category, index: 6 }, offset: 0, limit: 5 })
  expect(told.changes.map(({ type, after }) => [type, after])).toEqual([['result', '1:00:00']])
})

it('finds the rows of a stored body in which an earlier version found none, without a network', async () => {
  const first = await takeRows(cores, { M: rowsOf(40) })
  await first.race.close()
  const open = await startAfter(first, (database) => {
    database.run('DELETE FROM category_tables')
    database.run('UPDATE snapshots SET rows = 0, derivation = 1')
    database.run(
      `UPDATE categories SET outcome = 'no-rows', error = '{"kind":"unexpected-reply","where":"x","bodyStart":""}'`,
    )
  })
  const tree = await open.call('stage:tree', { stage: open.stage })
  expect(tree.distances[0]?.categories[0]).toMatchObject({ rows: 40, outcome: 'done', error: null })
  const found = await open.call('results:page', { stage: open.stage, search: 'runner bb', offset: 0, limit: 5 })
  expect(found.total).toBe(1)
  expect(await changesOf(open)).toEqual([])
})

/** Latin letters with a cedilla or an accent, as windows-1252 has them. */
const nameIn = (index: number): string => `Fran\u00e7ois \u00c9tienne${'abcdefghijklm'[index] ?? ''}`
const textOf = (times: readonly string[]): Buffer =>
  Buffer.from(
    ['Place,Bib,Name,Time', ...times.map((time, index) => `${index + 1},${index + 101},${nameIn(index)},${time}`)].join(
      '\n',
    ),
    'latin1',
  )
const times = Array.from({ length: 12 }, (_, index) => `0:3${Math.floor(index / 6)}:${10 + index}`)

it('reports no changes after another charset is chosen, keeps favourites, and saves the charset in the stage file', async () => {
  const taken = await takeRows(cores, { M: '' }, { fileName: 'out.racestage' })
  const { open, stage, race, path } = taken
  const told = 'text/csv; charset=koi8-r'
  race.answer('M', bytesOf(textOf(times), 200, told))
  await taken.take()
  const category = taken.idOf('M')
  await open.call('stage:favourites', { stage, add: [{ category, index: 3 }] })
  const nameAt = async (from: OpenCore, index: number): Promise<unknown> =>
    (await from.call('results:page', { stage, offset: index, limit: 1 })).rows[0]?.cells[2]
  expect(await nameAt(open, 0)).not.toBe(nameIn(0))

  const preview = await open.call('results:previewCharset', { category, charset: 'windows-1252' })
  expect(preview).toEqual({ charset: 'windows-1252', cells: [nameIn(0), nameIn(1), nameIn(2)] })
  expect(await nameAt(open, 0)).not.toBe(nameIn(0))
  expect(await open.call('results:setReading', { stage, charset: 'latin1' })).toEqual({ rows: 12, categories: 1 })
  expect(await nameAt(open, 0)).toBe(nameIn(0))
  const stateOf = async (from: OpenCore): Promise<unknown> =>
    (await from.call('stage:tree', { stage })).distances[0]?.categories[0]?.charset
  expect(await stateOf(open)).toEqual({ name: 'windows-1252', by: 'chosen' })
  const page = await open.call('results:page', { stage, offset: 0, limit: 12 })
  expect(page.rows.flatMap(({ isFavourite }, index) => (isFavourite === true ? [index] : []))).toEqual([3])
  expect((await open.call('results:raw', { category })).text).toContain(nameIn(5))

  race.answer('M', bytesOf(textOf(times.with(5, '0:29:00')), 200, told))
  await open.take(stage)
  expect((await changesOf({ ...open, stage })).map((change) => (change as readonly unknown[])[0])).toEqual(['result'])
  expect(await driftOf({ ...open, stage })).toEqual([])
  expect(await nameAt(open, 5)).toBe(nameIn(5))

  const capsule = await saveCapsule(open, stage, path)
  expect(readCapsule(capsule).manifest.version).toBe(2)
  const here = await cores.open()
  expect(await openBytes(here, capsule)).toBeNull()
  expect(await nameAt(here, 5)).toBe(nameIn(5))
  expect(await stateOf(here)).toEqual({ name: 'windows-1252', by: 'chosen' })

  await open.call('results:setReading', { stage, charset: null })
  expect(await stateOf(open)).toEqual({ name: 'koi8-r', by: 'named' })
  expect((await open.call('results:raw', { category })).text).not.toContain(nameIn(5))
})

it('reads one category otherwise than its stage, and goes back to what is said of the stage', async () => {
  const { open, stage, race, take, idOf, categories: all } = await takeRows(cores, { M: '', F: '' })
  for (const category of ['M', 'F']) race.answer(category, bytesOf(textOf(times), 200, 'text/csv; charset=koi8-r'))
  await take()
  const charsets = async () => (await all()).map(({ charset }) => charset?.name)
  const categories = [idOf('M')]
  await open.call('results:setReading', { stage, categories, charset: 'windows-1252' })
  expect(await charsets()).toEqual(['windows-1252', 'koi8-r'])
  await open.call('results:setReading', { stage, charset: 'windows-1250' })
  expect(await charsets()).toEqual(['windows-1250', 'windows-1250'])
  await open.call('results:setReading', { stage, categories, charset: 'windows-1252' })
  await open.call('results:setReading', { stage, categories, charset: null })
  expect(await charsets()).toEqual(['windows-1250', 'windows-1250'])
})
