import { isIPv4 } from 'node:net'
import { join } from 'node:path'
import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { ScreensTrouble } from '../../../preload/contract/screens/layout.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FrozenMemory, HostedStage, HostState, ScreenHost } from '../../kernel/face.ts'
import { createQueue } from '../../kernel/turns.ts'
import { isLoopback, isSameNetwork, ownName, ownNetworks } from './networks.ts'
import type { Screens } from './screens.ts'
import type { ScreenServer } from './screenServer.ts'

type Served = {
  readonly screens: Screens
  /** The interface that had the address, as long as it is known. */
  network: string | null
  address: string
  port: number
  /** Null while the address is gone. */
  server: ScreenServer | null
  reachedAt: Instant | null
  trouble: ScreensTrouble | null
  /** The operator ended the showing: the port still answers, so that a television that is loaded again says so. */
  isOver: boolean
}

type HostParts = {
  /** Folder of the built renderer; the page of screens lies beside it. */
  readonly rendererDir: string
  readonly clock?: Clock
  readonly networks?: ScreenHost['networks']
  /** How often the computer's addresses are looked at. */
  readonly lookMs?: number
}

export type AttachedScreenHost = ScreenHost & {
  /** Serves what the core's gate answers, from now on. */
  readonly attach: (core: { readonly gate: Gate; readonly noteBug: (thrown: unknown) => string }) => void
}

const everywhere = '0.0.0.0'

/** A crowd of screens that connect at once is told as one change. */
const tellMs = 300

