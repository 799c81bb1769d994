import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PromoPreviewAnswer } from '../../../main/cli/verbs/promo.ts'
import type { DemoService } from '../../../main/demo/demoService.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { closing } from '../../support/atEnd.ts'
import { promoPath } from '../../support/promoRig.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { startHostileServer } from '../../support/services/hostileServer.ts'
import { flagsOf, useTerminal, type Service } from '../../support/terminalRig.ts'

type Failure = { readonly ok: false; readonly error: AppError }

const terminal = useTerminal()
let data = ''
let demo: DemoService
let race = ''
beforeAll(async () => {
  demo = closing(await startOrFail({}))
  race = demo.races[0] ?? ''
})
beforeEach(async () => {
  data = await mkdtemp(join(terminal.home(), 'data-'))
})

const fileOf = async (content: string | Uint8Array): Promise<string> => {
  const path = join(data, 'codes.csv')
  await writeFile(path, content)
  return path
}
const wordsOf = (args: readonly string[], service: Service = demo) =>
  ['promo', 'set', ...args].concat(flagsOf(service), '--data', data)
const keys = () => ({ env: { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: 'some-results-key' } })
const promo = <T>(args: readonly string[], service?: Service) => terminal.ask<T>(wordsOf(args, service), keys())
const promoInWords = (args: readonly string[], service?: Service) => terminal.run(wordsOf(args, service), keys())

test('without --yes the exact request is shown and nothing is sent', async () => {
  const file = await fileOf('code;percent\nSPRING;10,5%\nрun;100\n')
  const { code, answer } = await promo<PromoPreviewAnswer>([race, '--file', file])
  expect(code).toBe(0)
  expect(answer).toMatchObject({
    sent: false,
    count: 2,
    codes: [
      { value: 'SPRING', discountPercent: '10.5' },
      { value: 'рun', discountPercent: '100' },
    ],
    request: { method: 'POST', url: `${demo.url}${promoPath}?raceGuid=${race}` },
    comparison: null,
    lastAttempt: null,
  })
  expect(JSON.parse(answer.request?.body ?? '')).toEqual({
    items: [
      { value: 'SPRING', discountPercent: 10.5 },
      { value: 'рun', discountPercent: 100 },
    ],
  })
  expect(answer.lines[1]?.verdicts.map(({ code: verdict }) => verdict)).toEqual(['mixed-alphabets', 'full-discount'])
  expect(demo.promoCodes(race)).toEqual([])

  const people = await promoInWords([race, '--file', file])
  expect(people.code).toBe(0)
  expect(people.stdout).toContain(`POST ${demo.url}${promoPath}?raceGuid=${race}`)
  expect(people.stdout).toContain('may replace')
  expect(people.stdout).toContain('--yes')
  expect(demo.promoCodes(race)).toEqual([])
})

test('with --yes the codes are sent, and the next preview compares with them', async () => {
  const file = await fileOf('SPRING,10\nAUTUMN,20')
  expect(await promo([race.toUpperCase(), '--file', file, '--yes'])).toMatchObject({
    code: 0,
    answer: { ok: true, value: { state: 'accepted', count: 2, affected: 2, race } },
  })
  expect(demo.promoCodes(race).map(({ value }) => value)).toEqual(['SPRING', 'AUTUMN'])

  await fileOf('SPRING,15\nWINTER,20')
  const next = await promo<PromoPreviewAnswer>([race, '--file', file])
  expect(next.answer.comparison).toMatchObject({
    added: [{ value: 'WINTER' }],
    removed: [{ value: 'AUTUMN' }],
    changed: [{ value: 'SPRING', before: '10', after: '15' }],
  })
})

test('wrong lines are reported by number, in JSON and in words, and --yes sends none', async () => {
  const before = demo.promoCodes(race)
  const file = await fileOf('code\tpercent\nRUN\t10\nRUN\t10\n\t5\nGUN\tten\nFUN\t101\n')
  const { code, stderr, answer } = await promo<Failure>([race, '--file', file, '--yes'])
  expect(code).toBe(2)
  const { error } = answer
  expect(error.kind === 'invalid-input' ? error.issues.map(({ path }) => path) : error).toEqual([
    'line 3',
    'line 4',
    'line 5',
    'line 6',
  ])
  expect(stderr).toContain('line 3: the same code as on line 2')
  expect(demo.promoCodes(race)).toEqual(before)
})

test.each([
  ['a race that is no GUID', ['spring', '--file', 'codes.csv'], 2, 'invalid-input'],
  ['no file', [], 2, 'invalid-input'],
  ['a file that is not there', ['--file', '/nowhere/codes.csv'], 5, 'file'],
])('%s is refused before anything is asked', async (_, args, exit, kind) => {
  const { code, answer } = await promo<Failure>([...(args[0] === 'spring' ? [] : [race]), ...args, '--yes'])
  expect({ code, kind: answer.error.kind }).toEqual({ code: exit, kind })
})

test('a file without a code is refused, since it would remove all codes of the race', async () => {
  const error = { kind: 'invalid-input', issues: [{ path: '--file' }] }
  for (const content of ['code;percent\n', Uint8Array.from([0x50, 0x4b, 3, 4, 0])]) {
    const ended = await promo([race, '--file', await fileOf(content), '--yes'])
    expect(ended).toMatchObject({ code: 2, answer: { ok: false, error } })
  }
})

test('a Windows-1251 file with semicolons from Russian Excel is sent correctly', async () => {
  const cyrillic = [0xd1, 0xd2, 0xc0, 0xd0, 0xd2]
  const file = await fileOf(Uint8Array.from([...cyrillic, ...Buffer.from(';12,5\r\n')]))
  const { code } = await promo([race, '--file', file, '--yes'])
  expect(code).toBe(0)
  expect(demo.promoCodes(race)).toEqual([{ value: 'СТАРТ', discountPercent: 12.5 }])
})

test('a service lost after the request gives an unknown outcome, one request, and a note in the next run', async () => {
  const service = closing(await startHostileServer())
  service.script(promoPath, (response) => response.destroy())
  const file = await fileOf('RUN;5')
  const urls = { url: service.url, resultsUrl: service.url }
  const lost = { code: 3, answer: { ok: false, error: { kind: 'outcome-unknown' } } }
  expect(await promo([race, '--file', file, '--yes'], urls)).toMatchObject(lost)
  expect(service.requests).toHaveLength(1)
  const next = await promo<PromoPreviewAnswer>([race, '--file', file], urls)
  expect(next.answer.lastAttempt).toMatchObject({ state: 'unknown', count: 1 })
  const people = await promoInWords([race, '--file', file], urls)
  expect(people.stdout).toContain('check the codes on the service before sending again')
  expect(service.requests).toHaveLength(1)
})
