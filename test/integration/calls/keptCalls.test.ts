import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallPiece, CallReply, CallRequest, CallView } from '../../../preload/contract/calls.ts'
import type { CallId, ProfileId } from '../../../preload/contract/ids.ts'
import { unpackBody } from '../../../main/platform/sqlite/bodyCodec.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { startDemoService, type DemoService } from '../../../main/demo/demoService.ts'
import { useCores } from '../../support/coreRig.ts'
import { startHostileServer, type HostileServer, type Script } from '../../support/services/hostileServer.ts'
import { deliverTo, environmentKeys, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, envelope, sendJson } from '../../support/services/raceService.ts'

const cores = useCores()
let service: HostileServer
let core: OpenCore
let profileId: ProfileId

const path = '/v3/Anything/List'
const request: CallRequest = { method: 'GET', path, query: [], body: null }

const addProfile = async ({ call }: OpenCore, baseUrl: string): Promise<ProfileId> =>
  (await call('profile:save', { profile: { name: 'Organizer', baseUrl, resultsUrl: null } })).id

beforeEach(async () => {
  service = await startHostileServer()
  core = await cores.open({ face: 'browser' })
  profileId = await addProfile(core, service.url)
})
afterEach(() => service.close())

const send = (more: Partial<CallRequest & { isConfirmed: boolean }> = {}): Promise<CallReply> =>
  core.call('call:send', { ...request, profileId, ...more })
const read = async <K extends CallView['kind']>(
  id: CallId,
  view: Extract<CallView, { kind: K }>,
): Promise<Extract<CallPiece, { kind: K }>> =>
  (await core.call('call:read', { id, view })) as Extract<CallPiece, { kind: K }>
const history = () => core.call('call:list', { offset: 0, limit: 100 })

describe('keys that the service echoes', () => {
  const key = 'Echo7741/key+value=='
  const echo: Script = (response, { headers, url }) => {
    const seen = String(headers['x-access-key'])
    const body = JSON.stringify({
      isSuccess: false,
      message: `no ${seen}`,
      data: [{ [seen]: encodeURIComponent(seen), url }],
    })
    response.writeHead(400, { 'content-type': 'application/json', 'x-echo': seen }).end(body)
  }

  it('are masked before they are shown and before they are stored, also when the user put one into the request', async () => {
    service.script(path, echo)
    const own = await cores.open({ face: 'browser', env: { ...environmentKeys, RACEDESK_ACCESS_KEY: key } })
    const id = await addProfile(own, service.url)
    const call = {
      ...request,
      method: 'POST',
      body: JSON.stringify({ key }),
      query: [{ name: 'k', value: key }],
    } as const
    const reply = await own.call('call:send', { ...call, profileId: id, isConfirmed: true })
    await own.call('call:save', { call: { ...call, name: 'with a key' } })
    for (const view of [
      { kind: 'reply' },
      { kind: 'text', offset: 0, limit: 1_000 },
      { kind: 'lines', offset: 0, limit: 100, isFormatted: true },
      { kind: 'rows', offset: 0, limit: 10 },
      { kind: 'tree' },
    ] as const) {
      await own.call('call:read', { id: reply.id, view })
    }
    await own.call('call:list', { offset: 0, limit: 10 })
    expect(service.requests[0]?.headers['x-access-key']).toBe(key)
    expect(reply.headers['x-echo']).toContain('***')
    expect(JSON.stringify([own.replies, own.events])).not.toContain('Echo7741')

    await own.close()
    const database = openAgain(join(own.dataDir, 'racedesk.db'))
    const [row] = database.all('SELECT body FROM calls')
    expect(unpackBody(row?.['body'] as Uint8Array).toString()).not.toContain('Echo7741')
    database.close()
    for (const name of await readdir(own.dataDir, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) expect((await readFile(join(name.parentPath, name.name))).includes('Echo7741')).toBe(false)
    }
  })
})

