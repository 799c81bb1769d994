import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import { createHttpEventService } from '../../../main/platform/http/undiciEventService.ts'
import { useCores } from '../../support/coreRig.ts'
import { startHostileServer, type Script } from '../../support/services/hostileServer.ts'
import { encodeText } from '../../support/files/encodeText.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, envelope, rowsOf, runner, sendJson, type RaceService } from '../../support/services/raceService.ts'

const cores = useCores(afterAll)
let core: OpenCore
let race: RaceService

beforeAll(async () => {
  // Retries as ever, but without waiting between them.
  const eventService = createHttpEventService({ version: '0.0.0-test', retry: { baseMs: 1 } })
  core = await cores.open({ outside: { eventService } })
})
beforeEach(async () => {
  race = await cores.race('Asked', 'Other')
})

const openWithStage = async (): Promise<OpenCore & { readonly stage: StageGuid }> => ({
  ...core,
  stage: (await addStage(core, race)).stage,
})

const categoriesOf = async ({ call }: OpenCore, stage: StageGuid): Promise<readonly Category[]> =>
  (await call('stage:tree', { stage })).distances.flatMap(({ categories }) => categories)

const asked = async (open: OpenCore, stage: StageGuid): Promise<Category> => {
  const category = (await categoriesOf(open, stage)).find(({ name }) => name === 'Asked')
  if (category === undefined) throw new Error('the category is gone')
  return category
}

const unexpected = { outcome: 'no-rows', error: { kind: 'unexpected-reply' } }
const offline: Script = (response) => response.destroy()
const cutOff: Script = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"isSuccess":true,"data":[{"number":1}', () => response.destroy())
}
const noText = Buffer.from([0x5b, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x01, 0x22, 0x7d, 0x5d])
const compressed = Buffer.from([0x1f, 0x8b, 8, 0, 0x1b, 0x9b, 0x41])
const windows1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code < 0x80 ? code : letter === 'Ё' ? 0xa8 : letter === 'ё' ? 0xb8 : code - 0x410 + 0xc0
    }),
  )

type Ending = { readonly outcome: string; readonly error: unknown }

const failed = (error: object): Ending => ({ outcome: 'failed', error })
const notRead = (bodyStart: string): Ending => ({
  outcome: 'no-rows',
  error: { kind: 'unexpected-reply', bodyStart },
})
const empty: Ending = { outcome: 'no-rows', error: null }
const notYet = { kind: 'refused-by-service', message: 'Not yet', status: 200 }

const bad: readonly (readonly [string, Script, Ending])[] = [
  ['an empty list', bytesOf('{"isSuccess":true,"message":null,"data":[]}'), empty],
  ['an empty page', bytesOf('{"isSuccess":true,"data":{"items":[],"total":0}}'), empty],
  ['an empty list alone', bytesOf('[]'), empty],
  ['an empty body', bytesOf(''), unexpected],
  ['no content', bytesOf('', 204), unexpected],
  ['HTML', bytesOf('<!doctype html><h1>Login</h1>', 200, 'text/html'), unexpected],
  ['half of a JSON text', bytesOf('{"isSuccess":true,"data":[{"number":1},{"numb'), unexpected],
  ['a number', bytesOf('5'), unexpected],
  ['null for data', bytesOf('{"isSuccess":true,"data":null}'), unexpected],
  ['a list of texts', bytesOf('{"isSuccess":true,"data":["a","b"]}'), unexpected],
  ['positional lists', bytesOf('[[1,"a"],[2,"b"]]'), unexpected],
  ['bytes other than text', bytesOf(noText), notRead('[{"a":"\ufffd\ufffd "}]')],
  ['a compressed body that says so to nobody', bytesOf(compressed), notRead(' \ufffd   \ufffdA')],
  ['a refusal', bytesOf('{"isSuccess":false,"message":"Not yet","data":null}'), failed(notYet)],
  ['404', bytesOf('{"message":"none"}', 404), failed({ kind: 'http', status: 404, message: 'none' })],
  ['500', bytesOf('oops', 500, 'text/plain'), failed({ kind: 'http', status: 500, bodyStart: 'oops' })],
  ['a part of a list', bytesOf('[{"number":1}]', 206), failed({ kind: 'http', status: 206 })],
  ['a redirect', bytesOf('', 302), failed({ kind: 'http', status: 302 })],
  ['401', bytesOf('', 401), failed({ kind: 'key-rejected', which: 'results', status: 401 })],
  ['"not modified" without being asked for it', bytesOf('', 304), failed({ kind: 'http', status: 304 })],
  ['a dropped connection', offline, failed({ kind: 'offline' })],
  ['a body that breaks off', cutOff, failed({ kind: 'offline' })],
]

