import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import { readCapsule } from '../../support/capsuleRig.ts'
import { useCores } from '../../support/coreRig.ts'
import { damageReply } from '../../support/damagedBody.ts'
import { inDatabase } from '../../support/openCore.ts'
import { taggedRowsOf } from '../../support/services/raceService.ts'
import { runnersOf, takeRows, type Body, type TakenRows } from '../../support/takenRows.ts'
import { runCommand } from '../../support/terminalRig.ts'

const cores = useCores(afterAll)

const m40 = { distanceName: '10 km', categoryName: 'M40' }
const refused = { kind: 'damaged-replies', categories: [m40] }

const taken = (more: Readonly<Record<string, Body>> = {}): Promise<TakenRows> => {
  const bodies = Object.fromEntries(['M40', 'W40', 'M18'].map((name) => [name, runnersOf(name, 3)]))
  return takeRows(cores, { ...bodies, ...more })
}

const damaged = async (more?: Readonly<Record<string, Body>>): Promise<TakenRows> => {
  const made = await taken(more)
  damageReply(made.open.dataDir, 'M40')
  return made
}

const count = async ({ rows }: TakenRows): Promise<number> => (await rows()).length

const marked = async ({ categories }: TakenRows): Promise<readonly string[]> =>
  (await categories()).flatMap(({ name, isDamaged }) => (isDamaged ? [name] : []))

it('rows are read although the disk altered what the store knows of their columns', async () => {
  const alterations = [
    ['category_tables', 'columns', '[{"name":"number","pbth":["number"]}]'],
    ['category_tables', 'columns', '[{"name":"nu'],
    ['category_tables', 'columns', '{}'],
    ['category_tables', 'columns', '[null]'],
    ['category_tables', 'evidence', '[["number",nul'],
    ['shapes', 'known', '[["number",{"gbess":{}}],["name",null]]'],
    ['shapes', 'corrections', '[["number"]]'],
  ] as const
  const altered: { readonly made: TakenRows; readonly before: unknown }[] = []
  for (const [table, column, json] of alterations) {
    const made = await takeRows(cores, { M40: runnersOf('M40', 3) })
    altered.push({ made, before: (await made.rows()).map(({ cells }) => cells) })
    inDatabase(made.open, ({ get, run }) => {
      const shape = get('SELECT max(id) AS id FROM shapes')?.['id'] ?? null
      run(`UPDATE ${table} SET ${column} = ? WHERE ${table === 'shapes' ? 'id' : 'shape'} = ?`, json, shape)
    })
  }
  const { dataDir, close } = await cores.share()
  await close()
  const again = await cores.open({ dataDir })
  for (const { made, before } of altered) {
    const { stage, answer } = made
    const cells = async () =>
      (await again.call('results:page', { stage, offset: 0, limit: 1_000 })).rows.map((row) => row.cells)
    expect(await cells()).toEqual(before)
    answer('M40', runnersOf('M40', 2))
    expect(await again.take(stage)).toMatchObject({ state: 'done' })
    expect(await cells()).toHaveLength(2)
  }
})

const whenFound = [
  ['nobody has read it since', false],
  ['it was found before', true],
] as const

describe('a stored reply of which the disk altered one byte', () => {
  it('costs its category only, which the tree names', async () => {
    const rig = await damaged()
    expect(await count(rig)).toBe(6)
    expect(await marked(rig)).toEqual(['M40'])
    const { open, stage, idOf } = rig
    expect(open.events).toContainEqual({ name: 'stage:changed', data: { stage } })
    expect(await open.call('results:audit', { stage })).toMatchObject({ rows: 6 })
    expect(await open.call('results:find', { search: 'W40', limit: 10 })).toMatchObject({ total: 3 })
    expect(await open.call('results:find', { search: 'M40', limit: 10 })).toMatchObject({ total: 0 })
    const person = await open.call('results:person', { category: idOf('W40'), index: 0 })
    expect(person).toMatchObject({ categoryName: 'W40' })
  })

  it('is still said to have shrunk when a smaller table takes its place', async () => {
    const { retake, categories } = await damaged({ M40: runnersOf('M40', 40) })
    await retake('M40', runnersOf('M40', 5))
    expect((await categories())[0]).toMatchObject({ rows: 5, shrunk: { rowsBefore: 40, rows: 5 } })
  })

  it.each(whenFound)('is missing from no file unsaid when %s', async (_, isFound) => {
    const rig = await damaged()
    const { open, stage, path, write } = rig
    if (isFound) await rig.rows()
    if (isFound)
      expect(await open.ask('results:export', { stage, format: 'csv' })).toEqual({ ok: false, error: refused })
    else expect(await write({ format: 'csv' })).toMatchObject({ state: 'failed', error: refused })
    expect(existsSync(path)).toBe(false)
    const asked = { stage, format: 'csv' as const, offset: 0, limit: 0 }
    expect(await open.call('results:preflight', asked)).toMatchObject({ rows: 6, damaged: [m40] })
    const { file, text } = await rig.written({ format: 'csv', areProblemsLeftOut: true })
    expect(file).toMatchObject({ rows: 6 })
    expect(text).not.toContain('M40')
  })

  it('leaves a file of the other categories alone', async () => {
    const { idOf, write } = await damaged()
    const categories: readonly CategoryId[] = [idOf('W40'), idOf('M18')]
    expect(await write({ format: 'csv', categories })).toMatchObject({ state: 'done' })
  })

  it('is left out of a stage file only after a warning', async () => {
    const rig = await damaged()
    const { open, stage, path } = rig
    await rig.rows()
    expect(await open.ask('capsule:save', { stage })).toEqual({ ok: false, error: refused })
    const begun = await open.call('capsule:save', { stage, areDamagedLeftOut: true })
    expect(await open.finished(begun?.jobId ?? ('' as never))).toMatchObject({ state: 'done', file: { rows: 6 } })
    const { manifest } = readCapsule(await readFile(path))
    const kept = manifest.categories.map(({ categoryName, rows, outcome }) => `${categoryName} ${rows} ${outcome}`)
    expect(kept).toEqual(['M40 0 never', 'W40 3 done', 'M18 3 done'])
  })

  it.each(whenFound)('is mended by a download that brings the same bytes when %s', async (_, isFound) => {
    const rig = await damaged()
    if (isFound) await rig.rows()
    await rig.take()
    expect(await marked(rig)).toEqual([])
    expect(await count(rig)).toBe(9)
    expect((await rig.categories()).map(({ outcome }) => outcome)).toEqual(['done', 'unchanged', 'unchanged'])
  })

  it.each(whenFound)('is asked for as a whole though the service has nothing newer, when %s', async (_, isFound) => {
    const rig = await taken()
    const { race } = rig
    for (const name of ['M40', 'W40', 'M18']) race.answer(name, taggedRowsOf(name, 4, `"${name}"`))
    await rig.take()
    damageReply(rig.open.dataDir, 'M40')
    if (isFound) await rig.rows()
    race.forget()
    expect(await rig.open.take(rig.stage)).toMatchObject({ state: 'done', failed: 0 })
    expect(await count(rig)).toBe(12)
    expect(await marked(rig)).toEqual([])
    const ofM40 = race.validators().filter((_validator, at) => race.asked()[at] === 'M40')
    expect(ofM40).toEqual(isFound ? [null] : ['"M40"', null])
  })

  it('is restored by a newer reply', async () => {
    const rig = await damaged()
    await rig.rows()
    await rig.retake('M40', runnersOf('M40', 5))
    expect(await count(rig)).toBe(11)
    expect(await marked(rig)).toEqual([])
  })
})

