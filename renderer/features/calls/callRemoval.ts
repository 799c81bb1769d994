import type { QueryClient } from '@tanstack/react-query'
import type { CallId, SavedCallId } from '../../../preload/contract/ids.ts'
import { call } from '../../api.ts'
import { UNDO_MS } from '../../app/state/removals.ts'
import { createStore } from '../../app/state/store.ts'
import { shownCall } from './callDraft.ts'

type Removed = { readonly id: CallId } | { readonly saved: SavedCallId }

type Removal = { readonly what: Removed; readonly label: string; readonly at: number }

/** The one on its way out; nothing has left the machine, so for ten seconds the core is not even asked. */
export const callRemoval = createStore<Removal | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

const carryOut = async (client: QueryClient, removal: Removal): Promise<void> => {
  if (callRemoval.get() === removal) callRemoval.set(null)
  await call('call:remove', removal.what)
  if ('id' in removal.what && shownCall.get() === removal.what.id) shownCall.set(null)
  void client.invalidateQueries({ queryKey: ['calls'] })
}

/** The next removal ends the wait of the one before. */
export const removeCallSoon = (client: QueryClient, what: Removed, label: string): void => {
  clearTimeout(timer)
  const before = callRemoval.get()
  if (before !== null) void carryOut(client, before)
  const removal: Removal = { what, label, at: Date.now() + UNDO_MS }
  callRemoval.set(removal)
  timer = setTimeout(() => void carryOut(client, removal), UNDO_MS)
}

export const undoCallRemoval = (): void => {
  clearTimeout(timer)
  callRemoval.set(null)
}
