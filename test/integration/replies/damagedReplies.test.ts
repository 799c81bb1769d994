import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { useCores } from '../../support/coreRig.ts'
import { damageReply } from '../../support/damagedBody.ts'
import { addStage, deliverTo, type OpenCore } from '../../support/openCore.ts'
import {
  envelope,
  rowsOf,
  runner,
  sendJson,
  taggedRowsOf,
  type RaceService,
} from '../../support/services/raceService.ts'
import { readCapsule } from '../../support/capsuleRig.ts'
import { runCommand } from '../../support/terminalRig.ts'

const cores = useCores()
let race: RaceService

beforeEach(async () => {
  race = await cores.race('M40', 'W40', 'M18')
})

const m40 = { distanceName: '10 km', categoryName: 'M40' }
const refused = { kind: 'damaged-replies', categories: [m40] }

type Taken = { readonly open: OpenCore; readonly stage: StageGuid; readonly out: string }

const taken = async (): Promise<Taken> => {
  const out = join(await cores.folder(), 'out')
  const open = await cores.open({ delivery: deliverTo(out) })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  return { open, stage, out }
}

/** A downloaded stage in which the reply of M40 is damaged. */
const damaged = async (): Promise<Taken> => {
  const made = await taken()
  damageReply(made.open.dataDir, 'M40')
  return made
}

const names = async ({ open, stage }: Pick<Taken, 'open' | 'stage'>): Promise<readonly string[]> => {
  const page = await open.call('results:page', { stage, offset: 0, limit: 1_000 })
  expect(page.rows).toHaveLength(page.total)
  return page.rows.map(({ cells }) => cells.join(' '))
}

const marked = async ({ open, stage }: Taken): Promise<readonly string[]> => {
  const { distances } = await open.call('stage:tree', { stage })
  return distances.flatMap(({ categories }) => categories).flatMap(({ name, isDamaged }) => (isDamaged ? [name] : []))
}

const write = async ({ open }: Taken, begun: { readonly jobId: Parameters<OpenCore['finished']>[0] } | null) =>
  begun === null ? null : await open.finished(begun.jobId)

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
  const open = await cores.open()
  const altered: { readonly race: RaceService; readonly stage: StageGuid; readonly before: readonly string[] }[] = []
  for (const [table, column, json] of alterations) {
    const own = await cores.race('M40', 'W40', 'M18')
    const { stage } = await addStage(open, own)
    await open.take(stage)
    altered.push({ race: own, stage, before: await names({ open, stage }) })
    const database = openAgain(join(open.dataDir, 'racedesk.db'))
    const shape = database.get('SELECT max(id) AS id FROM shapes')?.['id'] ?? null
    const which = table === 'shapes' ? 'id = ?' : 'shape = ?'
    database.run(`UPDATE ${table} SET ${column} = ? WHERE ${which}`, json, shape)
    database.close()
  }
  await open.close()
  const again = await cores.open({ dataDir: open.dataDir })
  for (const { race: own, stage, before } of altered) {
    expect(await names({ open: again, stage })).toEqual(before)
    own.answer('M40', rowsOf('M40', 2))
    expect(await again.take(stage)).toMatchObject({ state: 'done' })
    expect(await names({ open: again, stage })).toHaveLength(8)
  }
})

const whenFound = [
  ['nobody has read it since', false],
  ['it was found before', true],
] as const

