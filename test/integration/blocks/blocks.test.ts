import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import type { BlockDetails } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, Json, ProfileId } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import { closing } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { startOrFail } from '../../support/services/demoCalls.ts'
import { startHostileServer, type HostileServer, type Script } from '../../support/services/hostileServer.ts'
import { addProfile, deliverTo, type OpenCore } from '../../support/openCore.ts'

const cores = useCores(afterAll)
const listPath = '/v3/SitePageBlockTypes/List'
const yearsPath = '/v3/Races/Years'

type Rig = OpenCore & { readonly profileId: ProfileId }

const openFor = async (baseUrl: string, options?: Parameters<typeof cores.open>[0]): Promise<Rig> => {
  const core = options === undefined ? await cores.share() : await cores.open(options)
  return { ...core, profileId: await addProfile(core, baseUrl) }
}

/** A service that answers for block types or years, the last script again and again. */
const serving = async (
  path: string,
  scripts: readonly Script[],
  options?: Parameters<typeof openFor>[1],
): Promise<Rig & { readonly server: HostileServer }> => {
  const server = closing(await startHostileServer())
  server.script(path, (...asked) => scripts[Math.min(asked[2], scripts.length) - 1]?.(...asked))
  return { ...(await openFor(server.url, options)), server }
}

const answering = (path: string, ...bodies: readonly Json[]) =>
  serving(
    path,
    bodies.map((body) => json(body)),
  )

const fetchAll = async ({ call, finished, profileId }: Rig): Promise<Job> => {
  const opening = await call('block:details', { profileId, id: '1' as BlockTypeId, isRefresh: true })
  if (opening.state !== 'fetching') throw new Error('nothing is fetched')
  return await finished(opening.jobId)
}

const details = async ({ call, profileId }: Rig, id: string, snapshot?: number): Promise<BlockDetails> => {
  const named = snapshot === undefined ? {} : { snapshot }
  const opening = await call('block:details', { profileId, id: id as BlockTypeId, ...named })
  if (opening.state !== 'stored') throw new Error('not stored')
  return opening.block
}

const json =
  (data: Json, status = 200): Script =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(data))
const raw =
  (status: number, body = '', headers: { readonly [name: string]: string } = {}): Script =>
  (response) =>
    response.writeHead(status, headers).end(body)
const succeeding = (data: Json): Json => ({ isSuccess: true, message: null, data })
const page = (items: readonly Json[], more: { readonly [field: string]: Json } = {}): Json =>
  succeeding({ items, total: items.length, offset: 0, limit: 100, ...more })

const light = (id: number, groupName = 'Headers', orderPriority = id): { readonly [field: string]: Json } => ({
  id,
  displayName: `Block ${id}`,
  groupName,
  isModificator: id % 2 === 0,
  orderPriority,
})
const heavy = (id: number, css = `.b${id} {}`): { readonly [field: string]: Json } => ({
  ...light(id),
  configuration: { ui: {}, defaultData: { id }, controls: [] },
  template: `<p>${id}</p>`,
  css,
  js: '',
})

