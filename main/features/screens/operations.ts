import type { Handlers } from '../../../preload/contract/operation.ts'
import type { screensOperations } from '../../../preload/contract/screens/layout.ts'
import { createScreens, type ScreensParts } from './screens.ts'

export const handleScreens = (parts: ScreensParts): Handlers<typeof screensOperations> => {
  const screens = createScreens(parts)
  return {
    'screens:read': ({ stage }) => screens.read(stage),
    'screens:served': () => ({ ok: true, value: screens.served() }),
    'screens:save': ({ stage, layout }) => screens.save(stage, layout),
    'screens:start': ({ stage, address, port }) =>
      screens.start(stage, { address, ...(port === undefined ? {} : { port }) }),
    'screens:stop': ({ stage }) => screens.stop(stage),
  }
}
