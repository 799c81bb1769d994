import { join } from 'node:path'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { publishOperations } from '../../../preload/contract/publish/publish.ts'
import { once } from '../../kernel/once.ts'
import { removeLeftovers } from '../../platform/files/leftovers.ts'
import type { OpenDeskParts } from './openDesk.ts'

export const openPublish = (parts: Omit<OpenDeskParts, 'spoolFolder'>): Handlers<typeof publishOperations> => {
  const { store, log, errorOf } = parts
  const spoolFolder = join(parts.dataDir, 'publishing')
  let isOpen = false
  let forgetting = Promise.resolve()
  // No window waits for it.
  const open = once(async () => {
    isOpen = true
    const desk = (await import('./openDesk.ts')).openDesk({ ...parts, spoolFolder })
    forgetLeft()
    return desk
  })
  const forgetLeft = (): void => {
    forgetting = forgetting
      .then(async () => {
        if (store.leftSecrets().length > 0) await (await open()).forgetLeft()
      })
      .catch((thrown: unknown) => void errorOf(thrown))
  }
  parts.listen(({ name }) => {
    if (name === 'stage:changed') forgetLeft()
  })
  parts.atEnd(async () => {
    await forgetting
    if (isOpen) await (await open()).close()
  })
  if (parts.isRemembered) {
    const removing = removeLeftovers(spoolFolder)
    parts.atEnd(() => removing)
  }
  if (parts.isRemembered && store.stagesThatFollow().length > 0) {
    void open().then(({ resume }) => resume(), log.bug)
  }
  return {
    'publish:read': async ({ stage, language }) => (await open()).read(stage, language),
    'publish:save': async ({ stage, settings }) => (await open()).save(stage, settings),
    'publish:chooseFolder': async ({ stage, folder }) => (await open()).chooseFolder(stage, folder),
    'publish:setTarget': async ({ stage, address, endpoint }) => (await open()).setTarget(stage, address, endpoint),
    'publish:setSecret': async ({ stage, secret, accessKeyId }) => (await open()).setSecret(stage, secret, accessKeyId),
    'publish:trustHostKey': async ({ stage, hostKey }) => (await open()).trustHostKey(stage, hostKey),
    'publish:forgetSecret': async ({ stage }) => (await open()).forgetSecret(stage),
    'publish:start': async ({ stage, isTakingOver = false }) => (await open()).start(stage, isTakingOver),
    'publish:follow': async ({ stage, isOn }) => (await open()).follow(stage, isOn),
    'publish:preview': async ({ stage, isOn }) => (await open()).preview(stage, isOn),
    'publish:takeDown': async ({ stage }) => (await open()).takeDown(stage),
  }
}
