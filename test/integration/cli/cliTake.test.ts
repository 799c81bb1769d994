import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TakeAnswer } from '../../../main/cli/verbs/stages.ts'
import type { DemoService } from '../../../main/demo/demoService.ts'
import type { Json } from '../../../preload/contract/ids.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { closing } from '../../support/atEnd.ts'
import { environmentKeys } from '../../support/openCore.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { bytesOf, inEnvelope, startRaceService } from '../../support/services/raceService.ts'
import { flagsOf, useTerminal } from '../../support/terminalRig.ts'

type Results = { readonly total: number; readonly columns: string[]; readonly rows: Record<string, Json>[] }
type Failure = { readonly ok: false; readonly error: AppError }

const terminal = useTerminal()
const keysOf = (access: string, results: string) => ({ RACEDESK_ACCESS_KEY: access, RACEDESK_RESULTS_KEY: results })

describe('a stage of the demo service, taken once', () => {
  let demo: DemoService
  let stage = ''
  let taken: Awaited<ReturnType<typeof run>>

  const keys = () => keysOf(demo.accessKey, demo.resultsKey)
  const run = (verb: 'take' | 'download', ...more: string[]) =>
    terminal.ask<TakeAnswer>([verb, stage, '--data', 'taken', ...flagsOf(demo), ...more], { env: keys() })
  const read = async (...args: string[]): Promise<Results> => {
    const { code, stderr, answer } = await terminal.ask<Results>(['results', stage, '--data', 'taken', ...args])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return answer
  }

  beforeAll(async () => {
    demo = closing(await startOrFail({}))
    stage = demo.stages[0]?.guid ?? ''
    taken = await run('take')
  })

  test('take prints every category with its rows in one JSON value', () => {
    const { code, answer } = taken
    expect([code, answer.stage]).toEqual([0, stage])
    expect(answer.categories).toHaveLength(24)
    expect(answer.rows).toBe(answer.categories.reduce((sum, { rows }) => sum + rows, 0))
    expect(answer.rows).toBeGreaterThan(5_000)
    expect(new Set(answer.categories.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'no-rows']))
    expect(answer.tookMs).toBeGreaterThan(0)
  })

  test('download, the other name of take, refreshes and --title names the stage, which take asks for: no reply is new, and stored rows still count', async () => {
    const { code, answer, stderr } = await run('download', '--parallel', '8', '--title', 'Spring Race')
    expect([code, answer.rows]).toEqual([0, taken.answer.rows])
    expect([taken.stderr, stderr].map((told) => told.includes('rename STAGE NAME'))).toEqual([true, false])
    expect(answer.categories.filter(({ rows }) => rows > 0).map(({ outcome }) => outcome)).not.toContain('done')
    expect((await terminal.run(['stages', '--data', 'taken'])).stdout).toContain('Spring Race')
  })

  test('no key is in the answer, in the words for people or in a file of the data folder', async () => {
    const secrets = [demo.accessKey, demo.resultsKey]
    const files = await readdir(join(terminal.home(), 'taken'), { recursive: true, withFileTypes: true })
    const contents = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
    )
    expect(contents.length).toBeGreaterThan(0)
    for (const secret of secrets) {
      for (const text of [taken.stdout, taken.stderr, ...contents]) expect(text).not.toContain(secret)
    }
  })

  test('results shows 50 rows of all, each with its distance and category, and every row once with a limit beyond a page', async () => {
    const { total, columns, rows } = await read()
    expect(rows).toHaveLength(50)
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual([...columns, 'distance', 'category'].toSorted())
    const { rows: count, distance, category } = taken.answer.categories[0] ?? {}
    expect(count).toBeGreaterThan(1_000)
    const all = (await read('--category', `${distance}/${category}`, '--limit', '1000000')).rows
    expect([all.length, new Set(all.map(({ number }) => number)).size]).toEqual([count, count])
    expect(all.some((row) => /^\d?\d:\d\d/.test(String(row['laps.Finish.totalTime'])))).toBe(true)
    expect(await read('--limit', '0')).toMatchObject({ total, rows: [] })
  })

  test('a results link names the stage as its GUID does', async () => {
    const link = `${demo.resultsUrl}/results/get/${stage}/00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002`
    const { answer } = await terminal.ask(['results', link, '--data', 'taken', '--limit', '0'])
    expect(answer).toEqual(await read('--limit', '0'))
  })

  test('without --json a table for people comes on stdout and the count on stderr', async () => {
    const { code, stdout, stderr } = await terminal.run(['results', stage, '--data', 'taken', '--limit', '3'])
    expect(code).toBe(0)
    expect(stdout.split('\n')).toHaveLength(5)
    expect(stdout).toMatch(/^distance +category/u)
    expect(stderr).toMatch(/^3 of [0-9]+ rows\n$/u)
  })

  test.each([
    ['a category that is not there', ['results', '--category', 'nobody'], 2, 'not-found'],
    ['a folder that is not there', ['export', '--format', 'csv', '--out', 'nowhere/x.csv'], 5, 'file'],
    ['a folder in the place of the file', ['export', '--format', 'csv', '--out', 'taken'], 5, 'file'],
    ['an unknown preset', ['export', '--format', 'csv', '--preset', 'fr', '--out', 'x.csv'], 2, 'not-found'],
    ['no --out', ['export', '--format', 'csv'], 2, 'invalid-input'],
  ])('%s fails by its class and leaves no file', async (_, [verb = '', ...flags], code, kind) => {
    const before = await readdir(terminal.home())
    const ended = await terminal.ask([verb, stage, ...flags, '--data', 'taken'])
    expect(ended).toMatchObject({ code, answer: { ok: false, error: { kind } } })
    if (kind === 'file') expect(ended.stderr).toContain('folder')
    expect(await readdir(terminal.home())).toEqual(before)
  })

  test.each([
    ['a stage that the service does not know', { text: '00000000-0000-4000-8000-00000000dead' }, 3, /http|refused/u],
    ['text that is no stage', { text: 'my race' }, 2, /invalid-input/u],
    ['empty keys, which are no keys', { env: keysOf('', '') }, 4, /key-missing/u],
    ['a wrong access key', { env: keysOf('wrong-key-1', 'wrong-key-2') }, 4, /key-rejected/u],
    ['a service that is gone', { base: 'http://127.0.0.1:9' }, 3, /offline/u],
    ['plain http to another machine', { base: 'http://example.org' }, 2, /invalid-input/u],
  ])(
    'take with %s fails with its exit code',
    async (_, changed: { text?: string; env?: Record<string, string>; base?: string }, code, kind) => {
      const urls = flagsOf({ url: changed.base ?? demo.url, resultsUrl: demo.resultsUrl })
      const env = changed.env ?? keys()
      const args = ['take', changed.text ?? stage, ...urls, '--data', 'failing']
      const { stderr, answer, ...ended } = await terminal.ask<Failure>(args, { env })
      expect({ code: ended.code, ok: answer.ok }).toEqual({ code, ok: false })
      expect(answer.error.kind).toMatch(kind)
      expect(stderr).not.toMatch(/wrong-key|\n +at /u)
      expect(stderr).not.toBe('')
    },
  )
})