/** The screens of stages, each stage with a server of its own, which follows its network when that gets another address. */
export const createScreenHost = (parts: HostParts): AttachedScreenHost => {
  const { clock = Date.now, networks = ownNetworks } = parts
  const stages = new Map<StageGuid, Served>()
  let gate: Gate | null = null
  let bug: (thrown: unknown) => string = () => ''
  let tell: (stage: StageGuid) => void = () => undefined
  let openMemory: (() => Promise<FrozenMemory>) | undefined
  const ready: (() => void)[] = []
  const now = (): Instant => new Date(clock()).toISOString() as Instant

  const timers = new Map<StageGuid, NodeJS.Timeout>()
  const tellSoon = (stage: StageGuid): void => {
    if (timers.has(stage)) return
    const timer = setTimeout(() => {
      timers.delete(stage)
      tell(stage)
    }, tellMs)
    timer.unref()
    timers.set(stage, timer)
  }

  const originsOf = ({ address, port }: Served): readonly string[] => {
    const name = ownName()
    return name === null || isLoopback(address) ? [] : [`http://${name}:${port}`]
  }

  const noteReached = (stage: StageGuid, served: Served, from: string): void => {
    const isOwn = (): boolean => isLoopback(from) || networks().some(({ address }) => address === from)
    if (served.reachedAt === null && !isOwn()) served.reachedAt = now()
    tellSoon(stage)
  }

  const closeServer = async (served: Served): Promise<void> => {
    const { server } = served
    served.server = null
    await server?.close()
  }

  const listen = async (stage: StageGuid, served: Served): Promise<Result<null>> => {
    const { startScreenServer } = await import('./screenServer.ts')
    const started = await startScreenServer({
      screens: served.screens,
      pageDir: join(parts.rendererDir, '..', 'board'),
      address: served.address,
      port: served.port,
      bug,
      clock,
      origins: () => originsOf(served),
      onChange: (from) => noteReached(stage, served, from),
    })
    if (!started.ok) return started
    served.server = started.value
    served.port = started.value.port
    served.network = networks().find(({ address }) => address === served.address)?.network ?? served.network
    return { ok: true, value: null }
  }

  /** Two starts at once would leave a server that nobody stops. */
  const inTurn = createQueue()
  const end = async (stage: StageGuid, isOver: boolean): Promise<void> => {
    const served = stages.get(stage)
    if (served === undefined) return
    if (isOver) {
      served.isOver = true
      served.screens.end()
    } else {
      stages.delete(stage)
      served.screens.close()
      await closeServer(served)
    }
    tellSoon(stage)
  }

  const stop = (stage: StageGuid, isOver = false): Promise<void> => inTurn(() => end(stage, isOver))

  /** Where the address is gone, its network's new one takes its place; without one, it is waited for. */
  const follow = async (stage: StageGuid, served: Served): Promise<void> => {
    const known = networks()
    // Names, addresses of version 6 and "all addresses" are not followed.
    const isFollowed = isIPv4(served.address) && served.address !== everywhere
    const isThere = !isFollowed || known.some(({ address }) => address === served.address)
    if (isThere && served.server !== null) return
    const from = served.address
    // In another network nobody chose to show anything.
    const next = known.find((one) => one.network === served.network && isSameNetwork(from, one))
    const to = isThere ? from : next?.address
    await closeServer(served)
    if (stages.get(stage) !== served) return
    if (to !== undefined) {
      served.address = to
      if (!(await listen(stage, served)).ok) served.address = from
    }
    if (stages.get(stage) !== served) return await closeServer(served)
    if (served.server === null) {
      if (served.trouble?.kind === 'gone') return
      served.trouble = { kind: 'gone', address: from, at: now() }
    } else served.trouble = from === served.address ? null : { kind: 'moved', from, to: served.address, at: now() }
    served.screens.refresh()
    tellSoon(stage)
  }

  let looking: NodeJS.Timeout | null = null
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      for (const [stage, served] of stages) await follow(stage, served)
    } finally {
      isLooking = false
    }
  }

  const begin: ScreenHost['start'] = async (hosted, at) => {
    const { stage } = hosted
    for (const [other, { isOver, port }] of stages)
      if (other !== stage && isOver && port === at.port) await end(other, false)
    const before = stages.get(stage)
    if (before === undefined) return await beginAt(hosted, at)
    stages.delete(stage)
    // Its port may be wanted again.
    await closeServer(before)
    const begun = await beginAt(hosted, at)
    if (begun.ok) before.screens.close()
    else await goBack(stage, before)
    tellSoon(stage)
    return begun
  }

  /** Serves again where it was served before; an address that is gone by now is waited for. */
  const goBack = async (stage: StageGuid, before: Served): Promise<void> => {
    const { address } = before
    if (!(await listen(stage, before)).ok) before.trouble = { kind: 'gone', address, at: now() }
    stages.set(stage, before)
  }

  const beginAt: ScreenHost['start'] = async (hosted, { address, port, isAgain }) => {
    const { stage } = hosted
    if (gate === null) throw new Error('Screens are served before there is a gate')
    const { openScreens } = await import('./screens.ts')
    const place: { of: Served | null } = { of: null }
    const screens = await openScreens(
      {
        gate,
        clock,
        bug,
        memory: await openMemory?.(),
        origins: () => (place.of === null ? [] : originsOf(place.of)),
        // A stage that is gone has nothing to show; anything else may pass, and what is shown stays meanwhile.
        onProblem: ({ error }) => void (error.kind === 'not-found' && stop(stage)),
      },
      hosted,
    )
    if (!screens.ok) return screens
    const served: Served = {
      screens: screens.value,
      network: null,
      address,
      port,
      server: null,
      reachedAt: null,
      trouble: null,
      isOver: false,
    }
    place.of = served
    const listening = await listen(stage, served)
    if (!listening.ok && isAgain !== true) {
      screens.value.close()
      return listening
    }
    if (!listening.ok) served.trouble = { kind: 'gone', address, at: now() }
    stages.set(stage, served)
    looking ??= setInterval(() => void look().catch(bug), parts.lookMs ?? 3_000).unref()
    // The first states were made before it was known where the laptop is.
    served.screens.refresh()
    return { ok: true, value: null }
  }

  return {
    attach: (core) => {
      gate = core.gate
      bug = core.noteBug
      for (const use of ready) use()
    },
    whenReady: (use) => {
      ready.push(use)
      if (gate !== null) use()
    },
    whenChanged: (listener) => {
      tell = listener
    },
    remember: (open) => {
      openMemory = open
    },
    start: (hosted, place) => inTurn(() => begin(hosted, place)),
    update: (hosted: HostedStage) => stages.get(hosted.stage)?.screens.update(hosted),
    stop,
    stateOf: (stage): HostState | null => {
      const served = stages.get(stage)
      if (served === undefined || served.isOver) return null
      const { address, port, reachedAt, trouble, server } = served
      const [byName] = originsOf(served)
      // Nobody can open "all addresses".
      const shown = address === everywhere ? (networks()[0]?.address ?? '127.0.0.1') : address
      const origin = address !== everywhere && server !== null ? server.origin : `http://${shown}:${port}`
      return {
        address,
        port,
        reachedAt,
        trouble,
        urlOf: (secret) => `${origin}/s/${secret}`,
        urlByNameOf: (secret) => (byName === undefined ? null : `${byName}/s/${secret}`),
        connectionsOf: (secret) => server?.connectionsOf(secret) ?? [],
      }
    },
    networks,
  }
}