describe('history and saved calls', () => {
  it('finds calls by path, query, status and words of the reply, and removes one or all', async () => {
    service.script('/v3/A', (response) => sendJson(response, envelope('Весна')))
    service.script('/v3/B', bytesOf('', 500))
    await send({ path: '/v3/A', query: [{ name: 'guid', value: 'abc' }] })
    const second = await send({ method: 'POST', path: '/v3/B', body: '{"city":"Тверь"}', isConfirmed: true })
    const find = async (search: string) =>
      (await core.call('call:list', { search, offset: 0, limit: 10 })).calls.map((call) => call.path)
    expect(await find('')).toEqual(['/v3/B', '/v3/A'])
    expect(await find('весна')).toEqual(['/v3/A'])
    expect(await find('GUID=ABC')).toEqual(['/v3/A'])
    expect(await find('тверь 500')).toEqual(['/v3/B'])
    await core.call('call:remove', { id: second.id })
    expect(await core.ask('call:remove', { id: second.id })).toMatchObject({ error: { kind: 'not-found' } })
    expect(await core.ask('call:read', { id: second.id, view: { kind: 'reply' } })).toMatchObject({
      error: { kind: 'not-found' },
    })
    await core.call('call:remove', { isWholeHistory: true })
    expect((await history()).calls).toEqual([])
  })

  it('keeps replies across a restart and compares any two of them', async () => {
    service.script(path, (response, _, nth) =>
      sendJson(response, envelope({ items: [{ id: 1, n: nth }, { id: 2 }].slice(0, 3 - nth) })),
    )
    const first = await send()
    await core.close()
    core = await cores.open({ face: 'browser', dataDir: core.dataDir })
    const second = await send()
    expect((await read(second.id, { kind: 'changes', since: first.id })).changes).toEqual([
      { kind: 'changed', path: 'data.items[id=1].n', before: '1', after: '2' },
      { kind: 'removed', path: 'data.items[id=2]', before: '{"id":2}', after: null },
    ])
    expect(await read(first.id, { kind: 'changes', since: first.id })).toMatchObject({ changes: [], isCut: false })
  })

  it('saves a call under a name, changes it, and removes it', async () => {
    const call = { ...request, query: [{ name: 'a', value: '1' }], name: ' Годы ' }
    const [saved] = await core.call('call:save', { call })
    expect(saved).toMatchObject({ name: 'Годы', path, query: call.query, body: null })
    await core.call('call:save', { call: { ...call, id: saved?.id as NonNullable<typeof saved>['id'], name: 'Years' } })
    expect((await history()).saved).toMatchObject([{ id: saved?.id, name: 'Years' }])
    expect(await core.ask('call:save', { call: { ...call, path: '/v3/../x' } })).toMatchObject({
      error: { issues: [{ path: 'path' }] },
    })
    await core.call('call:remove', { saved: saved?.id as NonNullable<typeof saved>['id'] })
    expect((await history()).saved).toEqual([])
  })

  it('moves saved calls in one file, without keys, and without duplicates when imported twice', async () => {
    const out = join(await cores.folder(), 'calls.json')
    const from = await cores.open({ face: 'browser', delivery: deliverTo(out) })
    const call = { ...request, name: 'Years' }
    await from.call('call:save', { call })
    await from.call('call:save', {
      call: { ...call, method: 'POST', body: `{"k":"${environmentKeys.RACEDESK_ACCESS_KEY}"}`, name: 'Post' },
    })
    const started = await from.call('call:export', { as: 'saved' })
    expect(await from.finished(started?.jobId as NonNullable<typeof started>['jobId'])).toMatchObject({
      state: 'done',
      file: { rows: 2, unit: 'calls' },
    })
    const file = await readFile(out, 'utf8')
    expect(file).not.toContain(environmentKeys.RACEDESK_ACCESS_KEY)
    await core.call('call:save', { call: { ...call, path: '/v3/Other' } })
    expect((await core.call('call:save', { file })).map(({ name }) => name)).toEqual(['Post', 'Years (2)'])
    expect((await core.call('call:save', { file })).map(({ name }) => name)).toEqual([])
  })

  it('writes a reply and its rows to files as they are shown', async () => {
    const folder = await cores.folder()
    const at = (name: string) => join(folder, name)
    let out = ''
    const own = await cores.open({
      face: 'browser',
      delivery: {
        choose: (name) =>
          Promise.resolve({
            ok: true,
            value: { path: (out = at(name)), finish: () => ({ path: out, download: null }) },
          }),
      },
    })
    const id = await addProfile(own, service.url)
    const body = '{"isSuccess":true,"data":[{"n":2,"name":"=1+1"},{"n":10,"name":"Б;я"},{"n":1,"name":null}]}'
    service.script(path, bytesOf(body))
    const reply = await own.call('call:send', { ...request, profileId: id })
    const write = async (input: object): Promise<string> => {
      const started = (await own.call('call:export', { id: reply.id, ...input } as never)) as { jobId: never }
      const job = await own.finished(started.jobId)
      expect(job).toMatchObject({ state: 'done', stage: null })
      return await readFile(out, 'utf8')
    }
    expect(await write({ as: 'body' })).toBe(body)
    expect(out).toMatch(/\d{4}-\d\d-\d\d Anything List \d{4}\.json$/)
    const sort = [{ column: 'n', isDescending: true }]
    expect(await write({ as: 'table', format: 'csv', preset: 'ru', sort })).toBe(
      '\uFEFFn;name\r\n10;"Б;я"\r\n2;\'=1+1\r\n1;\r\n',
    )
    expect(JSON.parse(await write({ as: 'json', search: 'б' }))).toEqual([{ n: 10, name: 'Б;я' }])
  })
})

describe('the demo service', () => {
  let demo: DemoService
  beforeEach(async () => {
    const started = await startDemoService()
    if (!started.ok) throw new Error(started.error.kind)
    demo = started.value
  })
  afterEach(() => demo.close())

  it('answers the calls of the API document', async () => {
    const own = await cores.open({
      face: 'browser',
      env: { RACEDESK_ACCESS_KEY: demo.accessKey, RACEDESK_RESULTS_KEY: demo.resultsKey },
    })
    const id = await addProfile(own, demo.url)
    const call = { ...request, profileId: id }
    expect(await own.call('call:send', { ...call, path: '/v3/Races/Years' })).toMatchObject({
      status: 200,
      verdict: { kind: 'success' },
      table: { rows: 3 },
    })
    const list = {
      ...call,
      method: 'POST',
      path: '/v3/SitePageBlockTypes/List',
      body: '{"fields":["id"]}',
      isConfirmed: true,
    } as const
    expect((await own.call('call:send', list)).table?.columns).toMatchObject([{ name: 'id', kind: 'number' }])
    const order = { ...call, path: '/v3/Orders/Details', query: [{ name: 'guid', value: demo.orders[0] ?? '' }] }
    expect(await own.call('call:send', order)).toMatchObject({ verdict: { kind: 'success' }, isJson: true })
    expect(await own.call('call:send', { ...call, path: '/v3/Nothing' })).toMatchObject({
      status: 404,
      verdict: { kind: 'failed' },
    })
  })
})