describe('a service of which a part fails', () => {
  test('a category that fails leaves 1, keeps its error and its stored rows, and the others are done', async () => {
    const race = closing(await startRaceService('good', 'bad', 'empty', 'odd'))
    for (const name of ['good', 'bad']) race.answer(name, bytesOf(inEnvelope([{ number: 1, name: 'A' }])))
    race.answer('empty', bytesOf(inEnvelope([])))
    race.answer('odd', bytesOf('<rows/>'))
    const first = await terminal.take(race, '--data', 'part')
    expect(first.answer.categories[3]).toMatchObject({ outcome: 'no-rows', error: { syntax: { root: 'rows' } } })
    const { stderr } = await terminal.run(['audit', race.stage, '--data', 'part'])
    expect(stderr).toContain('10 km / odd: The reply is XML (rows, line 1, column 1)')
    race.answer('bad', bytesOf('{"isSuccess":false,"message":"recalculating","data":null}', 500))
    const args = ['take', race.stage, ...flagsOf(race), '--data', 'part']
    const { code, answer } = await terminal.ask<TakeAnswer>(args, { env: environmentKeys })
    expect([code, answer.rows]).toEqual([1, 2])
    expect(answer.categories.map(({ category, outcome, rows }) => [category, outcome, rows])).toEqual([
      ['good', 'unchanged', 1],
      ['bad', 'failed', 1],
      ['empty', expect.stringMatching(/no-rows|unchanged/u), 0],
      ['odd', expect.stringMatching(/no-rows|unchanged/u), 0],
    ])
    const bad = answer.categories[1]
    expect(bad?.error).toMatchObject({ kind: 'refused-by-service', message: 'recalculating' })
    expect(race.results.requests.map(({ url }) => url)).toContainEqual(
      expect.stringMatching(new RegExp(`${bad?.guid}$`)),
    )
  })

  test('every category failing is still done in part, since the links are known', async () => {
    const race = closing(await startRaceService('a', 'b'))
    race.answer('a', bytesOf('null', 404))
    race.answer('b', bytesOf('{"isSuccess":false,"message":"no","data":null}'))
    const args = ['take', race.stage, ...flagsOf(race), '--data', 'all-failed']
    const { code, answer } = await terminal.ask<TakeAnswer>(args, { env: environmentKeys })
    expect([code, answer.categories.map(({ outcome }) => outcome)]).toEqual([1, ['failed', 'failed']])
  })
})
