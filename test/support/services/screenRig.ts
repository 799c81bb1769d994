import { join } from 'node:path'
import { beforeAll } from 'vitest'
import { makeScreenSecret } from '../../../main/features/screens/screenSecret.ts'
import { createScreenHost } from '../../../main/serve/screens/screenHost.ts'
import type { HostedStage, ScreenHost } from '../../../main/kernel/face.ts'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import { usualScreen, type ScreenNetwork } from '../../../preload/contract/screens/layout.ts'
import type { ScreenState, ScreenView } from '../../../preload/contract/screens/state.ts'
import { ensureBuilt } from '../appFaces.ts'
import { atEnd, closing, temporaryFolder } from '../atEnd.ts'
import { openContext } from '../chromium.ts'
import type { Cores } from '../coreRig.ts'
import { addStage, openCore, type OpenCore } from '../openCore.ts'
import { answerAwkwardly, startAwkwardRace } from './awkwardRace.ts'
import { bytesOf, inEnvelope, type RaceService } from './raceService.ts'

type Screen = HostedStage['screens'][number]

type ShownScreens = {
  readonly screen: (view: ScreenView) => Screen
  readonly url: (view: ScreenView) => string
  readonly state: () => ReturnType<ScreenHost['stateOf']>
  readonly update: (change: (hosted: HostedStage) => HostedStage) => void
  readonly close: () => Promise<void>
}

export const crewPin = '246813'
const rendererDir = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer')
export const boardDir = join(rendererDir, '..', 'board')

export const screenFor = (view: ScreenView): Screen => ({
  ...usualScreen,
  id: `screen-${view}`,
  name: view,
  secret: makeScreenSecret(),
  view,
  language: 'en',
})

/** An app that serves screens, and serves them again when it is opened over the same data. */
export const openWithScreens = async (
  cores: Pick<Cores, 'open'>,
  dataDir: string,
  face: 'browser' | 'terminal' = 'browser',
): Promise<OpenCore> => {
  const screenHost = createScreenHost({ rendererDir })
  const opened = await cores.open({ dataDir, face, screenHost })
  screenHost.attach(opened.core)
  return opened
}

/** The state of which a screen is told first when it is opened at that address. */
export const openedState = async (url: string): Promise<ScreenState> => {
  const { body } = await fetch(`${url}/events`)
  let told = ''
  for await (const part of body ?? []) {
    told += Buffer.from(part).toString()
    const [, json] = /^data: (.+)\n\n/mu.exec(told) ?? []
    // Leaving the loop closes the connection.
    if (json !== undefined) return JSON.parse(json) as ScreenState
  }
  throw new Error('no state')
}

type ShowOptions = {
  /** Screens at the addresses that these had, as after a restart of the app. */
  readonly before?: ShownScreens
  readonly address?: string
  readonly networks?: () => readonly ScreenNetwork[]
}

/** A screen for each view, in English, on loopback unless said otherwise. */
export const showScreens = async (
  { core }: OpenCore,
  stage: StageGuid,
  views: readonly ScreenView[],
  { before, address = '127.0.0.1', networks }: ShowOptions = {},
): Promise<ShownScreens> => {
  const host = createScreenHost({ rendererDir, lookMs: 50, ...(networks === undefined ? {} : { networks }) })
  host.attach({
    gate: core.gate,
    noteBug: (thrown) => {
      throw thrown
    },
  })
  let hosted: HostedStage = {
    stage,
    screens: views.map((view) => before?.screen(view) ?? screenFor(view)),
    columns: ['bib', 'club', 'team', 'city'],
    isFinal: false,
    logo: null,
    pin: crewPin,
  }
  const started = await host.start(hosted, { address, port: before?.state()?.port ?? 0 })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const screen = (view: ScreenView): Screen => {
    const found = hosted.screens.find((one) => one.view === view)
    if (found === undefined) throw new Error(`no screen shows ${view}`)
    return found
  }
  let last = host.stateOf(stage)
  return {
    screen,
    url: (view) => host.stateOf(stage)?.urlOf(screen(view).secret) ?? '',
    state: () => (last = host.stateOf(stage) ?? last),
    update: (change) => {
      hosted = change(hosted)
      host.update(hosted)
    },
    close: () => host.stop(stage),
  }
}

type Viewer = { readonly width: number; readonly height: number; readonly isStill?: boolean }

const device = async ({ width, height, isStill = false }: Viewer) => {
  const reducedMotion = isStill ? 'reduce' : 'no-preference'
  const page = await (await openContext({ viewport: { width, height }, reducedMotion })).newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, complaints }
}

/** The awkward race, downloaded once for a file, its screens, and devices that show them. A test leaves none of these open. */
export const useScreens = () => {
  const held: { taken: { readonly race: RaceService; readonly open: OpenCore; readonly stage: StageGuid } | null } = {
    taken: null,
  }
  beforeAll(async () => {
    await ensureBuilt()
    const race = closing(await startAwkwardRace())
    const open = closing(await openCore({ dataDir: temporaryFolder() }))
    const { stage } = await addStage(open, race)
    await open.take(stage)
    held.taken = { race, open, stage }
  }, 120_000)
  const race = () => {
    if (held.taken === null) throw new Error('the race is not there yet')
    return held.taken
  }
  return {
    race,
    /** Downloads these men in place of those that all tests begin with, until the test ends. */
    takeMen: async (rows: readonly unknown[]): Promise<void> => {
      const { race: service, open, stage } = race()
      atEnd(() => {
        answerAwkwardly(service)
        return open.take(stage)
      })
      service.answer('Men', bytesOf(inEnvelope(rows)))
      await open.take(stage)
    },
    show: async (views: readonly ScreenView[], options: ShowOptions = {}) => {
      const { open, stage } = race()
      const shown = await showScreens(open, stage, views, options)
      atEnd(shown.close)
      const arrange = (changes: Partial<Screen>): void =>
        shown.update((hosted) => ({ ...hosted, screens: hosted.screens.map((screen) => ({ ...screen, ...changes })) }))
      return { ...shown, arrange }
    },
    device,
    /** The page once it has heard from the laptop, and its complaints so far. */
    visit: async (url: string, viewer: Viewer) => {
      const opened = await device(viewer)
      await opened.page.goto(url)
      await opened.page.getByRole('heading', { level: 1 }).waitFor()
      return opened
    },
  }
}
