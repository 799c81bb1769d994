import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Operation } from '../../../preload/contract.ts'
import type { ProfileId, StageGuid } from '../../../preload/contract/ids.ts'
import { createMemoryKeychain } from '../../../main/platform/keychain/memoryKeychain.ts'
import { useCores } from '../../support/coreRig.ts'
import { addProfile, type OpenCore } from '../../support/openCore.ts'

const cores = useCores(afterAll)
let open: OpenCore
let profileId: ProfileId
beforeAll(async () => {
  open = await cores.open({ env: {}, outside: { keychain: createMemoryKeychain() } })
  profileId = await addProfile(open, 'https://api.example')
  await open.call('stage:add', { profileId, text: stage, name: 'Spring race' })
})
const stage = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13' as StageGuid
const half = 'x\ud800'
const request = { method: 'GET', path: '/v3/x', query: [], body: null } as const

const inputs: readonly (readonly [Operation, string, (id: string) => unknown])[] = [
  ['profile:save', 'profile.name', () => ({ profile: { name: half, baseUrl: 'https://a.example', resultsUrl: null } })],
  ['profile:save', 'profile.baseUrl', () => ({ profile: { name: 'A', baseUrl: `https://${half}`, resultsUrl: null } })],
  [
    'profile:save',
    'profile.resultsUrl',
    () => ({ profile: { name: 'A', baseUrl: 'https://a.example', resultsUrl: `https://a.example/${half}` } }),
  ],
  ['stage:add', 'name', (profileId) => ({ profileId, text: stage, name: half })],
  ['stage:rename', 'name', () => ({ stage, name: half })],
  ['stage:views', 'save.name', () => ({ stage, save: { name: half, view: {} } })],
  ['call:send', 'query.0.name', (profileId) => ({ ...request, profileId, query: [{ name: half, value: '' }] })],
  ['call:send', 'query.0.value', (profileId) => ({ ...request, profileId, query: [{ name: 'a', value: half }] })],
]

it.each(inputs)(
  '%s refuses half a surrogate pair at %s, which would be stored as another text',
  async (operation, path, input) => {
    const before = [await open.call('profile:list', {}), await open.call('stage:list', {})]
    const answer = await open.ask(operation, input(profileId))
    const error = { kind: 'invalid-input', issues: [{ path, message: 'holds half a character' }] }
    expect(answer).toEqual({ ok: false, error })
    expect([await open.call('profile:list', {}), await open.call('stage:list', {})]).toEqual(before)
  },
)
