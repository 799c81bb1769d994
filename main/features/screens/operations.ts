import type { Handlers } from '../../../preload/contract/operation.ts'
import type { screensOperations } from '../../../preload/contract/screens/layout.ts'
import type { Shell } from '../../kernel/face.ts'
import { notFound } from '../../kernel/result.ts'
import type { Screens, ScreensParts } from './screens.ts'

type Parts = ScreensParts & { readonly shell?: Shell; readonly atEnd: (end: () => Promise<void>) => void }

/** Loaded with the first question, or with the app where any screens are arranged. */
export const handleScreens = (parts: Parts): Handlers<typeof screensOperations> => {
  let loading: Promise<Screens> | null = null
  const load = (): Promise<Screens> =>
    (loading ??= import('./screens.ts').then(({ createScreens }) => createScreens(parts)))
  parts.screenHost?.whenReady(() => {
    if (parts.store.stagesWithScreens().length > 0) void load()
  })
  parts.atEnd(async () => await (await loading)?.stopAll())
  return {
    'screens:read': async ({ stage, language }) => (await load()).read(stage, language),
    'screens:save': async ({ stage, layout }) => (await load()).save(stage, layout),
    'screens:start': async ({ stage, address, port }) =>
      (await load()).start(stage, { address, ...(port === undefined ? {} : { port }) }),
    'screens:open': async ({ stage, id }) => {
      const read = (await load()).read(stage)
      if (!read.ok) return read
      const url = read.value.served?.screens.find((screen) => screen.id === id)?.url
      if (url === undefined) return notFound('screen')
      await parts.shell?.showScreen(id, url)
      return { ok: true, value: parts.shell !== undefined }
    },
    'screens:stop': async ({ stage }) => (await load()).stop(stage),
  }
}