it.each(bad)('tells that %s came, keeps the rows it has, and harms no other category', async (_, script, ending) => {
  race.answer('Asked', script)
  const open = await openWithStage()
  await open.take(open.stage)
  const first = { ...ending, rows: 0, fetchedAt: null, hasBody: ending.outcome === 'no-rows' }
  expect(await asked(open, open.stage)).toMatchObject(first)
  expect((await open.call('results:page', { stage: open.stage, offset: 0, limit: 0 })).total).toBe(3)

  race.answer('Asked', rowsOf('Asked', 3))
  await open.take(open.stage)
  const before = await asked(open, open.stage)
  race.answer('Asked', script)
  race.answer('Other', rowsOf('Other', 5))
  const isFailed = ending.outcome === 'failed'
  for (let time = 1; time <= 2; time += 1) {
    expect(await open.take(open.stage)).toMatchObject({
      state: isFailed ? 'partial' : 'done',
      done: 2,
      failed: isFailed ? 1 : 0,
    })
    expect(await asked(open, open.stage)).toMatchObject({ ...ending, rows: 3, fetchedAt: before.fetchedAt })
  }
  const page = await open.call('results:page', { stage: open.stage, offset: 0, limit: 100 })
  expect(page.rows.filter(({ category }) => category === before.id)).toHaveLength(3)
  expect(page.total).toBe(8)

  race.answer('Asked', rowsOf('Asked', 4))
  expect(await open.take(open.stage)).toMatchObject({ state: 'done' })
  expect(await asked(open, open.stage)).toMatchObject({ outcome: 'done', error: null, rows: 4 })
})

it('keeps the age of confirmed rows when the next download fails, and reports an unreachable host once', async () => {
  let nowMs = Date.parse('2026-05-16T10:00:00.000Z')
  const eventService = createHttpEventService({ version: '0.0.0-test', retry: { baseMs: 1 } })
  const open = await cores.open({ outside: { eventService, clock: () => nowMs } })
  const { stage } = await addStage(open, race)
  const takeLater = async () => {
    nowMs += 60_000
    await open.take(stage)
    const [known] = await open.call('stage:list', {})
    return { ...(await asked(open, stage)), stage: known }
  }
  await open.take(stage)
  const { confirmedAt } = await takeLater()
  expect(confirmedAt).toBe(new Date(nowMs).toISOString())
  race.answer('Asked', offline)
  expect(await takeLater()).toMatchObject({ outcome: 'failed', confirmedAt, stage: { confirmedAt, problems: 0 } })
  race.answer('Asked', bytesOf('[]'))
  expect(await takeLater()).toMatchObject({ outcome: 'no-rows', confirmedAt, stage: { confirmedAt } })
  race.answer('Asked', bytesOf('', 401))
  expect(await takeLater()).toMatchObject({ outcome: 'failed', confirmedAt, stage: { confirmedAt, problems: 1 } })
  race.answer('Asked', rowsOf('Asked', 3))
  const last = await takeLater()
  expect(last.confirmedAt).toBe(new Date(nowMs).toISOString())
})

