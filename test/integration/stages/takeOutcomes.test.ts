import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import { closing } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { startHostileServer, type Script } from '../../support/services/hostileServer.ts'
import { encodeText } from '../../support/files/encodeText.ts'
import { addStage, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, envelope, rowsOf, runner, sendJson, type RaceService } from '../../support/services/raceService.ts'

const cores = useCores(afterAll)
let core: OpenCore
let race: RaceService

beforeAll(async () => {
  core = await cores.open()
})
beforeEach(async () => {
  race = await cores.race('Asked', 'Other')
})

const rigOf = (open: OpenCore, stage: StageGuid) => {
  const categories = async (): Promise<readonly Category[]> =>
    (await open.call('stage:tree', { stage })).distances.flatMap((distance) => distance.categories)
  return {
    ...open,
    stage,
    categories,
    asked: async (): Promise<Category> => {
      const category = (await categories()).find(({ name }) => name === 'Asked')
      if (category === undefined) throw new Error('the category is gone')
      return category
    },
    take: (script?: Script) => {
      if (script !== undefined) race.answer('Asked', script)
      return open.take(stage)
    },
    page: (search = '') => open.call('results:page', { stage, search, offset: 0, limit: 100 }),
  }
}

const openStage = async () => rigOf(core, (await addStage(core, race)).stage)

const unexpected = { outcome: 'no-rows', error: { kind: 'unexpected-reply' } }
const offline: Script = (response) => response.destroy()
const cutOff: Script = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"isSuccess":true,"data":[{"number":1}', () => response.destroy())
}
const noText = Buffer.from([0x5b, 0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x01, 0x22, 0x7d, 0x5d])
const compressed = Buffer.from([0x1f, 0x8b, 8, 0, 0x1b, 0x9b, 0x41])
type Ending = { readonly outcome: string; readonly error: unknown }

const failed = (error: object): Ending => ({ outcome: 'failed', error })
const notRead = (bodyStart: string): Ending => ({
  outcome: 'no-rows',
  error: { kind: 'unexpected-reply', bodyStart },
})
const faulty = (language: string, line: number, column: number): Ending => ({
  outcome: 'no-rows',
  error: { kind: 'unexpected-reply', syntax: { language, line, column } },
})
const empty: Ending = { outcome: 'no-rows', error: null }
const notYet = { kind: 'refused-by-service', message: 'Not yet', status: 200 }

const bad: readonly (readonly [string, Script, Ending])[] = [
  ['an empty list', bytesOf('{"isSuccess":true,"message":null,"data":[]}'), empty],
  ['an empty body', bytesOf(''), unexpected],
  ['HTML', bytesOf('<!doctype html><h1>Login</h1>', 200, 'text/html'), unexpected],
  ['a comma too many', bytesOf('[{"number":1},\r\n{"number":2},\r\n]'), faulty('json', 3, 1)],
  ['XML', bytesOf('<?xml version="1.0"?>\n<ResultList/>', 200, 'application/xml'), faulty('xml', 2, 1)],
  ['null for data', bytesOf('{"isSuccess":true,"data":null}'), unexpected],
  ['bytes other than text', bytesOf(noText), notRead('[{"a":"\ufffd\ufffd "}]')],
  ['a compressed body that says so to nobody', bytesOf(compressed), notRead(' \ufffd   \ufffdA')],
  ['a refusal', bytesOf('{"isSuccess":false,"message":"Not yet","data":null}'), failed(notYet)],
  ['500', bytesOf('oops', 500, 'text/plain'), failed({ kind: 'http', status: 500, bodyStart: 'oops' })],
  ['a part of a list', bytesOf('[{"number":1}]', 206), failed({ kind: 'http', status: 206 })],
  ['"not modified" without being asked for it', bytesOf('', 304), failed({ kind: 'http', status: 304 })],
  ['a dropped connection', offline, failed({ kind: 'offline' })],
  ['a body that breaks off', cutOff, failed({ kind: 'offline' })],
]

