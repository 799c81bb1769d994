import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Input, Operation } from '../../../preload/contract.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { ProfileDraft } from '../../../preload/contract/organizations.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { useCores } from '../../support/coreRig.ts'
import { addProfile, addStage, inDatabase, type OpenCore } from '../../support/openCore.ts'
import { bytesOf, type RaceService } from '../../support/services/raceService.ts'
import type { Keychain } from '../../../main/platform/keychain/keychain.ts'

const cores = useCores()
let race: RaceService
beforeAll(async () => {
  race = await useCores(afterAll).race('A')
})

const draft: ProfileDraft = {
  name: 'Organizer',
  baseUrl: 'https://api.example.org/',
  resultsUrl: 'https://results.example.org',
}

const openWithKeychain = (keychain: Keychain = createMemoryKeychain()): Promise<OpenCore> =>
  cores.open({ env: {}, outside: { keychain } })

const openDemo = async (demo: Partial<Input<'profile:save'>> = {}) => {
  const open = await openWithKeychain()
  const profile = await open.call('profile:save', { ...demo, demo: true })
  const [known] = await open.call('stage:list', {})
  if (known === undefined) throw new Error('the demo has no stage')
  return { ...open, profile, stage: known.guid }
}

it('keeps profiles from one run to the next, with names trimmed and URLs normalised', async () => {
  const open = await openWithKeychain()
  const saved = await open.call('profile:save', { profile: { ...draft, name: '  Organizer ' } })
  expect(saved).toMatchObject({ name: 'Organizer', kind: 'saved', baseUrl: 'https://api.example.org' })
  await open.close()
  const again = await cores.open({ dataDir: open.dataDir })
  expect(await again.call('profile:list', {})).toEqual([saved])
})

it('saves an address copied with /v3 without that path', async () => {
  race.main.script('/v3/Races/Years', bytesOf('{"isSuccess":true,"message":null,"data":[2026]}'))
  const open = await cores.open()
  const saved = await open.call('profile:save', { profile: { ...draft, baseUrl: `${race.url}/v3/` } })
  expect(saved.baseUrl).toBe(race.url)
  expect(await open.call('profile:check', { id: saved.id })).toMatchObject({ main: { ok: true } })
  await open.call('profile:save', { profile: { ...draft, id: saved.id, baseUrl: `${race.url}/v3` } })
  expect(await open.call('profile:list', {})).toEqual([saved])
  const unsaved = await cores.open({ unsaved: { baseUrl: `${race.url}/v3/`, resultsUrl: draft.resultsUrl ?? '' } })
  expect(await unsaved.call('profile:list', {})).toMatchObject([{ kind: 'unsaved', baseUrl: race.url }])
})

