import type { QueryClient } from '@tanstack/react-query'
import type { Guid } from '../../../preload/contract/ids.ts'
import { call } from '../../api.ts'
import { createStore } from '../../app/state/store.ts'
import { UNDO_MS } from '../../app/state/removals.ts'

/** Orders on their way out together, with the time (epoch, ms) at which that is carried out. Leaving the page keeps them. */
export type OrderRemoval = { readonly guids: ReadonlySet<Guid>; readonly at: number }

export const orderRemoval = createStore<OrderRemoval | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

export const undoOrderRemoval = (): void => {
  clearTimeout(timer)
  orderRemoval.set(null)
}

/** A second removal within the ten seconds joins the first, and both can be undone for another ten. */
export const removeOrdersSoon = (client: QueryClient, guids: readonly Guid[]): void => {
  clearTimeout(timer)
  const removal = {
    guids: new Set([...(orderRemoval.get()?.guids ?? []), ...guids]),
    at: Date.now() + UNDO_MS,
  }
  orderRemoval.set(removal)
  const carryOut = async (): Promise<void> => {
    await call('order:remove', { guids: [...removal.guids] })
    await client.invalidateQueries({ queryKey: ['orders'] })
    if (orderRemoval.get() === removal) orderRemoval.set(null)
  }
  timer = setTimeout(() => void carryOut(), UNDO_MS)
}
