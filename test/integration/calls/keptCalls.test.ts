import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { CallReply, CallRequest } from '../../../preload/contract/calls.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Delivery } from '../../../main/kernel/face.ts'
import { unpackBody } from '../../../main/platform/sqlite/bodyCodec.ts'
import { closing, temporaryFolder } from '../../support/atEnd.ts'
import { useCores } from '../../support/coreRig.ts'
import { startHostileServer, type HostileServer, type Script } from '../../support/services/hostileServer.ts'
import { addProfile, deliverTo, environmentKeys, inDatabase, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, envelope, sendJson } from '../../support/services/raceService.ts'

const cores = useCores()
let service: HostileServer
let core: OpenCore
let profileId: ProfileId

const path = '/v3/Anything/List'
const request: CallRequest = { method: 'GET', path, query: [], body: null }

beforeEach(async () => {
  service = closing(await startHostileServer())
  core = await cores.open({ face: 'browser' })
  profileId = await addProfile(core, service.url)
})

const send = (more: Partial<CallRequest & { isConfirmed: boolean }> = {}): Promise<CallReply> =>
  core.call('call:send', { ...request, profileId, ...more })
const history = () => core.call('call:list', { offset: 0, limit: 100 })

const echo: Script = (response, { headers, url }) => {
  const seen = String(headers['x-access-key'])
  const data = [{ [seen]: encodeURIComponent(seen), url }]
  sendJson(response, { isSuccess: false, message: `no ${seen}`, data }, 400, { 'x-echo': seen })
}

it('masks keys before they are shown and before they are stored, also when the user put one into the request', async () => {
  service.script(path, echo)
  const key = 'Echo7741/key+value=='
  const own = await cores.open({ face: 'browser', env: { ...environmentKeys, RACEDESK_ACCESS_KEY: key } })
  const id = await addProfile(own, service.url)
  const query = [{ name: 'k', value: key }]
  const call = { ...request, method: 'POST', body: JSON.stringify({ key }), query } as const
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
  const body = inDatabase(own, ({ get }) => get('SELECT body FROM calls')?.['body'])
  expect(unpackBody(body as Uint8Array).toString()).not.toContain('Echo7741')
  for (const name of await readdir(own.dataDir, { recursive: true, withFileTypes: true })) {
    if (name.isFile()) expect((await readFile(join(name.parentPath, name.name))).includes('Echo7741')).toBe(false)
  }
})

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
  const gone = await core.ask('call:read', { id: second.id, view: { kind: 'reply' } })
  expect(gone).toMatchObject({ error: { kind: 'not-found' } })
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
  const changesOf = ({ id }: CallReply) => core.call('call:read', { id, view: { kind: 'changes', since: first.id } })
  expect(await changesOf(second)).toMatchObject({
    changes: [
      { kind: 'changed', path: 'data.items[id=1].n', before: '1', after: '2' },
      { kind: 'removed', path: 'data.items[id=2]', before: '{"id":2}', after: null },
    ],
  })
  expect(await changesOf(first)).toMatchObject({ changes: [], isCut: false })
})

it('saves a call under a name, changes it, and removes it', async () => {
  const call = { ...request, query: [{ name: 'a', value: '1' }], name: ' Годы ' }
  const [saved] = await core.call('call:save', { call })
  if (saved === undefined) throw new Error('nothing was saved')
  expect(saved).toMatchObject({ name: 'Годы', path, query: call.query, body: null })
  await core.call('call:save', { call: { ...call, id: saved.id, name: 'Years' } })
  expect((await history()).saved).toMatchObject([{ id: saved.id, name: 'Years' }])
  const wrong = await core.ask('call:save', { call: { ...call, path: '/v3/../x' } })
  expect(wrong).toMatchObject({ error: { issues: [{ path: 'path' }] } })
  await core.call('call:remove', { saved: saved.id })
  expect((await history()).saved).toEqual([])
})

it('moves saved calls in one file, without keys, and without duplicates when imported twice', async () => {
  const out = join(temporaryFolder(), 'calls.json')
  const from = await cores.open({ face: 'browser', delivery: deliverTo(out) })
  const call = { ...request, name: 'Years' }
  await from.call('call:save', { call })
  const body = `{"k":"${environmentKeys.RACEDESK_ACCESS_KEY}"}`
  await from.call('call:save', { call: { ...call, method: 'POST', body, name: 'Post' } })
  const job = await from.finished((await from.call('call:export', { as: 'saved' }))?.jobId ?? ('' as never))
  expect(job).toMatchObject({ state: 'done', file: { rows: 2, unit: 'calls' } })
  const file = await readFile(out, 'utf8')
  expect(file).not.toContain(environmentKeys.RACEDESK_ACCESS_KEY)
  await core.call('call:save', { call: { ...call, path: '/v3/Other' } })
  expect((await core.call('call:save', { file })).map(({ name }) => name)).toEqual(['Post', 'Years (2)'])
  expect((await core.call('call:save', { file })).map(({ name }) => name)).toEqual([])
})

it('writes a reply and its rows to files as they are shown', async () => {
  const folder = temporaryFolder()
  let out = ''
  const choose: Delivery['choose'] = (name) => {
    out = join(folder, name)
    return Promise.resolve({ ok: true, value: { path: out, finish: () => ({ path: out, download: null }) } })
  }
  const own = await cores.open({ face: 'browser', delivery: { choose } })
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
