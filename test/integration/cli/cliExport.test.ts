import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ExportAnswer } from '../../../main/cli/verbs/export.ts'
import type { ExportPreset } from '../../../preload/contract/settings.ts'
import { useCores } from '../../support/coreRig.ts'
import { useTerminal } from '../../support/terminalRig.ts'
import { clockOf } from '../../support/resultBodies/readings.ts'

const cores = useCores()
const terminal = useTerminal()

type Rig = Awaited<ReturnType<typeof openWith>>

const openWith = async (bodies: Readonly<Record<string, readonly object[]>>) => {
  const data = await mkdtemp(join(terminal.home(), 'data-'))
  const stage = await terminal.takeRows(data, bodies)
  const cwd = join(data, 'files')
  await mkdir(cwd)
  const words = (args: readonly string[]) => ['export', stage, '--data', data, ...args]
  return {
    data,
    names: async () => (await readdir(cwd)).sort(),
    read: (name: string) => readFile(join(cwd, name), 'utf8'),
    run: (...args: readonly string[]) => terminal.run(words(args), { cwd }),
    ask: (...args: readonly string[]) => terminal.ask<ExportAnswer>(words(args), { cwd }),
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
  const refused = await rig.ask('--format', 'itra', '--out', 'itra.csv')
  const error = { kind: 'preflight-refused', rows: 4, notTaken: 3 }
  expect([refused.code, refused.answer]).toEqual([1, { ok: false, error }])
  expect(refused.stderr).toMatch(/bib 2 .*milliseconds.*1:00:00\.25/)
  expect(refused.stderr).toMatch(/bib 3 .*Cyrillic.*Жук.*Zhuk/)
  expect(refused.stderr).toMatch(/bib 4 .*DNS/)
  expect(await rig.names()).toEqual([])

  const partial = await rig.ask('--format', 'itra', '--out', 'itra.csv', '--allow-partial')
  expect(partial.stderr).toMatch(/bib 4 .*DNS/)
  const text = await rig.read('itra.csv')
  const sha256 = createHash('sha256').update(text).digest('hex')
  expect([partial.code, partial.answer]).toEqual([0, { path: 'itra.csv', rows: 1, sha256, leftOut: 3 }])

  const spelt = await rig.run('--format', 'itra', '--out', 'itra.csv', '--transliterate', '--cut-fractions')
  expect(spelt.code).toBe(1)
  expect(spelt.stdout).toBe('')
  expect(spelt.stderr).not.toMatch(/Cyrillic|milliseconds/)
  expect(await rig.read('itra.csv')).toBe(text)
})

test('counts the people who are in the file already in one line', async () => {
  const field = [row(1, 1, '1:00:00'), row(2, 2, '1:02:10'), row(3, 3, '1:10:00')]
  const { code, stderr } = await (
    await openWith({ Overall: field, W: field })
  ).run('--format', 'itra', '--out', 'itra.csv')
  expect(code).toBe(1)
  expect(stderr.match(/already/g)).toHaveLength(1)
  expect(stderr).toContain('3 rows: in the file already, from another category (first: 10 km / W, bib 1 Lee1 Ann)\n')
})

test('says on stderr before it is written that a federation file has no times', async () => {
  const rig = await openWith({ Open: [row(1, null, ''), row(2, null, 'DNS')] })
  for (const format of ['iof', 'protocol']) {
    const { code, stderr } = await rig.run('--format', format, '--out', 'list')
    expect([code, stderr]).toEqual([0, expect.stringContaining('This file has no times.')])
  }
})

test('lists each corrected spelling on stderr, up to a limit, and counts the rows in the answer', async () => {
  const cut = Array.from({ length: 202 }, (_, at) =>
    row(at + 10, at + 2, `${clockOf(4_800 + at + Math.floor(at / 3))}.25`),
  )
  const rig = await openWith({ Open: [row(3, 1, '1:10:00', { lastName: 'Жук' }), ...cut] })
  const accept = ['--format', 'itra', '--transliterate', '--cut-fractions', '--out', 'itra.csv']
  const { code, answer, stderr } = await rig.ask(...accept)
  expect([code, answer]).toMatchObject([0, { rows: 203, respelled: 203 }])
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
  const split = ['--split-by', 'category', '--receipt']
  const { answer } = await rig.ask('--format', 'csv', ...split, '--out', 'all.v1.csv')
  expect(answer).toMatchObject({
    path: 'all.v1.csv',
    rows: 3,
    sha256: null,
    files: [
      { path: 'all.v1 - 10 km - M F.csv', rows: 2 },
      { path: 'all.v1 - 10 km - W.csv', rows: 1 },
    ],
  })
  expect(await rig.names()).toEqual([
    'all.v1 - 10 km - M F.csv',
    'all.v1 - 10 km - M F.csv.receipt.json',
    'all.v1 - 10 km - W.csv',
    'all.v1 - 10 km - W.csv.receipt.json',
  ])
  const chosen = ['--format', 'ndjson', '--filter', 'club=динамо']
  const only = await rig.ask(...chosen, ...split, '--out', 'one')
  expect(only.answer.files).toMatchObject([{ path: 'one - 10 km - M F', rows: 1 }])
})

