import type { Events } from '../../preload/contract.ts'
import { createStore } from './store.ts'

/**
 * A stage file to open: chosen by the user, dropped into the window, or named by a ticket where the system gave it to main. One
 * that was chosen is opened at once, the others wait for the user's answer.
 */
export type CapsuleSource =
  { readonly kind: 'chosen' | 'dropped'; readonly file: File } | ({ readonly kind: 'given' } & Events['app:fileGiven'])

/** The dialog is about the first; the others wait for their turn. */
export const openedCapsules = createStore<readonly CapsuleSource[]>([])

const mostWaiting = 20

/** A file that the user chose takes the place of the one that the dialog is about; the others wait in turn. */
export const openCapsule = (source: CapsuleSource): void => {
  const sources = openedCapsules.get()
  if (source.kind === 'chosen') openedCapsules.set([source, ...sources.slice(1)])
  else openedCapsules.set([...sources, source].slice(0, mostWaiting))
}

/** The dialog goes on to the next file. */
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