describe('block types of the demo service', () => {
  const demo = async (options: Parameters<typeof cores.open>[0] = {}) => {
    const service = closing(await startOrFail({}))
    const env = { RACEDESK_ACCESS_KEY: service.accessKey, RACEDESK_RESULTS_KEY: service.resultsKey }
    return { service, rig: await openFor(service.url, { env, ...options }) }
  }

  it('are listed with light fields, opened with one request for all details, and readable without a network afterwards', async () => {
    const { service, rig } = await demo()
    const { call, profileId } = rig
    expect(await call('block:list', { profileId })).toMatchObject({ types: [], snapshot: null, whole: null })
    const list = await call('block:list', { profileId, isRefresh: true })
    expect(list).toMatchObject({ total: 13, isReordered: false, whole: null, snapshot: { depth: 'overview' } })
    const groups = list.types.map(({ group }) => group).filter((group, at, all) => group !== all[at - 1])
    expect(groups.join()).toBe('Обложки,Оформление,Соревнование,Текст и медиа,Участникам')
    expect(list.types.filter(({ isWrapping }) => isWrapping).map(({ id }) => id)).toEqual(['201', '202', '203'])

    const opening = await call('block:details', { profileId, id: '304' as BlockTypeId })
    if (opening.state !== 'fetching') throw new Error('the first opening fetches')
    const job = await rig.finished(opening.jobId)
    expect(job).toMatchObject({ kind: 'blocks', stage: null, title: 'Organizer', state: 'done' })
    expect(job.done).toBeGreaterThan(10_000)
    await service.close()

    const block = await details(rig, '304')
    expect(block.received['template']).toContain('<script>')
    expect(block.sizesBytes.css).toBe(Buffer.byteLength(String(block.received['css'])))
    expect(block.preview, 'a face without a screen gets no address').toBeNull()
    expect(await call('block:list', { profileId })).toMatchObject({ total: 13, whole: { types: 13, depth: 'whole' } })
    const unknown = await rig.ask('block:details', { profileId, id: '999' })
    expect(unknown).toMatchObject({ error: { kind: 'not-found', what: 'block type' } })
    expect(await rig.ask('block:list', { profileId, isRefresh: true })).toMatchObject({ error: { kind: 'offline' } })
    expect(await call('block:list', { profileId })).toMatchObject({ total: 13 })
  })

  it('are exported as a zip with a folder per type, also a single one', async () => {
    const folder = await cores.folder()
    const out = join(folder, 'blocks.zip')
    const { rig } = await demo({ delivery: deliverTo(out) })
    const { call, profileId, finished } = rig
    expect(await rig.ask('block:export', { profileId })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    await fetchAll(rig)
    const started = await call('block:export', { profileId })
    const job = await finished(started?.jobId ?? ('' as Job['id']))
    expect(job).toMatchObject({ state: 'done', done: 13, total: 13, file: { rows: 13, unit: 'blocks', path: out } })
    const files = unzipSync(await readFile(out))
    expect(Object.keys(files)).toHaveLength(13 * 4)
    const { received } = await details(rig, '203')
    expect(strFromU8(files['203 Вкладки/template.html'] ?? new Uint8Array())).toBe(received['template'])
    expect(strFromU8(files['203 Вкладки/style.css'] ?? new Uint8Array())).toBe(received['css'])
    expect(strFromU8(files['203 Вкладки/script.js'] ?? new Uint8Array())).toBe(received['js'])
    expect(JSON.parse(strFromU8(files['203 Вкладки/block.json'] ?? new Uint8Array()))).toEqual(received)

    const one = await call('block:export', { profileId, id: '203' as BlockTypeId })
    expect(await finished(one?.jobId ?? ('' as Job['id']))).toMatchObject({ state: 'done', file: { rows: 1 } })
    expect(Object.keys(unzipSync(await readFile(out))).toSorted()).toEqual(
      ['block.json', 'script.js', 'style.css', 'template.html'].map((name) => `203 Вкладки/${name}`),
    )
  })
})

it('asks by one POST with the fields, retried like a read, without heavy fields for an overview', async () => {
  const { server, ...rig } = await serving(listPath, [raw(503), json(page([light(1)]))])
  await rig.call('block:list', { profileId: rig.profileId, isRefresh: true })
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(2).fill(`POST ${listPath}`))
  const fields = ['id', 'displayName', 'groupName', 'isModificator', 'orderPriority']
  expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({ fields })
  await fetchAll(rig)
  const heavyFields = ['configuration', 'template', 'css', 'js']
  expect(JSON.parse(server.requests[2]?.body ?? '')).toEqual({ fields: [...fields, ...heavyFields] })
})

it('asks once when two callers open a type at once, and ends when the job is cancelled', async () => {
  const halfSent: Script = (response) => response.writeHead(200, { 'Content-Length': '1000' }).write('{"isSuccess"')
  const { server, ...rig } = await serving(listPath, [halfSent])
  const { call, profileId } = rig
  const [first, second] = await Promise.all(
    ['1', '2'].map((id) => call('block:details', { profileId, id: id as BlockTypeId })),
  )
  if (first?.state !== 'fetching') throw new Error('nothing is fetched')
  expect(second).toEqual(first)
  await rig.seen(({ name, data }) => name === 'job:progressed' && data.id === first.jobId && data.total === 1000)
  await call('job:cancel', { id: first.jobId })
  expect(await rig.finished(first.jobId)).toMatchObject({ state: 'cancelled' })
  await server.requests[0]?.cancelled
  expect(server.requests).toHaveLength(1)
  expect(await call('block:list', { profileId })).toMatchObject({ snapshot: null, whole: null })
})

