import type { Events } from '../../../preload/contract.ts'
import { createStore } from '../state/store.ts'

/**
 * A stage file to open: chosen by the user, dropped into the window, or named by a ticket where the system gave it to main. One
 * that was chosen is opened at once, the others wait for the user's answer.
 */
export type CapsuleSource =
  | { readonly kind: 'chosen' | 'dropped'; readonly file: File }
  | ({ readonly kind: 'given' } & Events['app:fileGiven'])

/** The dialog shows the first; the others wait. */
export const openedCapsules = createStore<readonly CapsuleSource[]>([])

const mostWaiting = 20

/** A file that the user chose replaces the one in the dialog; any other waits behind it. */
export const openCapsule = (source: CapsuleSource): void => {
  const sources = openedCapsules.get()
  if (source.kind === 'chosen') openedCapsules.set([source, ...sources.slice(1)])
  else openedCapsules.set([...sources, source].slice(0, mostWaiting))
}

/** Removes the first file; the dialog shows the next. */
export const closeCapsule = (): void => openedCapsules.set(openedCapsules.get().slice(1))

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