describe('a stored reply of which the disk altered one byte', () => {
  it('costs its category only, which the tree names', async () => {
    const rig = await damaged()
    expect(await names(rig)).toHaveLength(6)
    expect(await marked(rig)).toEqual(['M40'])
    expect(rig.open.events).toContainEqual({ name: 'stage:changed', data: { stage: rig.stage } })
    const { open, stage } = rig
    expect(await open.call('results:audit', { stage })).toMatchObject({ rows: 6 })
    expect(await open.call('results:find', { search: 'W40', limit: 10 })).toMatchObject({ total: 3 })
    expect(await open.call('results:find', { search: 'M40', limit: 10 })).toMatchObject({ total: 0 })
    const { distances } = await open.call('stage:tree', { stage })
    const w40 = distances[0]?.categories.find(({ name }) => name === 'W40')?.id ?? ('' as never)
    expect(await open.call('results:person', { category: w40, index: 0 })).toMatchObject({ categoryName: 'W40' })
  })

  it('is still said to have shrunk when a smaller table takes its place', async () => {
    race.answer('M40', rowsOf('M40', 40))
    const { open, stage } = await damaged()
    race.answer('M40', rowsOf('M40', 5))
    await open.take(stage)
    const { distances } = await open.call('stage:tree', { stage })
    const found = distances.flatMap(({ categories }) => categories).find(({ name }) => name === 'M40')
    expect(found).toMatchObject({ rows: 5, shrunk: { rowsBefore: 40, rows: 5 } })
  })

  it.each(whenFound)('is missing from no file unsaid when %s', async (_, isFound) => {
    const rig = await damaged()
    const { open, stage, out } = rig
    if (isFound) await names(rig)
    const first = await open.ask('results:export', { stage, format: 'csv' })
    if (isFound) expect(first).toEqual({ ok: false, error: refused })
    else {
      const job = await write(rig, first.ok ? (first.value as never) : null)
      expect(job).toMatchObject({ state: 'failed', error: refused })
    }
    expect(existsSync(out)).toBe(false)
    const asked = { stage, format: 'csv' as const, offset: 0, limit: 0 }
    expect(await open.call('results:preflight', asked)).toMatchObject({ rows: 6, damaged: [m40] })
    const job = await write(rig, await open.call('results:export', { stage, format: 'csv', areProblemsLeftOut: true }))
    expect(job).toMatchObject({ state: 'done', file: { rows: 6 } })
    expect(await readFile(out, 'utf8')).not.toContain('M40')
  })

  it('leaves a file of the other categories alone', async () => {
    const rig = await damaged()
    const { distances } = await rig.open.call('stage:tree', { stage: rig.stage })
    const others = distances[0]?.categories.filter(({ name }) => name !== 'M40').map(({ id }) => id) ?? []
    const chosen = { stage: rig.stage, format: 'csv' as const, categories: others }
    expect(await write(rig, await rig.open.call('results:export', chosen))).toMatchObject({ state: 'done' })
  })

  it('is left out of a stage file only after a warning', async () => {
    const rig = await damaged()
    const { open, stage, out } = rig
    await names(rig)
    expect(await open.ask('capsule:save', { stage })).toEqual({ ok: false, error: refused })
    const job = await write(rig, await open.call('capsule:save', { stage, areDamagedLeftOut: true }))
    expect(job).toMatchObject({ state: 'done', file: { rows: 6 } })
    const { manifest } = readCapsule(await readFile(out))
    const rows = manifest.categories.map(({ categoryName, rows: count, outcome }) => [categoryName, count, outcome])
    expect(rows).toEqual([
      ['M40', 0, 'never'],
      ['W40', 3, 'done'],
      ['M18', 3, 'done'],
    ])
  })

  it.each(whenFound)('is mended by a download that brings the same bytes when %s', async (_, isFound) => {
    const rig = await damaged()
    if (isFound) await names(rig)
    await rig.open.take(rig.stage)
    expect(await marked(rig)).toEqual([])
    expect(await names(rig)).toHaveLength(9)
    const { distances } = await rig.open.call('stage:tree', { stage: rig.stage })
    expect(distances[0]?.categories.map(({ outcome }) => outcome)).toEqual(['done', 'unchanged', 'unchanged'])
  })

  it.each(whenFound)('is asked for as a whole though the service has nothing newer, when %s', async (_, isFound) => {
    for (const name of ['M40', 'W40', 'M18']) race.answer(name, taggedRowsOf(name, 3, `"${name}"`))
    const rig = await damaged()
    if (isFound) await names(rig)
    race.forget()
    expect(await rig.open.take(rig.stage)).toMatchObject({ state: 'done', failed: 0 })
    expect(await names(rig)).toHaveLength(9)
    expect(await marked(rig)).toEqual([])
    const ofM40 = race.validators().filter((_validator, at) => race.asked()[at] === 'M40')
    expect(ofM40).toEqual(isFound ? [null] : ['"M40"', null])
  })

  it('is restored by a newer reply', async () => {
    const rig = await damaged()
    await names(rig)
    race.answer('M40', rowsOf('M40', 5))
    await rig.open.take(rig.stage)
    expect(await names(rig)).toHaveLength(11)
    expect(await marked(rig)).toEqual([])
  })
})

describe('replies that are stored as what differs from an earlier one', () => {
  const field = (late: number) => ({
    data: Array.from({ length: 300 }, (_, index) => ({
      ...runner('M40', index + 1),
      note: `${(index * 2_654_435_761) >>> 0}`,
      ...(index === 0 ? { resultTime: `3:00:0${late}` } : {}),
    })),
  })
  const answer = (late: number): void =>
    race.answer('M40', (response) => sendJson(response, envelope(field(late).data)))

  const twice = async (): Promise<Taken> => {
    answer(1)
    const rig = await taken()
    answer(2)
    await rig.open.take(rig.stage)
    return rig
  }
  const bases = ({ open }: Taken): readonly unknown[] => {
    const database = openAgain(join(open.dataDir, 'racedesk.db'))
    const rows = database.all(
      "SELECT s.base, s.damaged FROM snapshots s JOIN categories c ON c.id = s.category WHERE c.category_name = 'M40' ORDER BY s.id",
    )
    database.close()
    return rows.map((row) => [row['base'] === null ? 'whole' : 'difference', row['damaged']])
  }

  it('cannot be read without it, and are restored by their own bytes', async () => {
    const rig = await twice()
    expect(bases(rig)).toEqual([
      ['whole', null],
      ['difference', null],
    ])
    damageReply(rig.open.dataDir, 'M40', 0)
    expect(await names(rig)).toHaveLength(6)
    expect(bases(rig)).toEqual([
      ['whole', 1],
      ['difference', 1],
    ])
    await rig.open.take(rig.stage)
    expect(await names(rig)).toHaveLength(306)
    expect(bases(rig)).toEqual([
      ['whole', 1],
      ['whole', null],
    ])
  })

  it('can be read again once its bytes came again', async () => {
    const rig = await twice()
    damageReply(rig.open.dataDir, 'M40', 0)
    await names(rig)
    answer(1)
    await rig.open.take(rig.stage)
    expect(bases(rig).slice(0, 2)).toEqual([
      ['whole', null],
      ['difference', null],
    ])
    expect(await names(rig)).toHaveLength(306)
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
