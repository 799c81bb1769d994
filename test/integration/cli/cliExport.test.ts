import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExportAnswer } from '../../../main/cli/verbs/export.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { useCores } from '../../support/coreRig.ts'
import { addStage } from '../../support/openCore.ts'
import { bytesOf, startRaceService } from '../../support/services/raceService.ts'
import { inEnvelope } from '../../support/takenRows.ts'
import { runTerminal, type Ended } from '../../support/processes/terminal.ts'

const cores = useCores()

type Rig = {
  readonly stage: StageGuid
  readonly home: string
  /** Names of what lies in the folder of the exports. */
  readonly names: () => Promise<readonly string[]>
  readonly read: (name: string) => Promise<string>
  /** Runs in the folder of the exports. */
  readonly run: (...args: readonly string[]) => Promise<Ended>
}

const openWith = async (bodies: Readonly<Record<string, readonly object[]>>): Promise<Rig> => {
  const race = await startRaceService(...Object.keys(bodies))
  for (const [category, rows] of Object.entries(bodies)) race.answer(category, bytesOf(inEnvelope(rows)))
  const home = await cores.folder()
  const dataDir = join(home, 'data')
  const open = await cores.open({ dataDir })
  const { stage } = await addStage(open, race)
  await open.take(stage)
  await open.close()
  await race.close()
  const cwd = join(home, 'files')
  await mkdir(cwd)
  return {
    stage,
    home,
    names: async () => (await readdir(cwd)).sort(),
    read: (name) => readFile(join(cwd, name), 'utf8'),
    run: (...args) => runTerminal(home, ['export', stage, '--data', dataDir, ...args], { cwd }),
  }
}

const row = (number: number, position: number | null, resultTime: string, account: object = {}) => ({
  number,
  position,
  resultTime,
  club: number === 3 ? 'Динамо' : 'Track',
  account: { firstName: 'Ann', lastName: `Lee${number}`, gender: 'F', age: 34, birthDate: '1990-05-17', ...account },
})

test('refused rows end with 1, are listed with reasons on stderr and nothing is written; --allow-partial writes the rest', async () => {
  const rig = await openWith({
    Open: [
      row(1, 1, '1:00:00'),
      row(2, 2, '1:00:00.25'),
      row(3, 3, '1:10:00', { lastName: 'Жук' }),
      row(4, null, 'DNS'),
    ],
  })
  const refused = await rig.run('--format', 'itra', '--out', 'itra.csv', '--json')
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stdout)).toEqual({
    ok: false,
    error: { kind: 'preflight-refused', rows: 4, notTaken: 3 },
  })
  expect(refused.stderr).toMatch(/bib 2 .*milliseconds.*1:00:00\.25/)
  expect(refused.stderr).toMatch(/bib 3 .*Cyrillic.*Жук.*Zhuk/)
  expect(refused.stderr).toMatch(/bib 4 .*DNS/)
  expect(await rig.names()).toEqual([])

  const partial = await rig.run('--format', 'itra', '--out', 'itra.csv', '--allow-partial', '--json')
  const answer: ExportAnswer = JSON.parse(partial.stdout)
  expect(partial.code).toBe(0)
  expect(partial.stderr).toMatch(/bib 4 .*DNS/)
  const text = await rig.read('itra.csv')
  const sha256 = createHash('sha256').update(text).digest('hex')
  expect(answer).toEqual({ path: 'itra.csv', rows: 1, sha256, leftOut: 3 })

  const spelt = await rig.run('--format', 'itra', '--out', 'itra.csv', '--transliterate', '--cut-fractions')
  expect(spelt.code).toBe(1)
  expect(spelt.stdout).toBe('')
  expect(spelt.stderr).not.toMatch(/Cyrillic|milliseconds/)
  expect(await rig.read('itra.csv')).toBe(text)
})

test('lists each corrected spelling on stderr, up to a limit, and counts the rows in the answer', async () => {
  const cut = Array.from({ length: 202 }, (_, at) => row(at + 10, at + 2, '1:20:00.25'))
  const rig = await openWith({ Open: [row(3, 1, '1:10:00', { lastName: 'Жук' }), ...cut] })
  const accept = ['--format', 'itra', '--transliterate', '--cut-fractions', '--out', 'itra.csv', '--json']
  const { code, stdout, stderr } = await rig.run(...accept)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ rows: 203, respelled: 203 })
  expect(stderr).toContain('10 km / Open, bib 3 Жук Ann: last name "Жук" -> "Zhuk"\n')
  expect(stderr).toContain('10 km / Open, bib 10 Lee10 Ann: time "1:20:00.25" -> "1:20:00"\n')
  expect(stderr.match(/ -> /g)).toHaveLength(200)
  expect(stderr).toContain('3 more rows')
})