it('lists profiles saved at the same moment in the order of saving', async () => {
  const open = await cores.open({ outside: { clock: () => Date.parse('2026-05-01T10:00:00Z') } })
  const names = ['Ein', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht']
  for (const name of names) await open.call('profile:save', { profile: { ...draft, name } })
  const saved = (await open.call('profile:list', {})).filter(({ kind }) => kind === 'saved')
  expect(saved.map(({ name }) => name)).toEqual(names)
})

const twice: Partial<ProfileDraft> = { extraHeaders: [{ name: 'x-access-key', service: 'main', value: 'abc' }] }
const wrongDrafts: readonly (readonly [string, Partial<ProfileDraft>, string])[] = [
  ['plain http to another machine', { baseUrl: 'http://api.example.org' }, 'profile.baseUrl'],
  ['a user name in the URL', { resultsUrl: 'https://me:pw@results.example.org' }, 'profile.resultsUrl'],
  ['two words as a header', { accessHeader: 'two words' }, 'profile.accessHeader'],
  ['a header of the app itself', { accessHeader: 'Host' }, 'profile.accessHeader'],
  ['a header twice', twice, 'profile.extraHeaders.0.name'],
]

it('refuses a wrong address or header at its field and saves nothing', async () => {
  const open = await openWithKeychain()
  for (const [what, wrong, path] of wrongDrafts) {
    const error = { kind: 'invalid-input', issues: [{ path }] }
    expect(await open.ask('profile:save', { profile: { ...draft, ...wrong } }), what).toMatchObject({ error })
  }
  expect(await open.call('profile:list', {})).toEqual([])
})

const withHeader = (value: string): ProfileDraft => ({
  ...draft,
  extraHeaders: [{ name: 'X-Tenant', service: 'main', value }],
})

it('saves nothing when a header value cannot be stored, so that a retry is not a second profile', async () => {
  const open = await openWithKeychain()
  const refused = await open.ask('profile:save', { profile: withHeader('ключ') })
  expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  expect(await open.call('profile:list', {})).toEqual([])
  const saved = await open.call('profile:save', { profile: withHeader('fine') })

  const changed = { ...withHeader('ещё'), id: saved.id, name: 'Renamed' }
  expect(await open.ask('profile:save', { profile: changed })).toMatchObject({ ok: false })
  expect(await open.call('profile:list', {})).toEqual([saved])
})

it('saves nothing when the keychain fails in the middle', async () => {
  const memory = createMemoryKeychain()
  const locked = { ok: false, error: { kind: 'keychain-unavailable', reason: 'locked' } } as const
  let isLocked = true
  const set: Keychain['set'] = async (...given) => (isLocked ? locked : await memory.set(...given))
  const open = await openWithKeychain({ ...memory, set })
  const profile = withHeader('abc')
  const error = { kind: 'keychain-unavailable' }
  expect(await open.ask('profile:save', { profile })).toMatchObject({ ok: false, error })
  expect(await open.call('profile:list', {})).toEqual([])
  isLocked = false
  expect(await open.call('profile:save', { profile })).toMatchObject({ name: 'Organizer' })
})

it('refuses a name that another profile has, and lets a profile keep its own', async () => {
  const open = await openWithKeychain()
  const saved = await open.call('profile:save', { profile: draft })
  const name = 'ORGANIZER'
  const taken = await open.ask('profile:save', { profile: { ...draft, name } })
  expect(taken).toMatchObject({ error: { issues: [{ path: 'profile.name' }] } })
  const own = { ...draft, id: saved.id, name }
  expect(await open.call('profile:save', { profile: own })).toMatchObject({ id: saved.id, name })
})

it('starts the demo as a race in progress, with names in the language of its page, where the setting leaves them to it', async () => {
  const { stage, profile, call, take } = await openDemo({ isLive: true, language: 'ru' })
  expect(profile.name).toBe('Пример')
  expect((await call('profile:demo', {})).isLive).toBe(true)
  await take(stage)
  const names = async () => {
    const tree = await call('stage:tree', { stage })
    return tree.distances.flatMap(({ name, categories }) => [name, ...categories.map((category) => category.name)])
  }
  const russian = await names()
  expect(russian).toContain('21,1 км')
  expect(russian).toContain('Ж18-39')
  expect(russian).not.toContain('Overall')
  const found = await call('results:page', { stage, search: '214 Иванов', offset: 0, limit: 1 })
  expect(found.total).toBe(3)
  await call('app:setSettings', { language: 'en' })
  await take(stage, [found.rows[0]?.category ?? ('' as never)])
  expect(await names()).toContain('Overall')
})

it('names orders and a race of the demo that its service knows, without adding its stage', async () => {
  const open = await openWithKeychain()
  const { profileId, orders, races, isLive } = await open.call('profile:demo', {})
  expect(isLive).toBe(false)
  expect(races.length).toBeGreaterThan(0)
  expect(await open.call('stage:list', {})).toEqual([])
  await open.call('order:lookup', { profileId, text: orders.join('\n') })
  await expect.poll(async () => (await open.call('order:list', { offset: 0, limit: 10 })).total).toBe(orders.length)
})

it('offers the demo beside a profile of its name, and restores its removed stage only when it is requested', async () => {
  const open = await openWithKeychain()
  await open.call('profile:save', { profile: { ...draft, name: 'Demo race' } })
  const demo = await open.call('profile:save', { demo: true })
  expect(demo.kind).toBe('demo')
  expect(demo.name).not.toBe('Demo race')
  const [known] = await open.call('stage:list', {})
  await open.call('stage:remove', { stage: known?.guid ?? ('' as never) })
  expect(await open.call('profile:check', { id: demo.id })).toMatchObject({ main: { ok: true }, results: { ok: true } })
  expect(await open.call('stage:list', {})).toEqual([])
  expect(await open.call('profile:save', { demo: true })).toEqual(demo)
  expect(await open.call('stage:list', {})).toHaveLength(1)
})

it('keeps the stages of a removed profile, without a profile', async () => {
  const open = await cores.open()
  const { profileId, stage } = await addStage(open, race)
  await open.take(stage)
  await open.call('profile:remove', { id: profileId })
  expect(await open.call('profile:list', {})).toEqual([])
  expect(await open.call('stage:list', {})).toMatchObject([
    { guid: stage, profileId: null, profileName: 'Organizer', rows: 3 },
  ])
  expect(await open.ask('stage:take', { stage })).toMatchObject({ error: { kind: 'not-found', what: 'profile' } })
  expect((await open.call('results:page', { stage, offset: 0, limit: 10 })).rows).toHaveLength(3)
})

it('reports whether each service replies and accepts its key', async () => {
  const own = await cores.race('A')
  own.main.script('/v3/Races/Years', bytesOf('{"isSuccess":true,"message":null,"data":[2026]}'))
  const open = await cores.open()
  const { profileId: id } = await addStage(open, own)
  expect(await open.call('profile:check', { id })).toMatchObject({ main: { ok: true }, results: { ok: true } })
  own.main.script('/v3/Races/Years', bytesOf('', 401))
  await own.results.close()
  expect(await open.call('profile:check', { id })).toMatchObject({
    main: { ok: false, error: { kind: 'key-rejected', which: 'access' } },
    results: { ok: false, error: { kind: 'offline' } },
  })
})

it('tests an organization as it is typed and stores nothing, not even without its key', async () => {
  const [own, other] = [await cores.race('A'), await cores.race('B')]
  own.main.script('/v3/Races/Years', bytesOf('{"isSuccess":true,"message":null,"data":[2026]}'))
  const sent = ({ main }: typeof own) => main.requests.at(-1)?.headers['x-access-key']
  const open = await openWithKeychain()
  const profile = { ...draft, baseUrl: own.url }
  expect(await open.call('profile:check', { profile, accessKey: 'typed-key' })).toMatchObject({ main: { ok: true } })
  expect(sent(own)).toBe('typed-key')
  for (const operation of ['profile:check', 'profile:save'] as const) {
    const refused = await open.ask(operation, { profile, accessKey: 'ключ' })
    expect(refused).toMatchObject({ error: { kind: 'invalid-input', issues: [{ path: 'accessKey' }] } })
  }
  expect(await open.call('profile:list', {})).toEqual([])

  const { id } = await open.call('profile:save', { profile, accessKey: 'stored-key' })
  await open.call('profile:check', { profile: { ...profile, id, name: 'Renamed' } })
  expect(sent(own)).toBe('stored-key')
  await open.call('profile:check', { profile: { ...profile, id, baseUrl: other.url } })
  expect(sent(other)).toBeUndefined()
  expect(await open.call('profile:check', { id })).toMatchObject({ main: { ok: true } })
})

it('reports missing things as not found', async () => {
  const open = await cores.open()
  const nobody = 'nobody' as ProfileId
  const asked: readonly (readonly [Operation, object])[] = [
    ['profile:remove', { id: nobody }],
    ['profile:check', { id: nobody }],
    ['profile:save', { profile: { ...draft, id: nobody } }],
    ['keys:set', { profileId: nobody, which: 'access', value: 'abc' }],
    ['keys:forget', { profileId: nobody }],
    ['stage:add', { profileId: nobody, text: race.stage }],
  ]
  const error = { kind: 'not-found', what: 'profile' }
  for (const [operation, input] of asked) {
    expect([operation, await open.ask(operation, input)]).toMatchObject([operation, { ok: false, error }])
  }
})

it('calls a stage by its distances until it is named, and keeps the name when it is added again', async () => {
  const open = await cores.open()
  const profileId = await addProfile(open, race.url)
  const add = () => open.call('stage:add', { profileId, text: race.stage })
  const { guid: stage, ...added } = await add()
  expect(added).toMatchObject({ name: stage.slice(0, 8), isNamed: false })
  expect(await open.take(stage)).toMatchObject({ title: '10 km' })
  expect(await open.call('stage:list', {})).toMatchObject([{ name: '10 km', isNamed: false }])
  await open.call('stage:rename', { stage, name: ' Spring race ' })
  expect(await add()).toMatchObject({ name: 'Spring race', isNamed: true })
})

it('finds the stage in pasted text, and reports the field without one', async () => {
  const open = await cores.open()
  const { profileId } = await addStage(open, race)
  const guid = '11111111-2222-3333-4444-555555555555'
  const link = `${race.resultsUrl}/results/get/${guid}/${race.stage}/${race.stage}?x=1`
  const add = (text: string) => open.ask('stage:add', { profileId, text })
  expect(await add(`  ${link} `)).toMatchObject({ value: { guid, name: '11111111', isNamed: false } })
  expect(await add('no guid here')).toMatchObject({ error: { issues: [{ path: 'text' }] } })
  expect(await add(race.stage.toUpperCase())).toMatchObject({ value: { guid: race.stage, name: 'Spring race' } })
})

it('returns settings as set, also in the next run, and defaults for unreadable ones', async () => {
  const open = await cores.open()
  const set = { language: 'ru', scale: 130 } as const
  expect(await open.call('app:setSettings', set)).toMatchObject({ ...set, theme: 'system' })
  await open.close()
  const stored = {
    theme: '"neon"',
    parallelCalls: '400',
    rowHeight: '7',
    isAnyCallPathAllowed: '"yes"',
    proxy: '"tor"',
    areUpdatesOn: '1',
    notices: '["weather"]',
    later: 'true',
    constructor: '1',
    damaged: '{',
  }
  inDatabase(open, ({ run }) => {
    for (const row of Object.entries(stored)) run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', ...row)
  })
  const again = await cores.open({ dataDir: open.dataDir })
  expect(await again.call('app:settings', {})).toEqual({
    ...set,
    theme: 'system',
    rowHeight: 'normal',
    parallelCalls: 4,
    isAnyCallPathAllowed: false,
    proxy: 'system',
    areUpdatesOn: true,
    notices: null,
    isNoticeSoundOn: false,
    noticesLastS: 30,
    isKeptAwake: true,
  })
})
