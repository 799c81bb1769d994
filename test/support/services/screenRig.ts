import { join } from 'node:path'
import type { StageGuid } from '../../../preload/contract/ids.ts'
import type { ScreenView } from '../../../preload/contract/screens/state.ts'
import { randomSecret } from '../../../main/serve/access.ts'
import { openScreens, type Screen, type Screens } from '../../../main/serve/screens/screens.ts'
import { startScreenServer, type ScreenServer } from '../../../main/serve/screens/screenServer.ts'
import type { OpenCore } from '../openCore.ts'

export type ShownScreens = {
  readonly server: ScreenServer
  readonly screens: Screens
  readonly screen: (view: ScreenView) => Screen
  readonly url: (view: ScreenView) => string
  readonly close: () => Promise<void>
}

const boardDir = join(import.meta.dirname, '..', '..', '..', 'out', 'board')

/** A screen for each view, in English, on loopback; at the addresses of `before`, as after a restart of the app. */
export const showScreens = async (
  { core }: OpenCore,
  stage: StageGuid,
  views: readonly ScreenView[],
  before?: ShownScreens,
): Promise<ShownScreens> => {
  const all = views.map((view): Screen => ({
    name: view,
    secret: before?.screen(view).secret ?? randomSecret(),
    view,
    category: null,
    language: 'en',
  }))
  const opened = await openScreens({
    gate: core.gate,
    stage,
    screens: all,
    isFinal: false,
    clock: Date.now,
    onProblem: ({ error }) => {
      throw new Error(JSON.stringify(error))
    },
  })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const started = await startScreenServer({
    screens: opened.value,
    pageDir: boardDir,
    address: '127.0.0.1',
    port: before?.server.port ?? 0,
    bug: (thrown) => {
      throw thrown
    },
  })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const screen = (view: ScreenView): Screen => {
    const found = all.find((one) => one.view === view)
    if (found === undefined) throw new Error(`no screen shows ${view}`)
    return found
  }
  return {
    server: started.value,
    screens: opened.value,
    screen,
    url: (view) => started.value.urlOf(screen(view)),
    close: async () => {
      opened.value.close()
      await started.value.close()
    },
  }
}