it.each(bad)('tells that %s came, keeps the rows it has, and harms no other category', async (_, script, ending) => {
  const { take, asked, page } = await openStage()
  await take(script)
  const first = { ...ending, rows: 0, fetchedAt: null, hasBody: ending.outcome === 'no-rows' }
  expect(await asked()).toMatchObject(first)
  expect((await page()).total).toBe(3)

  await take(rowsOf('Asked', 3))
  const before = await asked()
  race.answer('Other', rowsOf('Other', 5))
  const failures = ending.outcome === 'failed' ? 1 : 0
  for (let time = 1; time <= 2; time += 1) {
    const state = failures === 0 ? 'done' : 'partial'
    expect(await take(script)).toMatchObject({ state, done: 2, failed: failures })
    expect(await asked()).toMatchObject({ ...ending, rows: 3, fetchedAt: before.fetchedAt })
  }
  const { rows, total } = await page()
  expect([rows.filter(({ category }) => category === before.id).length, total]).toEqual([3, 8])

  expect(await take(rowsOf('Asked', 4))).toMatchObject({ state: 'done' })
  expect(await asked()).toMatchObject({ outcome: 'done', error: null, rows: 4 })
})

it('keeps the age of confirmed rows when the next download fails, and reports an unreachable host once', async () => {
  let nowMs = Date.parse('2026-05-16T10:00:00.000Z')
  const own = await cores.open({ outside: { clock: () => nowMs } })
  const { take, asked } = rigOf(own, (await addStage(own, race)).stage)
  const takeLater = async (script?: Script) => {
    nowMs += 60_000
    await take(script)
    return { ...(await asked()), stage: (await own.call('stage:list', {}))[0] }
  }
  await take()
  const { confirmedAt } = await takeLater()
  expect(confirmedAt).toBe(new Date(nowMs).toISOString())
  const kept = { confirmedAt, stage: { confirmedAt, problems: 0 } }
  expect(await takeLater(offline)).toMatchObject({ outcome: 'failed', ...kept })
  expect(await takeLater(bytesOf('[]'))).toMatchObject({ outcome: 'no-rows', confirmedAt, stage: { confirmedAt } })
  const rejected = { outcome: 'failed', confirmedAt, stage: { confirmedAt, problems: 1 } }
  expect(await takeLater(bytesOf('', 401))).toMatchObject(rejected)
  expect((await takeLater(rowsOf('Asked', 3))).confirmedAt).toBe(new Date(nowMs).toISOString())
})

