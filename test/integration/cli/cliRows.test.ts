import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { json, startStageOfCategories, type StageOfCategories } from '../../support/stageOfCategories.ts'
import { runTerminal } from '../../support/processes/terminal.ts'

let home = ''
let service: StageOfCategories
const keys = { RACEDESK_ACCESS_KEY: 'a-key-of-the-terminal-1', RACEDESK_RESULTS_KEY: 'a-key-of-the-terminal-2' }

const men = [
  { position: 10, number: 1, fullName: 'Ян Ли', club: 'Динамо', resultTime: '59:00' },
  { position: 9, number: 2, fullName: 'Ёж Ив', club: 'ДИНАМО ', resultTime: '1:02:00' },
  { position: null, number: 3, fullName: 'Bo Ek', club: '', resultTime: '' },
]
const women = [{ place: 1, bib: 11, name: 'Анна Ом', team: 'x', club: 'Заря', result: '58:00', wave: 'B' }]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'racedesk-rows-'))
  service = await startStageOfCategories({
    Men: json({ isSuccess: true, data: men }),
    Women: json({ isSuccess: true, data: women }),
  })
  const urls = ['--base-url', service.url, '--results-url', service.url]
  const taken = await runTerminal(home, ['take', service.stage, '--data', home, ...urls, '--json'], { env: keys })
  if (taken.code !== 0) throw new Error(taken.stdout)
})
afterAll(async () => {
  await service.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
})

const results = (...args: string[]) => runTerminal(home, ['results', service.stage, '--data', home, '--json', ...args])

const bibs = async (...args: string[]): Promise<readonly Json[]> => {
  const { code, stdout, stderr } = await results(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const answer = JSON.parse(stdout) as { total: number; rows: readonly { number?: Json; bib?: Json }[] }
  expect(answer.total).toBe(answer.rows.length)
  return answer.rows.map(({ number, bib }) => number ?? bib ?? null)
}

test('--sort goes by value through all categories, and --filter by folded equality', async () => {
  expect(await bibs('--sort', 'place:desc')).toEqual([1, 2, 11, 3])
  expect(await bibs('--sort', 'result')).toEqual([11, 1, 2, 3])
  expect(await bibs('--sort', 'category:desc', '--sort', 'bib:desc')).toEqual([11, 3, 2, 1])
  expect(await bibs('--filter', 'club=динамо', '--sort', 'place')).toEqual([2, 1])
  expect(await bibs('--filter', 'club=')).toEqual([3])
  expect(await bibs('--filter', 'wave=b', '--filter', 'status=ok')).toEqual([11])
})

test('an unknown role or column is invalid input, not an empty answer', async () => {
  for (const args of [
    ['--sort', 'country'],
    ['--filter', 'nope=1'],
    ['--filter', 'club'],
  ]) {
    const { code, stdout } = await results(...args)
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { ok: false, error: { kind: 'invalid-input' } }])
  }
})

test('--people gives one line a person with their categories, and rows stay rows without it', async () => {
  const people = await startStageOfCategories({
    Women: json({ isSuccess: true, data: [{ place: 1, bib: 11, name: 'Анна Ом', result: '58:00' }] }),
    All: json({
      isSuccess: true,
      data: [
        { place: 1, bib: 12, name: 'Bo Ek', result: '57:00' },
        { place: 2, bib: 11, name: 'Анна Ом', result: '58:00' },
      ],
    }),
  })
  try {
    const urls = ['--base-url', people.url, '--results-url', people.url]
    const where = [people.stage, '--data', join(home, 'people')]
    expect((await runTerminal(home, ['take', ...where, ...urls], { env: keys })).code).toBe(0)
    const rows = JSON.parse((await runTerminal(home, ['results', ...where, '--json'])).stdout) as { total: number }
    expect(rows).toMatchObject({ total: 3 })
    expect(rows).not.toHaveProperty('totalRows')
    const asked = await runTerminal(home, ['results', ...where, '--people', '--json'])
    const answer = JSON.parse(asked.stdout) as { rows: readonly Record<string, Json>[] }
    expect(answer).toMatchObject({ total: 2, totalRows: 3 })
    expect(answer.rows.map(({ bib, place, category }) => [bib, place, category])).toEqual([
      [12, 1, 'All'],
      [11, 2, 'All'],
    ])
    expect(answer.rows[1]?.['categories']).toMatchObject([{ category: 'Women' }, { category: 'All' }])
    const printed = await runTerminal(home, ['results', ...where, '--people'])
    expect(printed.stdout).toContain('Women, All')
    expect(printed.stderr).toContain('2 of 2 people, 3 rows')

    const file = join(home, 'people.csv')
    const written = ['export', ...where, '--format', 'csv', '--people', '--out', file]
    expect((await runTerminal(home, written)).code).toBe(0)
    const [head, ...lines] = (await readFile(file, 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(head).toMatch(/^distance,category,categories,/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('10 km: Women; 10 km: All')
    const ndjson = ['export', ...where, '--format', 'ndjson', '--people', '--out', join(home, 'people.ndjson')]
    expect((await runTerminal(home, ndjson)).code).toBe(0)
    const objects = (await readFile(join(home, 'people.ndjson'), 'utf8')).trimEnd().split('\n')
    expect(objects.map((line) => (JSON.parse(line) as { categories: readonly object[] }).categories.length)).toEqual([
      1, 2,
    ])
    const refused = ['export', ...where, '--format', 'xlsx', '--people', '--out', join(home, 'people.xlsx'), '--json']
    const { code, stdout } = await runTerminal(home, refused)
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { issues: [{ path: '--people' }] } }])
  } finally {
    await people.close()
  }
})

test('results print the columns that have a meaning, and others when --columns names them', async () => {
  const print = async (...args: string[]): Promise<string> => {
    const { stdout } = await runTerminal(home, ['results', service.stage, '--data', home, ...args])
    return stdout.split('\n')[0] ?? ''
  }
  const usual = await print()
  expect(usual).toContain('resultTime')
  expect(usual).not.toContain('wave')
  expect(await print('--columns', 'all')).toContain('wave')
  expect((await print('--columns', 'wave,club')).split(/ +/)).toEqual(['distance', 'category', 'wave', 'club'])
  const { code, stdout } = await results('--columns', 'club,nope')
  expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { issues: [{ path: '--columns' }] } }])
  const all = JSON.parse((await results()).stdout) as { columns: readonly string[] }
  expect(all.columns).toContain('wave')
  const named = JSON.parse((await results('--columns', 'club')).stdout) as { columns: readonly string[] }
  expect(named.columns).toEqual(['club'])
})
