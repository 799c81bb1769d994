import type { Handlers } from '../../../preload/contract/operation.ts'
import type { screensOperations } from '../../../preload/contract/screens/layout.ts'
import type { Shell } from '../../kernel/face.ts'
import { notFound } from '../../kernel/result.ts'
import { createScreens, type ScreensParts } from './screens.ts'

export const handleScreens = (parts: ScreensParts & { readonly shell?: Shell }): Handlers<typeof screensOperations> => {
  const screens = createScreens(parts)
  return {
    'screens:read': ({ stage }) => screens.read(stage),
    'screens:save': ({ stage, layout }) => screens.save(stage, layout),
    'screens:start': ({ stage, address, port }) =>
      screens.start(stage, { address, ...(port === undefined ? {} : { port }) }),
    'screens:open': async ({ stage, id }) => {
      const read = screens.read(stage)
      if (!read.ok) return read
      const url = read.value.served?.screens.find((screen) => screen.id === id)?.url
      if (url === undefined) return notFound('screen')
      await parts.shell?.showScreen(id, url)
      return { ok: true, value: parts.shell !== undefined }
    },
    'screens:stop': ({ stage }) => screens.stop(stage),
  }
}
