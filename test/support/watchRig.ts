import { expect } from 'vitest'
import type { Input } from '../../preload/contract.ts'
import type { AppError } from '../../preload/contract/result.ts'
import type { WatchState } from '../../preload/contract/watch.ts'
import { createHttpEventService } from '../../main/platform/http/undiciEventService.ts'
import type { CoreOptions } from '../../main/coreOptions.ts'
import type { Cores } from './coreRig.ts'
import { createHandClock } from './handClock.ts'
import { addStage, followCore } from './openCore.ts'
import type { RaceService } from './services/raceService.ts'
import type { EventService } from '../../main/platform/http/eventService.ts'

/** The real client, from which the network can be taken away and given back. */
export const createCable = () => {
  const service = createHttpEventService({ version: '0.0.0-test', retry: { baseMs: 1 } })
  let pulled: ((host: string) => AppError) | null = null
  return {
    service: {
      ...service,
      call: async (credentials, call) =>
        pulled === null ? await service.call(credentials, call) : { ok: false, error: pulled(new URL(call.url).host) },
    } satisfies EventService,
    /** `error`: what every call ends with; a network that is not there when absent. */
    pull: (error?: AppError): void => {
      pulled = (host) => error ?? { kind: 'offline', host, detail: 'ENETUNREACH' }
    },
    plug: (): void => {
      pulled = null
    },
  }
}

/** As long as the test may last: a busy machine is no failure. */
export const eventually = { timeout: 25_000, interval: 5 }

const openByHand = async (cores: Cores, options: Partial<CoreOptions>) => {
  const clock = createHandClock()
  const cable = createCable()
  const core = await cores.open({
    ...options,
    outside: { ...options.outside, eventService: cable.service, clock: clock.now, wait: clock.wait },
  })
  return { core, clock, cable }
}

/** A core of its own. In a data folder that has a stage already, that one is watched. */
export const openWatch = async (cores: Cores, race: RaceService, options: Partial<CoreOptions> = {}) =>
  await rigOf(await openByHand(cores, options), race)

/** One core for all tests of a file; the stages of earlier tests are gone from it. */
export const useWatches = (cores: Cores, options: Partial<CoreOptions> = {}) => {
  let opening: ReturnType<typeof openByHand> | null = null
  return async (race: RaceService) => {
    opening ??= openByHand(cores, options)
    const { core, clock, cable } = await opening
    const { call } = core
    cable.plug()
    for (const { guid: stage } of await call('stage:list', {})) await call('stage:remove', { stage })
    for (const { id } of await call('profile:list', {})) await call('profile:remove', { id })
    return await rigOf({ core: followCore(core), clock, cable }, race)
  }
}

const rigOf = async (opened: Awaited<ReturnType<typeof openByHand>>, race: RaceService) => {
  const { core: open, clock, cable } = opened
  const known = (await open.call('stage:list', {}))[0]
  const stage = known?.guid ?? (await addStage(open, race)).stage
  const state = async (): Promise<WatchState | null> => (await open.call('stage:tree', { stage })).watch
  const until = async (isIt: (state: WatchState | null) => boolean): Promise<WatchState> => {
    let found: WatchState | null = null
    await expect
      .poll(async () => {
        found = await state()
        return isIt(found)
      }, eventually)
      .toBe(true)
    if (found === null) throw new Error('nobody watches')
    return found
  }
  const rounds = (count: number): Promise<WatchState> =>
    until((found) => (found?.rounds ?? 0) >= count && found?.phase !== 'polling')
  return {
    ...open,
    stage,
    clock,
    cable,
    watch: (wish: Omit<Input<'stage:watch'>, 'stage'> = {}) => open.call('stage:watch', { stage, ...wish }),
    state,
    rounds,
    /** The state once so many rounds have ended, after the time of the next one has come. */
    nextRound: async (count: number) => {
      await clock.next()
      return await rounds(count)
    },
    phase: (phase: WatchState['phase']) => until((found) => found?.phase === phase),
  }
}

export type WatchRig = Awaited<ReturnType<typeof rigOf>>