describe('replies that are stored as what differs from an earlier one', () => {
  const field = (late: number): Body =>
    runnersOf('F40', 300).map((runner, index) => ({
      ...runner,
      note: `${(index * 2_654_435_761) >>> 0}`,
      ...(index === 0 ? { resultTime: `3:00:0${late}` } : {}),
    }))
  const twice = async (category: string): Promise<TakenRows> => {
    const rig = await taken({ [category]: field(1) })
    await rig.retake(category, field(2))
    damageReply(rig.open.dataDir, category, 0)
    return rig
  }
  const stored = ({ open }: TakenRows, category: string): readonly string[] =>
    inDatabase(open, ({ all }) =>
      all(
        'SELECT s.base, s.damaged FROM snapshots s JOIN categories c ON c.id = s.category WHERE c.category_name = ? ORDER BY s.id',
        category,
      ).map((row) => `${row['base'] === null ? 'whole' : 'difference'}${row['damaged'] === null ? '' : ', damaged'}`),
    )

  it('cannot be read without it, and are restored by their own bytes', async () => {
    const rig = await twice('F40')
    expect(stored(rig, 'F40')).toEqual(['whole', 'difference'])
    expect(await count(rig)).toBe(9)
    expect(stored(rig, 'F40')).toEqual(['whole, damaged', 'difference, damaged'])
    await rig.take()
    expect(await count(rig)).toBe(309)
    expect(stored(rig, 'F40')).toEqual(['whole, damaged', 'whole'])
  })

  it('cannot be read where it is gone, and are restored by their own bytes', async () => {
    const rig = await twice('F60')
    inDatabase(rig.open, ({ run }) => run('DELETE FROM snapshots WHERE id IN (SELECT base FROM snapshots)'))
    expect(await count(rig)).toBe(9)
    const raw = await rig.open.ask('results:raw', { category: rig.idOf('F60') })
    expect(raw).toMatchObject({ ok: false, error: { kind: 'damaged-replies' } })
    await rig.take()
    expect(await count(rig)).toBe(309)
  })

  it('can be read again once its bytes came again', async () => {
    const rig = await twice('F50')
    await rig.rows()
    await rig.retake('F50', field(1))
    expect(stored(rig, 'F50').slice(0, 2)).toEqual(['whole', 'difference'])
    expect(await count(rig)).toBe(309)
  })
})

it('is told by the terminal, which writes the rest when asked to', async () => {
  const rig = await damaged()
  const { stage } = rig
  await rig.open.close()
  const { dataDir } = rig.open
  const home = await cores.folder()
  const run = (...args: readonly string[]) => runCommand(home, [...args, '--data', dataDir], { cwd: home })
  const sentence = 'The stored reply of 10 km M40 is damaged; the next download repairs it.'

  const results = await run('results', stage, '--json')
  expect(results.code).toBe(0)
  expect(results.stderr).toContain(sentence)
  expect(JSON.parse(results.stdout)).toMatchObject({ total: 6, damaged: [{ distance: '10 km', category: 'M40' }] })
  const audit = await run('audit', stage)
  expect([audit.code, audit.stderr.includes(sentence)]).toEqual([0, true])

  for (const words of [
    ['export', stage, '--format', 'csv'],
    ['capsule', stage],
  ]) {
    damageReply(dataDir, 'W40')
    const refusedAt = await run(...words, '--out', 'refused')
    expect(refusedAt.code).toBe(1)
    expect(refusedAt.stderr).toMatch(/^Nothing was written: The stored repl.* 10 km M40.* damaged/m)
    expect(existsSync(join(home, 'refused'))).toBe(false)
    const partial = await run(...words, '--allow-partial', '--json', '--out', 'partial')
    expect(partial.code).toBe(0)
    expect(partial.stderr).toMatch(/10 km M40, 10 km W40/)
    expect(JSON.parse(partial.stdout)).toMatchObject({ rows: 3 })
  }
})