it.each([
  ['windows-1251', 'text/csv; charset=windows-1251', windows1251],
  ['UTF-16', 'text/csv', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
] as const)(
  'reads a body in %s again in the charset that it names or begins with, rows, changes, body and all',
  async (_, type, encode) => {
    const body = (result: string): Buffer =>
      encode(`Место;Номер;Имя;Результат\r\n1;007;Пётр Ёж;${result}\r\n2;08;Ян Ли;1:00:01,5\r\n`)
    race.answer('Asked', bytesOf(body('59:00'), 200, type))
    const open = await openWithStage()
    await open.take(open.stage)
    const category = await asked(open, open.stage)
    expect(category).toMatchObject({ outcome: 'done', error: null, rows: 2 })
    race.answer('Asked', bytesOf(body('58:00'), 200, type))
    await open.take(open.stage)
    const found = await open.call('results:page', { stage: open.stage, search: 'петр еж', offset: 0, limit: 9 })
    expect(found.rows.map(({ cells }) => cells.slice(0, 4))).toEqual([['1', '007', 'Пётр Ёж', '58:00']])
    const changes = await open.call('results:changes', { stage: open.stage, offset: 0, limit: 9 })
    expect(changes.changes).toMatchObject([{ type: 'result', name: 'Пётр Ёж', before: '59:00', after: '58:00' }])
    expect(await open.call('results:raw', { category: category.id })).toMatchObject({
      text: expect.stringContaining('Пётр Ёж'),
    })
  },
)

it('finds the rows of a body that comes again with the charset that it lacked', async () => {
  const body = encodeText('Место;Номер;Имя;Результат\n1;007;Пётр Ёж;59:00\n2;08;Ян Ли;1:00:01\u0001\n', 'windows-1251')
  race.answer('Asked', bytesOf(body, 200, 'text/csv'))
  const open = await openWithStage()
  await open.take(open.stage)
  expect(await asked(open, open.stage)).toMatchObject({ outcome: 'no-rows' })
  race.answer('Asked', bytesOf(body, 200, 'text/csv; charset=windows-1251'))
  await open.take(open.stage)
  expect(await asked(open, open.stage)).toMatchObject({ outcome: 'done', error: null, rows: 2 })
  const found = await open.call('results:page', { stage: open.stage, search: 'петр еж', offset: 0, limit: 9 })
  expect(found.total).toBe(1)
})

it.each([
  ['windows-1251', 'Место;Номер;Имя;Результат\r\n1;7;Ель Юрий;59:00\r\n2;8;Дуб Игорь;1:00:01\r\n', 'ель юрий'],
  ['windows-1250', 'Miejsce,Numer,Imię,Czas\n1,7,Łucja Świerk,59:00\n2,8,Józef Dąb,1:00:01\n', 'swierk'],
  ['shift_jis', '順位\t番号\t氏名\t記録\n1\t7\t松林 竹子\t59:00\n2\t8\t杉山 太郎\t1:00:01\n', '松林'],
  ['koi8-r', '[{"bib":7,"name":"Ель Юрий"},{"bib":8,"name":"Дуб Игорь"}]', 'ель юрий'],
])('decides by the text that a body without a charset is in %s', async (charset, body, search) => {
  race.answer('Asked', bytesOf(encodeText(body, charset), 200, 'text/csv'))
  const open = await openWithStage()
  await open.take(open.stage)
  const category = await asked(open, open.stage)
  expect(category).toMatchObject({ outcome: 'done', rows: 2, charset: { name: charset, by: 'guessed' } })
  const found = await open.call('results:page', { stage: open.stage, search, offset: 0, limit: 9 })
  expect(found.total).toBe(1)
  expect((await open.call('results:raw', { category: category.id })).text).toBe(body)
})

it('judges a message in an 8-bit charset a message, and shows its words', async () => {
  race.answer('Asked', bytesOf(encodeText('Сервис недоступен, попробуйте позже', 'windows-1251'), 200, 'text/plain'))
  const open = await openWithStage()
  await open.take(open.stage)
  expect(await asked(open, open.stage)).toMatchObject({
    outcome: 'no-rows',
    rows: 0,
    error: { kind: 'unexpected-reply', bodyStart: 'Сервис недоступен, попробуйте позже' },
  })
})

it('shows the body in which no rows were found, as it came', async () => {
  const open = await openWithStage()
  await open.take(open.stage)
  const { id } = await asked(open, open.stage)
  expect((await open.call('results:raw', { category: id })).text).toContain('"lastName":"Asked 1"')
  race.answer('Asked', bytesOf('<h1>Сбой</h1>', 200, 'text/html; charset=utf-8'))
  await open.take(open.stage)
  expect(await open.call('results:raw', { category: id })).toMatchObject({
    text: '<h1>Сбой</h1>',
    isCut: false,
    sizeBytes: 17,
    status: 200,
    contentType: 'text/html; charset=utf-8',
  })
  const long = JSON.stringify({ text: 'x'.repeat(1_200_000) })
  race.answer('Asked', bytesOf(long))
  await open.take(open.stage)
  const raw = await open.call('results:raw', { category: id })
  expect([raw.isCut, raw.text.length, raw.sizeBytes]).toEqual([true, 1_000_000, long.length])
})

it('keeps saying why there are no rows when the same body comes again after a failure', async () => {
  race.answer('Asked', bytesOf('<h1>Login</h1>', 200, 'text/html'))
  const open = await openWithStage()
  await open.take(open.stage)
  race.answer('Asked', bytesOf('', 500))
  await open.take(open.stage)
  race.answer('Asked', bytesOf('<h1>Login</h1>', 200, 'text/html'))
  await open.take(open.stage)
  expect(await asked(open, open.stage)).toMatchObject(unexpected)
})

it('says how many rows a page left out, until the whole list comes', async () => {
  const page =
    (count: number, total: number): Script =>
    (response) =>
      sendJson(
        response,
        envelope({ items: Array.from({ length: count }, (_, index) => runner('Asked', index)), total }),
      )
  race.answer('Asked', page(3, 10))
  const open = await openWithStage()
  await open.take(open.stage)
  expect(await asked(open, open.stage)).toMatchObject({ outcome: 'done', rows: 3, incomplete: { rows: 3, total: 10 } })
  await open.take(open.stage)
  expect(await asked(open, open.stage)).toMatchObject({ outcome: 'unchanged', incomplete: { rows: 3, total: 10 } })
  race.answer('Asked', page(10, 10))
  await open.take(open.stage)
  expect(await asked(open, open.stage)).toMatchObject({ outcome: 'done', rows: 10, incomplete: null })
})

const badLinks: readonly (readonly [string, Script, string])[] = [
  ['500', bytesOf('oops', 500), 'http'],
  ['a refused key', bytesOf('', 401), 'key-rejected'],
  ['a refusal', bytesOf('{"isSuccess":false,"message":"no","data":null}'), 'refused-by-service'],
  ['HTML', bytesOf('<h1>Login</h1>', 200, 'text/html'), 'unexpected-reply'],
  ['an envelope without links', bytesOf('{"isSuccess":true,"data":{}}'), 'unexpected-reply'],
  ['no links where there were some', bytesOf('{"isSuccess":true,"data":{"distances":[]}}'), 'unexpected-reply'],
  ['a dropped connection', offline, 'offline'],
]

it.each(badLinks)('leaves the tree as it is and asks for no results when the links are %s', async (_, script, kind) => {
  const open = await openWithStage()
  await open.take(open.stage)
  const before = await open.call('stage:tree', { stage: open.stage })
  race.forget()
  race.answerLinks(script)
  expect(await open.take(open.stage)).toMatchObject({ state: 'failed', error: { kind } })
  expect(await open.call('stage:tree', { stage: open.stage })).toEqual(before)
  expect(race.asked()).toEqual([])
})

it('takes a stage that has no categories yet for what it is', async () => {
  race.list()
  const open = await openWithStage()
  expect(await open.take(open.stage)).toMatchObject({ state: 'done', done: 0, total: 0 })
})

it('keeps a category that the links no longer name, with its rows, until they name it again', async () => {
  const open = await openWithStage()
  await open.take(open.stage)
  race.list('Other', 'New')
  race.forget()
  expect(await open.take(open.stage)).toMatchObject({ state: 'done', done: 2, total: 2 })
  expect(race.asked()).not.toContain('Asked')
  expect((await categoriesOf(open, open.stage)).map(({ name, isListed, rows }) => [name, isListed, rows])).toEqual([
    ['Other', true, 3],
    ['New', true, 3],
    ['Asked', false, 3],
  ])
  expect((await open.call('results:page', { stage: open.stage, offset: 0, limit: 0 })).total).toBe(9)
  const gone = await asked(open, open.stage)
  race.list('Asked', 'Other')
  await open.take(open.stage)
  expect(await asked(open, open.stage)).toMatchObject({ id: gone.id, isListed: true, rows: 3, outcome: 'unchanged' })
})

it('asks nothing at an origin that is not the results service of the profile', async () => {
  const foreign = await startHostileServer()
  race.nameOrigin(foreign.url)
  const open = await openWithStage()
  expect(await open.take(open.stage)).toMatchObject({ state: 'partial', failed: 2 })
  expect(await asked(open, open.stage)).toMatchObject({ outcome: 'failed', error: { kind: 'wrong-origin' } })
  expect([foreign.requests.length, race.results.requests.length]).toEqual([0, 0])
  await foreign.close()
})

it('asks for confirmation of the results origin that the links name before it sends a key there', async () => {
  const open = core
  const { profileId, stage } = await addStage(open, { url: race.url, resultsUrl: null, stage: race.stage })
  expect(await open.take(stage)).toMatchObject({ state: 'failed', error: { kind: 'wrong-origin' } })
  expect(race.results.requests).toHaveLength(0)
  const { proposedResultsUrl } = await open.call('stage:tree', { stage })
  expect(proposedResultsUrl).toBe(race.resultsUrl)
  const profile = { id: profileId, name: 'Confirmed', baseUrl: race.url, resultsUrl: proposedResultsUrl }
  await open.call('profile:save', { profile })
  expect((await open.call('stage:tree', { stage })).proposedResultsUrl).toBeNull()
  expect(await open.take(stage)).toMatchObject({ state: 'done', done: 2 })
})

it('proposes the results origin also when the first category has no link', async () => {
  race.answerLinks((response) => {
    const categories = [
      { raceGroupCategoryGuid: 'a' },
      { raceGroupCategoryGuid: 'b', resultsUrl: `${race.resultsUrl}/r/b` },
    ]
    sendJson(response, envelope({ distances: [{ raceGroupGuid: 'd', displayName: '10 km', categories }] }))
  })
  const open = core
  const { stage } = await addStage(open, { url: race.url, resultsUrl: null, stage: race.stage })
  await open.take(stage)
  expect((await open.call('stage:tree', { stage })).proposedResultsUrl).toBe(race.resultsUrl)
})
