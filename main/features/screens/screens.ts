import { randomBytes, randomInt } from 'node:crypto'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { ScreenLayout, StageScreens } from '../../../preload/contract/screens/layout.ts'
import type { Emit } from '../../kernel/emit.ts'
import type { ScreenHost } from '../../kernel/face.ts'
import { notFound } from '../../kernel/result.ts'
import type { StageStore } from '../stages/stageStore.ts'
import { firstLayout, hostedOf, isHeld, withLayout, type StoredScreens } from './rules/storedScreens.ts'
import { makeScreenSecret } from './screenSecret.ts'
import type { ScreenStore } from './screenTables.ts'

export type ScreensParts = {
  readonly store: ScreenStore & Pick<StageStore, 'stage'>
  readonly emit: Emit
  readonly screenHost?: ScreenHost
  /** Language of the first screen: as the settings say, else the one asked for, else the system's. */
  readonly language: (asked?: 'en' | 'ru') => 'en' | 'ru'
  /** False for a command, which ends with what it serves. */
  readonly isRemembered: boolean
}

export type Screens = ReturnType<typeof createScreens>

type Place = { readonly address: string; readonly port?: number }

const isPortTaken = (started: Result<null>): boolean =>
  !started.ok && started.error.kind === 'invalid-input' && started.error.issues.some(({ path }) => path === 'port')

const makePin = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The screens of stages: arranging them, and serving them to the network. */
export const createScreens = ({ store, emit, screenHost: host, language, isRemembered }: ScreensParts) => {
  const tell = (stage: StageGuid): void => emit({ name: 'screens:changed', data: { stage } })

  /** Layouts that nobody saved yet, so that each is the same the next time, but for its language. */
  const firsts = new Map<StageGuid, StoredScreens>()
  const storedOf = (stage: StageGuid, asked?: 'en' | 'ru'): StoredScreens => {
    const begun = firsts.get(stage)
    const known = store.screens(stage) ?? (asked === undefined ? begun : undefined)
    if (known !== undefined) return known
    const id = begun?.layout.screens[0]?.id ?? randomBytes(9).toString('base64url')
    const layout = firstLayout(language(asked), id, begun?.layout.pin ?? makePin())
    const first = withLayout(begun ?? null, layout, makeScreenSecret)
    firsts.set(stage, first)
    return first
  }

  const answer = (stage: StageGuid, { layout, secrets, place }: StoredScreens): Result<StageScreens> => {
    const state = host?.stateOf(stage) ?? null
    const networks = host?.networks() ?? []
    const isArranged = store.screens(stage) !== null
    const known = { layout, isArranged, lastAddress: place?.address ?? null, networks }
    if (state === null) return { ok: true, value: { ...known, served: null } }
    const { address, port, reachedAt, trouble } = state
    const screens = layout.screens.map(({ id }) => {
      const secret = secrets[id] ?? ''
      return {
        id,
        url: state.urlOf(secret),
        urlByName: state.urlByNameOf(secret),
        connections: state.connectionsOf(secret),
      }
    })
    const served = { address, port, reachedAt, trouble, screens }
    return { ok: true, value: { ...known, served } }
  }

  /** Starting takes a while: what was saved meanwhile is shown, too. */
  const arrangeAgain = (stage: StageGuid): StoredScreens => {
    const stored = storedOf(stage)
    host?.update(hostedOf(stage, stored))
    return stored
  }

  const start = async (stage: StageGuid, place: Place): Promise<Result<StageScreens>> => {
    if (store.stage(stage) === null) return notFound('stage')
    if (host === undefined) return notFound('screens')
    const stored = storedOf(stage)
    const hosted = hostedOf(stage, stored)
    const { address } = place
    const asked = place.port ?? stored.place?.port ?? 0
    let started = await host.start(hosted, { address, port: asked })
    // Another program may have the port by now.
    if (isPortTaken(started) && place.port === undefined && asked !== 0)
      started = await host.start(hosted, { address, port: 0 })
    if (!started.ok) return started
    const port = host.stateOf(stage)?.port ?? asked
    const current = arrangeAgain(stage)
    const next = { ...current, place: { address, port }, isOn: isRemembered || current.isOn }
    store.saveScreens(stage, next)
    tell(stage)
    return answer(stage, next)
  }

  let isEnded = false
  host?.whenChanged((stage) => {
    if (isEnded) return
    const state = host.stateOf(stage)
    const stored = store.screens(stage)
    if (state !== null && stored !== null && stored.place?.address !== state.address) {
      store.saveScreens(stage, { ...stored, place: { address: state.address, port: state.port } })
    }
    tell(stage)
  })
  const resume = async (): Promise<void> => {
    if (!isRemembered) return
    for (const stage of store.stagesWithScreens()) {
      if (isEnded) return
      const stored = store.screens(stage)
      if (stored?.isOn !== true || stored.place === null) continue
      await host?.start(hostedOf(stage, stored), { ...stored.place, isAgain: true })
      if (isEnded) return
      arrangeAgain(stage)
      tell(stage)
    }
  }
  const stopAll = async (): Promise<void> => {
    isEnded = true
    for (const stage of store.stagesWithScreens()) await host?.stop(stage)
  }
  host?.remember(store.frozenScreens)
  host?.whenReady(() => void resume())

  return {
    stopAll,
    read: (stage: StageGuid, asked?: 'en' | 'ru'): Result<StageScreens> =>
      store.stage(stage) === null ? notFound('stage') : answer(stage, storedOf(stage, asked)),
    save: async (stage: StageGuid, layout: ScreenLayout): Promise<Result<StageScreens>> => {
      const frozen = await store.frozenScreens()
      if (store.stage(stage) === null) return notFound('stage')
      const held = layout.screens.filter(isHeld)
      frozen.keepOnly(
        stage,
        held.map(({ id }) => id),
      )
      const next = withLayout(storedOf(stage), layout, makeScreenSecret)
      store.saveScreens(stage, next)
      host?.update(hostedOf(stage, next))
      tell(stage)
      return answer(stage, next)
    },
    start,
    stop: async (stage: StageGuid): Promise<Result<StageScreens>> => {
      if (store.stage(stage) === null) return notFound('stage')
      await host?.stop(stage, true)
      const next = { ...storedOf(stage), isOn: false }
      store.saveScreens(stage, next)
      tell(stage)
      return answer(stage, next)
    },
  }
}
