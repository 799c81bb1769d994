import type { AppEvent } from '../../../preload/contract.ts'
import type { changesOperations } from '../../../preload/contract/changes.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import { createLedger, type LedgerParts } from './ledger.ts'

export const openChanges = (
  parts: LedgerParts & { readonly listen: (listener: (event: AppEvent) => void) => void },
) => {
  const ledger = createLedger(parts)
  parts.listen(({ name, data }) => {
    if (name === 'stage:changed') ledger.tell(data.stage)
  })
  const handlers: Handlers<typeof changesOperations> = {
    'results:changes': ledger.page,
    'results:markChanges': ({ stage, mark, lastId }) =>
      ledger.mark(stage, mark, lastId === undefined ? undefined : { lastId }),
  }
  return { ledger, handlers }
}