it('lists what was added, removed and changed between any two snapshots; an unchanged reply adds none', async () => {
  const first = page([heavy(1), heavy(2), heavy(3)])
  const next = page([heavy(1), heavy(2, '.new {}'), heavy(4)])
  const rig = await answering(listPath, first, first, next, page([light(1), light(4)]))
  const { call, profileId } = rig
  for (const state of ['done', 'done', 'done']) expect(await fetchAll(rig)).toMatchObject({ state })
  const [newer, older] = (await call('block:list', { profileId })).snapshots
  if (older === undefined || newer === undefined) throw new Error('two snapshots are stored')
  const { changes, types } = await call('block:list', { profileId, since: older.id })
  expect(types.map(({ id }) => id)).toEqual(['1', '2', '4'])
  const [added, removed, changed] = [[{ id: '4' }], [{ id: '3' }], [{ type: { id: '2' }, fields: ['css'] }]]
  expect(changes).toMatchObject({ depth: 'whole', added, removed, changed })
  expect((await details(rig, '2', older.id)).received['css']).toBe('.b2 {}')
  expect((await details(rig, '2')).received['css']).toBe('.new {}')
  const back = await call('block:list', { profileId, snapshot: older.id, since: newer.id })
  expect(back.changes).toMatchObject({ added: removed, removed: added })

  const after = await call('block:list', { profileId, isRefresh: true, since: older.id })
  expect(after.snapshots).toHaveLength(3)
  // An overview and a whole list have the light fields in common.
  const overview = { depth: 'overview', added, removed: [{ id: '2' }, { id: '3' }], changed: [] }
  expect(after.changes).toMatchObject(overview)
  expect(await rig.ask('block:list', { profileId, since: 999 })).toMatchObject({ error: { kind: 'not-found' } })
})

const failures: readonly (readonly [what: string, script: Script, error: Partial<AppError>])[] = [
  ['refusal', json({ isSuccess: false, message: 'Не сегодня' }), { kind: 'refused-by-service', message: 'Не сегодня' }],
  ['500 JSON', json({ message: 'Broken' }, 500), { kind: 'http', status: 500, message: 'Broken' }],
  ['404 HTML', raw(404, '<p>Oh</p>'), { kind: 'http', status: 404, bodyStart: '<p>Oh</p>' }],
  ['long wait', raw(429, '', { 'Retry-After': '900' }), { kind: 'http', status: 429, retryAfterS: 900 }],
  ['401', raw(401, 'no'), { kind: 'key-rejected', which: 'access', status: 401 }],
  ['200 HTML', raw(200, '<h1>Login</h1>'), { kind: 'unexpected-reply', where: 'envelope' }],
  ['200 cut JSON', raw(200, '{"isSuccess":true,"data":{"items":[{"id"'), { kind: 'unexpected-reply' }],
  ['redirect', raw(302, '', { Location: 'http://127.0.0.1:1/' }), { kind: 'http', status: 302 }],
]

it.each(failures)('%s gives a readable error and keeps stored data', async (_what, script, error) => {
  const { server, ...rig } = await answering(listPath, page([heavy(1), heavy(2)]))
  server.script(yearsPath, json(succeeding([2026])))
  const { call, ask, profileId } = rig
  await fetchAll(rig)
  const list = await call('block:list', { profileId, isRefresh: true })
  const years = await call('race:years', { profileId, isRefresh: true })
  server.script(listPath, script)
  server.script(yearsPath, script)
  expect(await ask('block:list', { profileId, isRefresh: true })).toMatchObject({ ok: false, error })
  expect(await ask('block:list', { profileId, fields: ['id'] })).toMatchObject({ ok: false, error })
  expect(await ask('race:years', { profileId, isRefresh: true })).toMatchObject({ ok: false, error })
  expect(await fetchAll(rig)).toMatchObject({ state: 'failed', error })
  expect(await call('block:list', { profileId })).toEqual(list)
  expect(await call('race:years', { profileId })).toEqual(years)
  expect((await details(rig, '2')).received).toEqual(heavy(2))
})

