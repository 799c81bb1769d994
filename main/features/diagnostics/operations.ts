import type { AppInfo, diagnosticsOperations } from '../../../preload/contract/diagnostics.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { StorageStop } from '../../../preload/contract/storage.ts'
import { thisMachine } from '../../platform/system/thisMachine.ts'
import type { Secrets } from '../organizations/secrets.ts'
import { createDiagnostics, type DiagnosticsParts } from './diagnostics.ts'

export const handleDiagnostics = (
  parts: Omit<DiagnosticsParts, 'app' | 'wasMovedAside'> &
    Pick<AppInfo, 'version' | 'face' | 'dataDir' | 'systemLanguage' | 'movedAsideTo'> & {
      readonly storage: { readonly read: () => StorageStop | null }
      readonly isDatabaseDamaged: () => boolean
      readonly secrets: Pick<Secrets, 'lostAtEnd'>
    },
): Handlers<typeof diagnosticsOperations> => {
  const { version, face, dataDir, systemLanguage, movedAsideTo } = parts
  const diagnostics = createDiagnostics({
    ...parts,
    app: { version, face, language: systemLanguage, ...thisMachine() },
    wasMovedAside: movedAsideTo !== null,
  })
  return {
    'app:info': () => ({
      ok: true,
      value: {
        version,
        face,
        platform: process.platform,
        dataDir,
        systemLanguage,
        movedAsideTo,
        storageStop: parts.storage.read(),
        isDatabaseDamaged: parts.isDatabaseDamaged(),
        hosts: parts.hosts(),
        keysLostAtEnd: parts.secrets.lostAtEnd(),
      },
    }),
    'app:diagnostics': ({ save }) => diagnostics(save),
  }
}