describe('one row', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await openWith({ Open: [row(1, 1, '1:00:00')] })
  })

  test.each([
    ['--format', ['--format', 'pdf']],
    ['--preset', ['--format', 'csv', '--preset', 'raw']],
    ['--filter', ['--format', 'csv', '--filter', 'nothing=1']],
    ['--columns', ['--format', 'csv', '--preset', 'en', '--columns', 'nobody']],
    ['--field', ['--format', 'csv', '--field', 'venue=x']],
    ['--field', ['--format', 'protocol', '--field', 'sponsor=x']],
    ['--field', ['--format', 'protocol', '--field', 'venue']],
  ])('with a wrong %s is a usage error that names the flag, and writes no file', async (path, args) => {
    expect(await rig.ask(...args, '--out', 'wrong')).toMatchObject({
      code: 2,
      answer: { ok: false, error: { kind: 'invalid-input', issues: [{ path }] } },
      stderr: expect.stringContaining('Usage: racedesk export'),
    })
    expect(await rig.names()).not.toContain('wrong')
  })

  test('--field says once for all what the head of a protocol cannot know, in the page and in the workbook', async () => {
    const protocol = ['--format', 'protocol', '--language', 'en'] as const
    const first = await rig.run(...protocol, '--field', 'venue=Tula = park', '--field', 'judge=Kim', '--out', 'a.html')
    expect(first.code).toBe(0)
    expect(await rig.read('a.html')).toContain('<dd>Tula = park</dd>')
    const { answer } = await rig.ask(...protocol, '--field', 'venue=q8ZxT4mLw2VnR7cKp0Hs', '--out', 'key.html')
    expect(answer).toMatchObject({ error: { issues: [{ path: '--field venue', message: 'looks like a key' }] } })
    await rig.run(...protocol, '--field', 'judge=', '--out', 'b.html')
    const second = await rig.read('b.html')
    expect([second.includes('Tula = park'), second.includes('Kim')]).toEqual([true, false])
    await rig.run(...protocol, '--out', 'c.xlsx')
    expect((await rig.read('c.xlsx')).slice(0, 2)).toBe('PK')
  })

  test('--columns chooses columns and their order, or all under their own names', async () => {
    const head = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { code } = await rig.run('--format', 'csv', '--preset', 'en', ...args, '--out', 'out.csv')
      expect(code).toBe(0)
      return (await rig.read('out.csv')).replace('\uFEFF', '').split('\r\n')[0]?.split(',') ?? []
    }
    expect(await head('--columns', 'club,number')).toEqual(['Distance', 'Category', 'Club', 'Bib', 'Status'])
    expect(await head('--columns', 'all')).toEqual(expect.arrayContaining(['number', 'position', 'account.lastName']))
  })
})

const press: ExportPreset = {
  name: 'Press',
  parts: [{ distance: '10 km', category: 'W' }],
  columns: ['account.lastName', 'no longer there', 'club'],
  options: { format: 'csv', preset: 'ru', language: 'en' },
}
const elsewhere: ExportPreset = {
  name: 'elsewhere',
  parts: [{ distance: '10 km', category: 'Juniors' }],
  options: { format: 'json' },
}

describe('presets', () => {
  let rig: Rig
  beforeAll(async () => {
    const person = (number: number, lastName: string) => [
      { number, position: 1, club: 'Track', resultTime: '1:00:00', account: { firstName: 'Ann', lastName } },
    ]
    rig = await openWith({ M: person(1, 'LeeM'), W: person(2, 'LeeW') })
    const core = await cores.open({ dataDir: rig.data })
    await core.call('memory:save', { exportPresets: [press, elsewhere] })
    await core.close()
  })

  test('give format, categories and columns, in any case of their name; flags win', async () => {
    expect((await rig.run('--preset', 'press', '--out', 'press.csv')).code).toBe(0)
    expect(await rig.read('press.csv')).toBe(
      '\uFEFFDistance;Category;Last name;Club;Status\r\n10 km;W;LeeW;Track;Finished\r\n',
    )
    const flags = ['--category', 'M', '--format', 'ndjson']
    expect((await rig.run('--preset', 'Press', ...flags, '--out', 'men.ndjson')).code).toBe(0)
    const men = await rig.read('men.ndjson')
    expect([men.includes('LeeM'), men.includes('LeeW')]).toEqual([true, false])
  })

  test('are listed, and an unknown one, or one of a category that the stage lacks, writes nothing', async () => {
    const presets = ['presets', '--data', rig.data]
    expect((await terminal.ask(presets)).answer).toEqual({ presets: [press, elsewhere] })
    expect((await terminal.run(presets)).stdout).toMatch(/Press +csv +10 km\/W/)
    for (const [name, what] of [
      ['nobody', 'preset nobody'],
      ['elsewhere', 'category 10 km/Juniors'],
    ] as const) {
      const { code, answer } = await rig.ask('--preset', name, '--out', 'x.json')
      expect([code, answer]).toEqual([2, { ok: false, error: { kind: 'not-found', what } }])
    }
    expect(await rig.names()).not.toContain('x.json')
  })
})

test('a preset cannot be saved under the name of a CSV preset', async () => {
  const core = await cores.open()
  const saved = await core.ask('memory:save', { exportPresets: [{ ...press, name: 'RU' }] })
  expect(saved).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
})
