import type { Events } from '../../preload/contract.ts'
import { createStore } from './store.ts'

/**
 * A stage file to open: chosen by the user, dropped into the window, or named by a ticket where the system gave it to main. One
 * that was chosen is opened at once, the others wait for the user's answer.
 */
export type CapsuleSource =
  { readonly kind: 'chosen' | 'dropped'; readonly file: File } | ({ readonly kind: 'given' } & Events['app:fileGiven'])

export const openedCapsule = createStore<CapsuleSource | null>(null)

export const openCapsule = (source: CapsuleSource): void => openedCapsule.set(source)

/** Asks which file, as the system does. */
export const chooseCapsule = (): void => {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.racestage'
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file !== undefined) openCapsule({ kind: 'chosen', file })
  })
  input.click()
}