test('writes a file with a receipt for each category with chosen rows', async () => {
  const rig = await openWith({
    'M/F': [row(1, 1, '1:00:00'), row(3, 2, '1:10:00')],
    W: [row(5, 1, '1:20:00')],
    Empty: [],
  })
  const split = ['--format', 'csv', '--split-by', 'category', '--out', 'all.v1.csv', '--receipt', '--json']
  const whole = await rig.run(...split)
  const answer: ExportAnswer = JSON.parse(whole.stdout)
  expect(answer).toMatchObject({ path: 'all.v1.csv', rows: 3, sha256: null })
  expect(answer.files?.map(({ path, rows }) => [path, rows])).toEqual([
    ['all.v1 - 10 km - M F.csv', 2],
    ['all.v1 - 10 km - W.csv', 1],
  ])
  expect(await rig.names()).toEqual([
    'all.v1 - 10 km - M F.csv',
    'all.v1 - 10 km - M F.csv.receipt.json',
    'all.v1 - 10 km - W.csv',
    'all.v1 - 10 km - W.csv.receipt.json',
  ])
  const only = await rig.run(
    '--format',
    'ndjson',
    '--filter',
    'club=динамо',
    '--split-by',
    'category',
    '--out',
    'one',
    '--json',
  )
  const one: ExportAnswer = JSON.parse(only.stdout)
  expect(one.files?.map(({ path, rows }) => [path, rows])).toEqual([['one - 10 km - M F', 1]])
})

test('an invalid request is a usage error that names the flag, and writes no file', async () => {
  const rig = await openWith({ Open: [row(1, 1, '1:00:00')] })
  const wrong: readonly (readonly [flag: string, args: readonly string[]])[] = [
    ['--format', ['--format', 'pdf']],
    ['--preset', ['--format', 'csv', '--preset', 'raw']],
    ['--filter', ['--format', 'csv', '--filter', 'nothing=1']],
  ]
  for (const [flag, args] of wrong) {
    const { code, stdout, stderr } = await rig.run(...args, '--out', 'x', '--json')
    expect({ code, failure: JSON.parse(stdout) as unknown }, flag).toMatchObject({
      code: 2,
      failure: { ok: false, error: { kind: 'invalid-input', issues: [{ path: flag }] } },
    })
    expect(stderr).toContain('Usage: racedesk export')
  }
  expect(await rig.names()).toEqual([])
})

test('--field says once for all what the head of a protocol cannot know, in the page and in the workbook', async () => {
  const rig = await openWith({ Open: [row(1, 1, '1:00:00')] })
  const protocol = ['--format', 'protocol', '--language', 'en'] as const
  const first = await rig.run(...protocol, '--field', 'venue=Tula = park', '--field', 'judge=Kim', '--out', 'a.html')
  expect(first.code).toBe(0)
  expect(await rig.read('a.html')).toContain('<dd>Tula = park</dd>')
  await rig.run(...protocol, '--field', 'judge=', '--out', 'b.html')
  const second = await rig.read('b.html')
  expect([second.includes('Tula = park'), second.includes('Kim')]).toEqual([true, false])
  await rig.run(...protocol, '--out', 'c.xlsx')
  expect((await readFile(join(rig.home, 'files', 'c.xlsx'))).subarray(0, 2).toString()).toBe('PK')
  for (const field of ['sponsor=x', 'venue']) {
    const refused = await rig.run(...protocol, '--field', field, '--out', 'd.html', '--json')
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([2, { error: { issues: [{ path: '--field' }] } }])
  }
  const csv = await rig.run('--format', 'csv', '--field', 'venue=x', '--out', 'e.csv')
  expect(csv.code).toBe(2)
})

test('--columns chooses columns and their order, or all under their own names', async () => {
  const rig = await openWith({ Open: [row(1, 1, '1:00:00')] })
  const head = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { code } = await rig.run('--format', 'csv', '--preset', 'en', ...args, '--out', 'out.csv')
    expect(code).toBe(0)
    return (await rig.read('out.csv')).replace('\uFEFF', '').split('\r\n')[0]?.split(',') ?? []
  }
  expect(await head('--columns', 'club,number')).toEqual(['Distance', 'Category', 'Club', 'Bib', 'Status'])
  expect(await head('--columns', 'all')).toEqual(expect.arrayContaining(['number', 'position', 'account.lastName']))
  const { code, stdout } = await rig.run('--format', 'csv', '--columns', 'nobody', '--json', '--out', 'out.csv')
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { issues: [{ path: '--columns' }] } }])
})
