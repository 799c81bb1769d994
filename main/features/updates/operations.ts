import type { AppEvent } from '../../../preload/contract.ts'
import type { Handlers } from '../../../preload/contract/operation.ts'
import type { updatesOperations } from '../../../preload/contract/updates.ts'
import { createUpdates, type UpdatesParts } from './updates.ts'

export const openUpdates = (
  parts: UpdatesParts & { readonly listen: (listener: (event: AppEvent) => void) => void },
) => {
  const updates = createUpdates(parts)
  parts.listen(updates.follow)
  const handlers: Handlers<typeof updatesOperations> = {
    'app:updates': ({ action = null }) => ({
      ok: true,
      value: action === null ? updates.state() : updates.act(action),
    }),
  }
  return { updates, handlers }
}
