import { expect, it } from 'vitest'
import type { ProfileId } from '../../../preload/contract/ids.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { HostState } from '../../../preload/contract/network.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Category } from '../../../preload/contract/stages.ts'
import type { WatchState } from '../../../preload/contract/watch.ts'
import { stageServicesState } from '../../../renderer/app/services/serviceState.ts'
import { at, sampleCategory, sampleWatch } from '../../support/units/samples.ts'

const main = 'https://main.test'
const results = 'https://results.test'
const profile: Profile = {
  id: 'p1' as ProfileId,
  name: 'League',
  kind: 'saved',
  baseUrl: `${main}/api`,
  resultsUrl: results,
  accessHeader: 'X-Access-Key',
  resultsHeader: 'SERVICE-API-KEY',
  extraHeaders: [],
}
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
const isLost = { state: 'offline', failure: { at: at(9), error: lost } } as const
const other = host('https://other.test')

type Shown = {
  readonly hosts?: readonly HostState[]
  readonly watch?: Partial<WatchState>
  readonly categories?: readonly Partial<Category>[]
  readonly minute?: number
}
const kindOf = ({ hosts = [host(main), host(results)], watch, categories = [{}, {}], minute = 10 }: Shown) => {
  const distances = [{ guid: 'd', name: '10 km', categories: categories.map((part) => sampleCategory(part)) }]
  const tree = { distances, watch: watch === undefined ? null : sampleWatch(watch) }
  return stageServicesState(tree, profile, hosts, Date.parse(at(minute))).kind
}

it.each<[name: string, shown: Shown, kind: ReturnType<typeof kindOf>]>([
  ['nothing was called yet', { hosts: [] }, 'unknown'],
  ['another organization answers', { hosts: [other] }, 'unknown'],
  ['one of its hosts has not replied yet', { hosts: [host(main)] }, 'unknown'],
  ['both hosts have just replied', {}, 'online'],
  [
    'a host cannot be reached and another organization answers',
    { hosts: [host(main), host(results, isLost), other] },
    'offline',
  ],
  ['a sign-in page came', { hosts: [host(main, { state: 'portal' }), host(results)] }, 'portal'],
  [
    'its key is refused',
    { hosts: [host(main), host(results, { refused: [{ profileId: profile.id, which: 'results' }] })] },
    'refused',
  ],
  [
    'the key of another organization is refused',
    { hosts: [host(main, { refused: [{ profileId: 'p9' as ProfileId, which: 'access' }] }), host(results)] },
    'online',
  ],
  ['the last reply is old', { minute: 13 }, 'past'],
  ['the watch asks less often than that', { minute: 13, watch: { everyS: 120 } }, 'online'],
  ['its watch has lost the host', { watch: { phase: 'offline', error: lost } }, 'offline'],
  ['its watch gets errors', { watch: { phase: 'backing-off', error: busy } }, 'failing'],
  ['every category failed', { categories: [{ outcome: 'failed', error: busy }] }, 'failing'],
  ['one category failed', { categories: [{}, { outcome: 'failed', error: busy }] }, 'online'],
  [
    'the host is back and a category is from before',
    { hosts: [host(main), host(results, { ...isLost, state: 'online' })], categories: [{}, { confirmedAt: at(10) }] },
    'behind',
  ],
  [
    'the host is back and all is from after',
    { hosts: [host(main), host(results, { ...isLost, state: 'online' })], categories: [{ confirmedAt: at(10) }] },
    'online',
  ],
])('the services of a stage when %s', (_, shown, kind) => {
  expect(kindOf(shown)).toBe(kind)
})
