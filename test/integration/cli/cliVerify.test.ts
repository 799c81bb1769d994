import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { environmentKeys } from '../../support/openCore.ts'
import { rowsOf, startRaceService, type RaceService } from '../../support/services/raceService.ts'
import { runTerminal, startTerminal, type Ended } from '../../support/processes/terminal.ts'

let home = ''
let race: RaceService
const run = (...args: readonly string[]): Promise<Ended> => runTerminal(home, args, { env: environmentKeys })
const service = (): readonly string[] => ['--base-url', race.url, '--results-url', race.resultsUrl, '--data', 'data']
const count = (text: string, word: string): number => text.split(word).length - 1

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-verify-'))
  race = await startRaceService('Men', 'Women')
  await run('take', race.stage, ...service())
})
afterAll(async () => {
  await race.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

it('verify answers with one word, by the receipt beside the file or by the data folder, and with its exit code', async () => {
  const path = join(home, 'unchanged results.csv')
  const out = ['--format', 'csv', '--out', path, '--data', 'data', '--json']
  const exported = await run('export', race.stage, ...out, '--receipt')
  expect(exported.code).toBe(0)
  const answer: unknown = JSON.parse(exported.stdout)
  const receipt: { readonly file: { readonly sha256: string } } = JSON.parse(
    await readFile(`${path}.receipt.json`, 'utf8'),
  )
  expect(answer).toMatchObject({ sha256: receipt.file.sha256 })
  const same = await run('verify', path, '--data', 'elsewhere', '--json')
  expect([same.code, JSON.parse(same.stdout)]).toEqual([0, expect.objectContaining({ verdict: 'unchanged' })])
  await rm(`${path}.receipt.json`)
  const words = await run('verify', 'unchanged results.csv', '--data', 'data')
  expect([words.code, count(words.stdout + words.stderr, 'unchanged')]).toEqual([0, 1])
  const stranger = await run('verify', path, '--data', 'elsewhere', '--json')
  expect([stranger.code, JSON.parse(stranger.stdout)]).toEqual([1, expect.objectContaining({ verdict: 'unknown' })])
  await appendFile(path, '\r\n')
  const changed = await run('verify', path, '--data', 'data', '--json')
  expect([changed.code, JSON.parse(changed.stdout)]).toEqual([1, expect.objectContaining({ verdict: 'changed' })])
  const changedWords = await run('verify', path, '--data', 'data')
  expect([changedWords.code, count(changedWords.stdout + changedWords.stderr, 'changed')]).toEqual([1, 1])
})

it('verify of what is not there is a failure of files, and of a folder one of usage', async () => {
  const gone = await run('verify', 'gone.csv', '--data', 'data', '--json')
  expect([gone.code, JSON.parse(gone.stdout)]).toEqual([
    5,
    { ok: false, error: { kind: 'file', reason: 'missing', path: 'gone.csv' } },
  ])
  const folder = await run('verify', home, '--data', 'data', '--json')
  expect([folder.code, JSON.parse(folder.stdout)]).toMatchObject([2, { ok: false, error: { kind: 'invalid-input' } }])
})

it('a huge or binary receipt does not prevent the answer', async () => {
  const path = join(home, 'odd.csv')
  await writeFile(path, 'a')
  await writeFile(`${path}.receipt.json`, Buffer.alloc(70_000_000, 0xff))
  const odd = await run('verify', path, '--data', 'data', '--json')
  expect([odd.code, JSON.parse(odd.stdout)]).toMatchObject([1, { verdict: 'unknown', isReceiptUnreadable: true }])
})

it.skipIf(process.platform === 'win32')(
  'verify ends at once for a pipe in place of a file or its receipt',
  async () => {
    const [path, pipe] = [join(home, 'beside.csv'), join(home, 'pipe.csv')]
    await writeFile(path, 'a')
    for (const made of [pipe, `${path}.receipt.json`]) execFileSync('mkfifo', [made])
    const [beside, piped, opened] = await Promise.all([
      run('verify', path, '--data', 'data', '--json'),
      run('verify', pipe, '--data', 'data', '--json'),
      run('open', pipe, '--data', 'data', '--json'),
    ])
    expect([beside.code, JSON.parse(beside.stdout)]).toMatchObject([
      1,
      { verdict: 'unknown', isReceiptUnreadable: true },
    ])
    expect([piped.code, JSON.parse(piped.stdout)]).toMatchObject([2, { error: { kind: 'invalid-input' } }])
    expect([opened.code, JSON.parse(opened.stdout)]).toMatchObject([5, { error: { kind: 'capsule-refused' } }])
  },
)

// Windows ends a process without asking it, in the middle of a file.
it.skipIf(process.platform === 'win32')('watch writes files with receipts until it is stopped', async () => {
  race.answer('Men', rowsOf('Men', 5))
  const folder = join(home, 'files', 'live')
  const args = ['--export-to', 'files/live', '--format', 'csv', '--receipt']
  const watch = startTerminal(home, ['watch', race.stage, ...service(), ...args], { env: environmentKeys })
  const lines = async (): Promise<number> => {
    const name = (await readdir(folder).catch(() => [])).find((found) => found.endsWith('Men.csv')) ?? ''
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    return text.trimEnd().split('\r\n').length
  }
  await expect.poll(lines, { timeout: 25_000, interval: 50 }).toBe(6)
  watch.child.kill('SIGTERM')
  expect(await watch.ended).toMatchObject({ code: 0, stderr: '' })
  const names = ['Men.csv', 'Men.csv.receipt.json', 'Women.csv', 'Women.csv.receipt.json']
  expect((await readdir(folder)).toSorted().map((name) => name.replace(/^.* - /u, ''))).toEqual(names)
})

it('watch without --export-to refuses flags of files', async () => {
  const refused = await run('watch', race.stage, ...service(), '--format', 'csv', '--json')
  expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([2, { error: { kind: 'invalid-input' } }])
})