const noTypes: readonly Json[] = [null, { total: 3 }, { items: [null, 'a', 7] }, 'nothing']
it.each(noTypes)('a success with %j for block types is an unexpected reply', async (data) => {
  const { ask, profileId } = await answering(listPath, succeeding(data))
  const error = { kind: 'unexpected-reply', where: 'SitePageBlockTypes/List' }
  expect(await ask('block:list', { profileId, isRefresh: true })).toMatchObject({ ok: false, error })
})

it('an empty or partial reply is set aside, and the good one stays visible', async () => {
  const good = [light(1), light(2), light(3)]
  const answers = [page(good), page([]), page([light(1)], { total: 3 }), page([light(1), light(2)])]
  const { call, profileId } = await answering(listPath, ...answers)
  const refresh = () => call('block:list', { profileId, isRefresh: true })
  expect(await refresh()).toMatchObject({ types: { length: 3 }, setAside: null })
  expect(await refresh()).toMatchObject({ types: { length: 3 }, setAside: { types: 0, total: 0 } })
  expect(await refresh()).toMatchObject({ types: { length: 3 }, total: 3, setAside: { types: 1, total: 3 } })
  expect(await refresh()).toMatchObject({ types: { length: 2 }, setAside: null })
})

it('the first reply says how much of the whole it is', async () => {
  const { call, profileId } = await answering(listPath, page([light(1)], { total: '40', limit: 1 }))
  expect(await call('block:list', { profileId, isRefresh: true })).toMatchObject({ total: 40, limit: 1, types: [{}] })
})

it('odd types are shown: nulls, numbers as text, missing and extra fields, any Unicode', async () => {
  const odd = [
    { id: '7', displayName: null, groupName: 5, isModificator: 'true', orderPriority: '1', extra: { deep: [null] } },
    { displayName: '👩‍🚀 ё \u202e\u0000', template: 5, css: null, configuration: 'text' },
    { id: 7, js: ['a'] },
    {},
    null,
  ]
  const rig = await answering(listPath, { isSuccess: true, data: { items: odd } })
  expect(await fetchAll(rig)).toMatchObject({ state: 'done' })
  const { types, skipped, isReordered } = await rig.call('block:list', { profileId: rig.profileId })
  expect([skipped, isReordered, types.map(({ id }) => id)]).toEqual([1, false, ['7', '~2', '7~2', '~4']])
  expect(types[0]).toMatchObject({ name: '7', group: '5', isWrapping: true, priority: 1 })
  expect((await details(rig, '~2')).received).toEqual(odd[1])
  expect((await details(rig, '7~2')).sizesBytes).toEqual({ configuration: 0, template: 0, css: 0, js: 9 })
})

it.each([
  ['objects', [{ year: '2026', races: null }], { columns: ['year', 'races'], rows: [['2026', null]] }],
  ['a text', 'since 2019', null],
] as const)('shows race years as a table or as received: %s', async (_what, data, table) => {
  const { call, profileId } = await answering(yearsPath, succeeding(data))
  const years = await call('race:years', { profileId, isRefresh: true })
  expect([years.data, years.table]).toEqual([data, table])
})

it('an empty reply does not replace stored years', async () => {
  const answers: readonly Json[] = [[2026], [], null, [2027]]
  const { call, profileId } = await answering(yearsPath, ...answers.map(succeeding))
  const refresh = () => call('race:years', { profileId, isRefresh: true })
  expect(await refresh()).toMatchObject({ data: [2026], emptyReplyAt: null })
  for (const _ of ['[]', 'null'])
    expect(await refresh()).toMatchObject({ data: [2026], emptyReplyAt: expect.stringMatching(/^\d/) })
  expect(await refresh()).toMatchObject({ data: [2027], emptyReplyAt: null })
})