it.each([
  ['windows-1251', 'text/csv; charset=windows-1251', (text: string) => encodeText(text, 'windows-1251')],
  ['UTF-16', 'text/csv', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
] as const)(
  'reads a body in %s again in the charset that it names or begins with, rows, changes, body and all',
  async (_, type, encode) => {
    const body = (result: string): Script =>
      bytesOf(encode(`Место;Номер;Имя;Результат\r\n1;007;Пётр Ёж;${result}\r\n2;08;Ян Ли;1:00:01,5\r\n`), 200, type)
    const { take, asked, page, call, stage } = await openStage()
    await take(body('59:00'))
    const category = await asked()
    expect(category).toMatchObject({ outcome: 'done', error: null, rows: 2 })
    await take(body('58:00'))
    expect((await page('петр еж')).rows.map(({ cells }) => cells.slice(0, 4))).toEqual([
      ['1', '007', 'Пётр Ёж', '58:00'],
    ])
    const { changes } = await call('results:changes', { stage, offset: 0, limit: 9 })
    expect(changes).toMatchObject([{ type: 'result', name: 'Пётр Ёж', before: '59:00', after: '58:00' }])
    expect((await call('results:raw', { category: category.id })).text).toContain('Пётр Ёж')
  },
)

it('finds the rows of a body that comes again with the charset that it lacked', async () => {
  const body = encodeText('Место;Номер;Имя;Результат\n1;007;Пётр Ёж;59:00\n2;08;Ян Ли;1:00:01\u0001\n', 'windows-1251')
  const { take, asked, page } = await openStage()
  await take(bytesOf(body, 200, 'text/csv'))
  expect(await asked()).toMatchObject({ outcome: 'no-rows' })
  await take(bytesOf(body, 200, 'text/csv; charset=windows-1251'))
  expect(await asked()).toMatchObject({ outcome: 'done', error: null, rows: 2 })
  expect((await page('петр еж')).total).toBe(1)
})

it.each([
  ['windows-1250', 'Miejsce,Numer,Imię,Czas\n1,7,Łucja Świerk,59:00\n2,8,Józef Dąb,1:00:01\n', 'swierk'],
  ['koi8-r', '[{"bib":7,"name":"Ель Юрий"},{"bib":8,"name":"Дуб Игорь"}]', 'ель юрий'],
])('decides by the text that a body without a charset is in %s', async (charset, body, search) => {
  const { take, asked, page, call } = await openStage()
  await take(bytesOf(encodeText(body, charset), 200, 'text/csv'))
  const category = await asked()
  expect(category).toMatchObject({ outcome: 'done', rows: 2, charset: { name: charset, by: 'guessed' } })
  expect((await page(search)).total).toBe(1)
  expect((await call('results:raw', { category: category.id })).text).toBe(body)
})

it('judges a message in an 8-bit charset a message, and shows its words', async () => {
  const bodyStart = 'Сервис недоступен, попробуйте позже'
  const { take, asked } = await openStage()
  await take(bytesOf(encodeText(bodyStart, 'windows-1251'), 200, 'text/plain'))
  expect(await asked()).toMatchObject({ outcome: 'no-rows', rows: 0, error: { kind: 'unexpected-reply', bodyStart } })
})

it('shows the body in which no rows were found, as it came', async () => {
  const { take, asked, call } = await openStage()
  await take()
  const raw = async () => await call('results:raw', { category: (await asked()).id })
  expect((await raw()).text).toContain('"lastName":"Asked 1"')
  const contentType = 'text/html; charset=utf-8'
  const text = '<h1>Сбой</h1>'
  await take(bytesOf(text, 200, contentType))
  expect(await raw()).toMatchObject({ text, isCut: false, sizeBytes: 17, status: 200, contentType })
  const long = JSON.stringify({ text: 'x'.repeat(1_200_000) })
  await take(bytesOf(long))
  const cut = await raw()
  expect([cut.isCut, cut.text.length, cut.sizeBytes]).toEqual([true, 1_000_000, long.length])
})

it('keeps saying why there are no rows when the same body comes again after a failure', async () => {
  const login = bytesOf('<h1>Login</h1>', 200, 'text/html')
  const { take, asked } = await openStage()
  for (const script of [login, bytesOf('', 500), login]) await take(script)
  expect(await asked()).toMatchObject(unexpected)
})

it('says how many rows a page left out, until the whole list comes', async () => {
  const some =
    (count: number, total: number): Script =>
    (response) =>
      sendJson(response, envelope({ items: Array.from({ length: count }, (_, at) => runner('Asked', at)), total }))
  const { take, asked } = await openStage()
  const incomplete = { rows: 3, total: 10 }
  await take(some(3, 10))
  expect(await asked()).toMatchObject({ outcome: 'done', rows: 3, incomplete })
  await take()
  expect(await asked()).toMatchObject({ outcome: 'unchanged', incomplete })
  await take(some(10, 10))
  expect(await asked()).toMatchObject({ outcome: 'done', rows: 10, incomplete: null })
})

const badLinks: readonly (readonly [string, Script, string])[] = [
  ['500', bytesOf('oops', 500), 'http'],
  ['a refusal', bytesOf('{"isSuccess":false,"message":"no","data":null}'), 'refused-by-service'],
  ['an envelope without links', bytesOf('{"isSuccess":true,"data":{}}'), 'unexpected-reply'],
  ['no links where there were some', bytesOf('{"isSuccess":true,"data":{"distances":[]}}'), 'unexpected-reply'],
  ['a dropped connection', offline, 'offline'],
]

it.each(badLinks)('leaves the tree as it is and asks for no results when the links are %s', async (_, script, kind) => {
  const { take, call, stage } = await openStage()
  await take()
  const before = await call('stage:tree', { stage })
  race.forget()
  race.answerLinks(script)
  expect(await take()).toMatchObject({ state: 'failed', error: { kind } })
  expect(await call('stage:tree', { stage })).toEqual(before)
  expect(race.asked()).toEqual([])
})

it('takes a stage that has no categories yet for what it is', async () => {
  race.list()
  expect(await (await openStage()).take()).toMatchObject({ state: 'done', done: 0, total: 0 })
})

it('adds no checked stage that the service does not know, but one of which the service says nothing', async () => {
  const { profileId } = await addStage(core, race)
  const text = '5f0c7a52-0000-4000-8000-00000000dead'
  const add = async (script: Script) => {
    race.answerLinks(script)
    return await core.ask('stage:add', { profileId, text, isChecked: true })
  }
  const isListed = async () => (await core.call('stage:list', {})).some(({ guid }) => guid === text)
  expect(await add(bytesOf('', 404))).toMatchObject({ error: { kind: 'http', status: 404 } })
  const refusal = bytesOf('{"isSuccess":false,"message":"no","data":null}')
  expect(await add(refusal)).toMatchObject({ error: { kind: 'refused-by-service' } })
  expect(await isListed()).toBe(false)
  expect(await add(bytesOf('', 500))).toMatchObject({ ok: true })
  expect(await isListed()).toBe(true)
})

it('keeps a category that the links no longer name, with its rows, until they name it again', async () => {
  const { take, asked, page, categories } = await openStage()
  await take()
  race.list('Other', 'New')
  race.forget()
  expect(await take()).toMatchObject({ state: 'done', done: 2, total: 2 })
  expect(race.asked()).not.toContain('Asked')
  const known = (await categories()).map(({ name, isListed, rows }) => `${name} ${isListed} ${rows}`)
  expect(known).toEqual(['Other true 3', 'New true 3', 'Asked false 3'])
  expect((await page()).total).toBe(9)
  const gone = await asked()
  race.list('Asked', 'Other')
  await take()
  expect(await asked()).toMatchObject({ id: gone.id, isListed: true, rows: 3, outcome: 'unchanged' })
})

it('asks nothing at an origin that is not the results service of the profile', async () => {
  const foreign = closing(await startHostileServer())
  race.nameOrigin(foreign.url)
  const { take, asked } = await openStage()
  expect(await take()).toMatchObject({ state: 'partial', failed: 2 })
  expect(await asked()).toMatchObject({ outcome: 'failed', error: { kind: 'wrong-origin' } })
  expect([foreign.requests.length, race.results.requests.length]).toEqual([0, 0])
})

it('asks for confirmation of the results origin that the links name before it sends a key there', async () => {
  const { call, take } = core
  const { profileId, stage } = await addStage(core, { ...race, resultsUrl: null })
  expect(await take(stage)).toMatchObject({ state: 'failed', error: { kind: 'wrong-origin' } })
  expect(race.results.requests).toHaveLength(0)
  const { proposedResultsUrl } = await call('stage:tree', { stage })
  expect(proposedResultsUrl).toBe(race.resultsUrl)
  const profile = { id: profileId, name: 'Confirmed', baseUrl: race.url, resultsUrl: proposedResultsUrl }
  await call('profile:save', { profile })
  expect((await call('stage:tree', { stage })).proposedResultsUrl).toBeNull()
  expect(await take(stage)).toMatchObject({ state: 'done', done: 2 })
})

it('proposes the results origin also when the first category has no link', async () => {
  const linked = { raceGroupCategoryGuid: 'b', resultsUrl: `${race.resultsUrl}/r/b` }
  const categories = [{ raceGroupCategoryGuid: 'a' }, linked]
  race.answerLinks((response) =>
    sendJson(response, envelope({ distances: [{ raceGroupGuid: 'd', displayName: '10 km', categories }] })),
  )
  const { stage } = await addStage(core, { ...race, resultsUrl: null })
  await core.take(stage)
  expect((await core.call('stage:tree', { stage })).proposedResultsUrl).toBe(race.resultsUrl)
})
