import { expect, it } from 'vitest'
import { createHosts } from '../../../main/features/network/hosts.ts'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { HostState } from '../../../preload/contract/network.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { sharedError } from '../../../renderer/app/problems/causes.ts'
import { stageServicesState, type ServiceState } from '../../../renderer/app/services/serviceState.ts'
import { at, sampleCategory, sampleProfile, sampleWatch } from '../../support/units/samples.ts'

const main = 'https://main.test'
const results = 'https://results.test'
const profile = sampleProfile({ baseUrl: `${main}/api`, resultsUrl: results })
const lost: AppError = { kind: 'offline', host: 'results.test', detail: 'ECONNREFUSED' }
const busy: AppError = { kind: 'http', status: 503, message: '', bodyStart: '' }

const host = (name: string, part: Partial<HostState> = {}): HostState => ({
  host: name,
  state: 'online',
  repliedAt: at(10),
  failure: null,
  refused: [],
  ...part,
})
const api = host(main)
const failure = { at: at(9), error: lost }
const gone = host(results, { state: 'offline', failure })
const back = host(results, { failure })
const refusing = (id: string) => host(results, { refused: [{ profileId: id as ProfileId, which: 'results' }] })

type Shown = {
  readonly hosts?: readonly HostState[]
  readonly watch?: Partial<WatchState>
  readonly categories?: readonly Partial<Category>[]
  readonly minute?: number
}

it.each<[name: string, shown: Shown, kind: ServiceState['kind']]>([
  ['nothing was called yet', { hosts: [] }, 'unknown'],
  ['another organization answers', { hosts: [host('https://other.test')] }, 'unknown'],
  ['its results service has not replied yet', { hosts: [api] }, 'unknown'],
  ['its results service alone has replied', { hosts: [host(results)] }, 'online'],
  ['its results service replied long ago', { hosts: [api, host(results, { repliedAt: at(7) })] }, 'past'],
  ['both hosts have just replied', {}, 'online'],
  ['a host cannot be reached', { hosts: [api, gone, host('https://other.test')] }, 'offline'],
  ['a sign-in page came', { hosts: [host(main, { state: 'portal' }), host(results)] }, 'portal'],
  ['its key is refused', { hosts: [api, refusing('p1')] }, 'refused'],
  ['the key of another organization is refused', { hosts: [api, refusing('p2')] }, 'online'],
  ['a host answers with errors', { hosts: [host(main, { state: 'failing' }), host(results)] }, 'failing'],
  ['the last reply is old', { minute: 13 }, 'past'],
  ['the watch asks less often than that', { minute: 13, watch: { everyS: 120 } }, 'online'],
  ['its watch has lost the host', { watch: { phase: 'offline', error: lost } }, 'offline'],
  ['its watch gets errors', { watch: { phase: 'backing-off', error: busy } }, 'failing'],
  ['every category failed', { categories: [{ outcome: 'failed', error: busy }] }, 'failing'],
  ['one category failed', { categories: [{}, { outcome: 'failed', error: busy }] }, 'online'],
  ['the host is back and a category is from before', { hosts: [api, back] }, 'behind'],
  ['the host is back and all is newer', { hosts: [api, back], categories: [{ confirmedAt: at(10) }] }, 'online'],
])('the services of a stage when %s', (_, shown, kind) => {
  const { hosts = [api, host(results)], watch, categories = [{}, {}], minute = 10 } = shown
  const distances = [{ guid: 'd', name: '10 km', categories: categories.map((part) => sampleCategory(part)) }]
  const tree = { distances, watch: watch === undefined ? null : sampleWatch(watch) }
  expect(stageServicesState(tree, profile, hosts, Date.parse(at(minute))).kind).toBe(kind)
})

it('a host that answers with errors is failing unless another call got an answer meanwhile', () => {
  const { list, replied } = createHosts(
    () => 1_000,
    () => undefined,
  )
  const replies = [[true], [false], [true], [true, 2_000], [true], [false]] as const
  const states = replies.map(([isFailing, startedAtMs = 0]) => {
    replied(main, isFailing, startedAtMs)
    return list()[0]?.state
  })
  expect(states).toEqual(['failing', 'online', 'online', 'failing', 'failing', 'online'])
})

it('one key that many categories need is one error, and an error of some of them is theirs', () => {
  const refused: AppError = { kind: 'key-rejected', which: 'results', status: 401, message: '' }
  const failed = (error: AppError): Category => sampleCategory({ outcome: 'failed', error })
  expect(sharedError([failed(refused), failed({ ...refused, status: 403 }), sampleCategory()])).toBe(refused)
  expect(sharedError([failed(refused), sampleCategory()])).toBe(refused)
  expect(sharedError([failed(busy), failed(busy)])).toBe(busy)
  expect(sharedError([failed(busy), failed(busy), sampleCategory()])).toBeNull()
  expect(sharedError([failed(busy), failed(lost)])).toBeNull()
})
