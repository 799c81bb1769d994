import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExportAnswer } from '../../../main/cli/verbs/export.ts'
import type { TakeAnswer } from '../../../main/cli/verbs/stages.ts'
import type { DemoService } from '../../../main/demo/demoService.ts'
import type { Json } from '../../../preload/contract/ids.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { json, startStageOfCategories, type StageOfCategories } from '../../support/stageOfCategories.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { runTerminal, startTerminal } from '../../support/processes/terminal.ts'

type Results = { readonly total: number; readonly columns: string[]; readonly rows: Record<string, Json>[] }
type Failure = { readonly ok: false; readonly error: AppError }

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-cli-'))
})
afterAll(async () => {
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const keysOf = ({ accessKey, resultsKey }: Pick<DemoService, 'accessKey' | 'resultsKey'>) => ({
  RACEDESK_ACCESS_KEY: accessKey,
  RACEDESK_RESULTS_KEY: resultsKey,
})

describe('a stage of the demo service, taken once', () => {
  let demo: DemoService
  let stage = ''
  let data = ''
  let taken: Awaited<ReturnType<typeof runTerminal>>

  const urls = () => ['--base-url', demo.url, '--results-url', demo.resultsUrl]
  const run = (verb: 'take' | 'download', ...more: string[]) =>
    runTerminal(home, [verb, stage, '--data', data, ...urls(), '--json', ...more], { env: keysOf(demo) })
  const read = async (...args: string[]): Promise<Results> => {
    const { code, stdout, stderr } = await runTerminal(home, ['results', stage, '--data', data, '--json', ...args])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout) as Results
  }

  beforeAll(async () => {
    demo = await startOrFail({})
    stage = demo.stages[0]?.guid ?? ''
    data = join(home, 'taken')
    taken = await run('take')
  })
  afterAll(() => demo.close())

  test('take prints every category with its rows in one JSON value', () => {
    expect(taken.code).toBe(0)
    const answer: TakeAnswer = JSON.parse(taken.stdout)
    expect(answer.stage).toBe(stage)
    expect(answer.categories).toHaveLength(24)
    expect(answer.rows).toBe(answer.categories.reduce((sum, { rows }) => sum + rows, 0))
    expect(answer.rows).toBeGreaterThan(5_000)
    expect(new Set(answer.categories.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'no-rows']))
    expect(answer.tookMs).toBeGreaterThan(0)
  })

  test('download, the other name of take, refreshes: no reply is new, and stored rows still count', async () => {
    const { code, stdout } = await run('download', '--parallel', '8')
    expect(code).toBe(0)
    const again: TakeAnswer = JSON.parse(stdout)
    const first: TakeAnswer = JSON.parse(taken.stdout)
    expect(again.rows).toBe(first.rows)
    expect(again.categories.filter(({ rows }) => rows > 0).map(({ outcome }) => outcome)).not.toContain('done')
  })

  test('--title names the stage', async () => {
    const { code } = await run('download', '--title', 'Spring Race')
    expect(code).toBe(0)
    const listed = await runTerminal(home, ['stages', '--data', data])
    expect(listed.stdout).toContain('Spring Race')
  })

  test('no key is in the answer, in the words for people or in a file of the data folder', async () => {
    const secrets = [demo.accessKey, demo.resultsKey]
    const files = await readdir(data, { recursive: true, withFileTypes: true })
    const contents = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    )
    expect(contents.length).toBeGreaterThan(0)
    for (const secret of secrets) {
      for (const text of [taken.stdout, taken.stderr, ...contents]) expect(text).not.toContain(secret)
    }
  })

  test('results shows 50 rows of all that match, each with its distance and category', async () => {
    const { total, columns, rows } = await read()
    expect(rows).toHaveLength(50)
    expect(total).toBeGreaterThan(5_000)
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual([...columns, 'distance', 'category'].toSorted())
  })

  test('a limit beyond a page reads every row once, in more than a megabyte through a slow pipe', async () => {
    const terminal = startTerminal(home, ['results', stage, '--data', data, '--json', '--limit', '1000000'])
    terminal.child.stdout.pause()
    await new Promise((resolve) => terminal.child.stdout.once('readable', resolve))
    terminal.child.stdout.resume()
    const { code, stdout } = await terminal.ended
    expect(code).toBe(0)
    expect(stdout.length).toBeGreaterThan(1_000_000)
    const { total, rows }: Results = JSON.parse(stdout)
    expect(rows).toHaveLength(total)
    const places = rows.map(({ distance, category, number }) => JSON.stringify([distance, category, number]))
    expect(new Set(places).size).toBe(total)
    expect(rows.some((row) => /^\d?\d:\d\d/.test(String(row['laps.Finish.totalTime'])))).toBe(true)
  })

  test('--limit 0 counts without showing', async () => {
    const { total, rows } = await read('--limit', '0')
    expect(rows).toEqual([])
    expect(total).toBeGreaterThan(5_000)
  })

  test('search finds a finisher by number, and what is searched for is in the rows', async () => {
    const [first] = (await read('--limit', '1')).rows
    const number = String(first?.['number'])
    const { total, rows } = await read('--search', number, '--limit', '100000')
    expect(rows).toHaveLength(total)
    expect(rows.map((row) => String(row['number']))).toContain(number)
    expect((await read('--search', 'nobody-is-called-this')).total).toBe(0)
  })

  test('a category is selected by name in every distance, by distance and name, and by GUID', async () => {
    const { categories }: TakeAnswer = JSON.parse(taken.stdout)
    const [chosen] = categories
    if (chosen === undefined) throw new Error('no category')
    const named = categories.filter(({ category }) => category === chosen.category)
    expect(named.length).toBeGreaterThan(1)
    const rowsOf = async (text: string) => (await read('--category', text, '--limit', '0')).total
    expect(await rowsOf(chosen.category)).toBe(named.reduce((sum, { rows }) => sum + rows, 0))
    expect(await rowsOf(`${chosen.distance}/${chosen.category}`)).toBe(chosen.rows)
    expect(await rowsOf(chosen.guid.toUpperCase())).toBe(chosen.rows)
  })

  test('a results link names the stage as its GUID does', async () => {
    const link = `${demo.resultsUrl}/results/get/${stage}/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002`
    const { code, stdout } = await runTerminal(home, ['results', link, '--data', data, '--json', '--limit', '0'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(await read('--limit', '0'))
  })

  test('without --json a table for people comes on stdout and the count on stderr', async () => {
    const { code, stdout, stderr } = await runTerminal(home, ['results', stage, '--data', data, '--limit', '3'])
    expect(code).toBe(0)
    expect(stdout.split('\n')).toHaveLength(5)
    expect(stdout).toMatch(/^distance +category/u)
    expect(stderr).toMatch(/^3 of [0-9]+ rows\n$/u)
  })

  test('a reader that stops after the first line ends the command quietly', async () => {
    const terminal = startTerminal(home, ['results', stage, '--data', data, '--limit', '100000'])
    await terminal.firstLine
    terminal.child.stdout.destroy()
    const { code, stderr } = await terminal.ended
    expect(code).toBe(0)
    expect(stderr).not.toMatch(/EPIPE|Error|at /u)
  })

  test.each([
    ['ru', 'utf8', ';', '\ufeff'],
    ['en', 'utf8', ',', '\ufeff'],
    ['import', 'utf8', ',', ''],
    ['tsv', 'utf16le', '\t', '\ufeff'],
  ] as const)('export %s writes the reported bytes exactly at --out', async (preset, encoding, separator, mark) => {
    const out = `./out files/${preset}.csv`
    await mkdir(join(home, 'out files'), { recursive: true })
    await writeFile(join(home, out), 'what was there before')
    const flags = ['--format', 'csv', '--preset', preset, '--columns', 'all', '--out', out, '--json']
    const { code, stdout } = await runTerminal(home, ['export', stage, '--data', data, ...flags])
    expect(code).toBe(0)
    const answer: ExportAnswer = JSON.parse(stdout)
    const bytes = await readFile(join(home, out))
    const { total, columns } = await read('--limit', '0')
    expect(answer).toEqual({ path: out, rows: total, sha256: createHash('sha256').update(bytes).digest('hex') })
    const text = bytes.toString(encoding)
    expect(text.startsWith(mark)).toBe(true)
    expect(readStrictCsv(text.replace('\ufeff', ''), separator)[0]).toHaveLength(columns.length + 2)
    expect(await readdir(join(home, 'out files'))).not.toContainEqual(expect.stringContaining('partial'))
  })

  test('an export of one category has its rows only', async () => {
    const { categories }: TakeAnswer = JSON.parse(taken.stdout)
    const [chosen] = categories
    const name = `${chosen?.distance}/${chosen?.category}`
    const flags = ['--format', 'csv', '--category', name, '--out', 'one.csv', '--json']
    const { stdout } = await runTerminal(home, ['export', stage, '--data', data, ...flags])
    expect(JSON.parse(stdout)).toMatchObject({ path: 'one.csv', rows: chosen?.rows })
  })

  test.each([
    ['a category that is not there', ['results', '--category', 'nobody'], 2, 'not-found'],
    [
      'an export of a category that is not there',
      ['export', '--format', 'csv', '--category', 'nobody', '--out', 'x.csv'],
      2,
      'not-found',
    ],
    ['a folder that is not there', ['export', '--format', 'csv', '--out', 'nowhere/x.csv'], 5, 'file'],
    ['a folder in the place of the file', ['export', '--format', 'csv', '--out', 'taken'], 5, 'file'],
    ['an unknown preset', ['export', '--format', 'csv', '--preset', 'fr', '--out', 'x.csv'], 2, 'not-found'],
    ['no --out', ['export', '--format', 'csv'], 2, 'invalid-input'],
  ])('%s fails by its class and leaves no file', async (_, [verb = '', ...flags], code, kind) => {
    const before = await readdir(home)
    const ended = await runTerminal(home, [verb, stage, ...flags, '--data', data, '--json'])
    const failure: Failure = JSON.parse(ended.stdout)
    expect({ code: ended.code, ok: failure.ok, kind: failure.error.kind }).toEqual({ code, ok: false, kind })
    if (kind === 'file') expect(ended.stderr).toContain('folder')
    expect(await readdir(home)).toEqual(before)
  })

  test.each([
    ['a stage that the service does not know', { text: '00000000-0000-4000-8000-00000000dead' }, 3, /http|refused/u],
    ['text that is no stage', { text: 'my race' }, 2, /invalid-input/u],
    ['no keys', { env: {} }, 4, /key-missing/u],
    [
      'empty keys, which are no keys',
      { env: { RACEDESK_ACCESS_KEY: '', RACEDESK_RESULTS_KEY: '' } },
      4,
      /key-missing/u,
    ],
    [
      'a wrong access key',
      { env: { RACEDESK_ACCESS_KEY: 'wrong-key-1', RACEDESK_RESULTS_KEY: 'wrong-key-2' } },
      4,
      /key-rejected/u,
    ],
    ['a service that is gone', { base: 'http://127.0.0.1:9' }, 3, /offline/u],
    ['a URL that is none', { base: 'ftp://example.org' }, 2, /invalid-input/u],
    ['plain http to another machine', { base: 'http://example.org' }, 2, /invalid-input/u],
  ])(
    'take with %s fails with its exit code',
    async (_, changed: { text?: string; env?: Record<string, string>; base?: string }, code, kind) => {
      const args = [
        'take',
        changed.text ?? stage,
        '--base-url',
        changed.base ?? demo.url,
        '--results-url',
        demo.resultsUrl,
      ]
      const ended = await runTerminal(home, [...args, '--data', join(home, 'failing'), '--json'], {
        env: changed.env ?? keysOf(demo),
      })
      const failure: Failure = JSON.parse(ended.stdout)
      expect({ code: ended.code, ok: failure.ok }).toEqual({ code, ok: false })
      expect(failure.error.kind).toMatch(kind)
      expect(ended.stderr).not.toMatch(/wrong-key|\n +at /u)
      expect(ended.stderr).not.toBe('')
    },
  )

  test('a stage that was never downloaded is not found, and no request is sent', async () => {
    const unknown = '00000000-0000-4000-8000-00000000dead'
    const { code, stdout } = await runTerminal(home, ['results', unknown, '--data', data, '--json'])
    const failure: Failure = JSON.parse(stdout)
    expect({ code, kind: failure.error.kind }).toEqual({ code: 2, kind: 'not-found' })
  })

  test.runIf(process.platform === 'linux')(
    'a data folder that cannot be created ends the command at once',
    async () => {
      const { code, stdout } = await runTerminal(home, ['results', stage, '--data', '/proc/none/here', '--json'])
      expect([code, JSON.parse(stdout)]).toMatchObject([5, { ok: false, error: { kind: 'storage' } }])
    },
  )

  test('a data folder that is a file is a failure of storage, not a stack trace', async () => {
    await writeFile(join(home, 'no-folder'), '')
    const { code, stdout, stderr } = await runTerminal(home, ['results', stage, '--data', 'no-folder', '--json'])
    const failure: Failure = JSON.parse(stdout)
    expect(code).toBe(5)
    expect(['storage', 'file']).toContain(failure.error.kind)
    expect(stderr).not.toMatch(/\n +at /u)
  })
})

describe('a service of which a part fails', () => {
  const env = keysOf({ accessKey: 'access-key-of-the-test', resultsKey: 'results-key-of-the-test' })
  const runTake = (service: StageOfCategories, data: string) =>
    startTerminal(
      home,
      ['take', service.stage, '--base-url', service.url, '--results-url', service.url, '--data', data, '--json'],
      { env },
    )

  test('a category that fails leaves 1, keeps its error and its stored rows, and the others are done', async () => {
    const rows = { data: [{ number: 1, name: 'A' }], isSuccess: true, message: null }
    const answers = {
      good: json(rows),
      bad: json(rows),
      empty: json({ isSuccess: true, message: null, data: [] }),
      odd: json({ some: 'shape' }),
    }
    const service = await startStageOfCategories(answers)
    const first = await runTake(service, 'part').ended
    expect(first.code).toBe(0)
    answers.bad = json({ isSuccess: false, message: 'recalculating', data: null }, 500)
    const second = await runTake(service, 'part').ended
    await service.close()
    const answer: TakeAnswer = JSON.parse(second.stdout)
    const outcomes = answer.categories.map(({ category, outcome, rows: count }) => [category, outcome, count])
    expect(second.code).toBe(1)
    expect(outcomes).toEqual([
      ['good', 'unchanged', 1],
      ['bad', 'failed', 1],
      ['empty', expect.stringMatching(/no-rows|unchanged/u), 0],
      ['odd', expect.stringMatching(/no-rows|unchanged/u), 0],
    ])
    expect(answer.rows).toBe(2)
    expect(answer.categories[1]?.error).toMatchObject({ kind: 'refused-by-service', message: 'recalculating' })
    expect(answer.categories[1]?.guid).toBe(service.guidOf('bad'))
    const odd = (JSON.parse(first.stdout) as TakeAnswer).categories[3]
    expect(odd).toMatchObject({ outcome: 'no-rows', error: { kind: 'unexpected-reply' } })
  })

  test('every category failing is still done in part, since the links are known', async () => {
    const service = await startStageOfCategories({
      a: json(null, 404),
      b: json({ isSuccess: false, message: 'no', data: null }),
    })
    const { code, stdout } = await runTake(service, 'all-failed').ended
    await service.close()
    const answer: TakeAnswer = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(answer.categories.map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
  })

  // Windows ends a process without asking it.
  test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends a waiting download with a message and keeps stored rows',
    async (signal) => {
      const data = `stopped-${signal}`
      const asked = Promise.withResolvers<void>()
      const service = await startStageOfCategories({
        good: json([{ number: 7, name: 'B' }]),
        // Never answers.
        slow: () => asked.resolve(),
      })
      const terminal = runTake(service, data)
      await asked.promise
      const stored = async () => (await runTerminal(home, ['results', service.stage, '--data', data, '--json'])).stdout
      while (!(await stored()).startsWith('{"total":1,')) await new Promise(setImmediate)
      terminal.child.kill(signal)
      const { code, stdout } = await terminal.ended
      await service.close()
      expect(code).toBe(1)
      expect(JSON.parse(stdout)).toEqual({ ok: false, error: { kind: 'cancelled' } })
      expect(JSON.parse(await stored())).toMatchObject({ total: 1, rows: [{ number: 7, category: 'good' }] })
    },
  )

  test.skipIf(process.platform === 'win32')(
    'a download after a stopped one reports what it kept and its age, in JSON and in words',
    async () => {
      const asked = Promise.withResolvers<void>()
      const answers = { good: json([{ number: 7, name: 'B' }]), slow: () => asked.resolve() }
      const service = await startStageOfCategories(answers)
      const stopped = runTake(service, 'kept')
      await asked.promise
      const stored = async () =>
        (await runTerminal(home, ['results', service.stage, '--data', 'kept', '--json'])).stdout
      while (!(await stored()).startsWith('{"total":1,')) await new Promise(setImmediate)
      stopped.child.kill('SIGINT')
      await stopped.ended
      Object.assign(answers, { slow: json([{ number: 8, name: 'C' }]) })
      const { code, stdout, stderr } = await runTake(service, 'kept').ended
      await service.close()
      const [good, slow] = (JSON.parse(stdout) as TakeAnswer).categories
      expect([code, good?.outcome, slow?.outcome]).toEqual([0, 'done', 'done'])
      expect(Date.now() - Date.parse(good?.keptFrom ?? '')).toBeLessThan(60_000)
      expect(slow).not.toHaveProperty('keptFrom')
      expect(stderr).toBe(
        `1 category was stored by the unfinished download (${good?.keptFrom} or later) and not downloaded again\n`,
      )
    },
  )

  test('source columns named distance and category stay, with control characters escaped', async () => {
    const row = {
      bib: 1,
      distance: 'inner',
      category: 'own',
      'category (source)': 'third',
      name: '\u001b[2J\u009b31mEvil',
    }
    const service = await startStageOfCategories({ only: json([row]) })
    await runTake(service, 'columns').ended
    await service.close()
    const { stdout } = await runTerminal(home, ['results', service.stage, '--data', 'columns', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      columns: ['bib', 'distance (source)', 'category (source) (source)', 'category (source)', 'name'],
      rows: [
        {
          distance: '10 km',
          category: 'only',
          'distance (source)': 'inner',
          'category (source) (source)': 'own',
          'category (source)': 'third',
          name: row.name,
        },
      ],
    })
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u)
    const people = await runTerminal(home, ['results', service.stage, '--data', 'columns', '--columns', 'all'])
    expect(people.stdout).not.toMatch(/(?!\n)\p{Cc}/u)
    expect(people.stdout).toContain('Evil')
  })
})
