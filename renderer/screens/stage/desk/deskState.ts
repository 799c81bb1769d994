import type { CategoryId } from '../../../../preload/contract.ts'

/** A row by its place in its category's stored rows, with what it is called. */
export type DeskRow = {
  readonly category: CategoryId
  readonly index: number
  readonly bib: string
  readonly name: string
}

export type DeskState = {
  readonly text: string
  /** Enter was pressed for what is in the box; until then digits are added to it. */
  readonly isShown: boolean
  /** Which of those found. */
  readonly at: number
  /** Somebody near by place, in place of those found. */
  readonly around: DeskRow | null
}

export const emptyDesk: DeskState = { text: '', isShown: false, at: 0, around: null }

export const typed = (text: string): DeskState => ({ ...emptyDesk, text })

/** The first Enter shows, each further one goes on to the next of those found, round and round. */
export const shownNext = (state: DeskState, found: number): DeskState => {
  if (state.text.trim() === '') return state
  if (!state.isShown) return { ...state, isShown: true }
  return { ...state, around: null, at: found === 0 ? 0 : (state.at + 1) % found }
}

/** `neighbour`: who is next in that direction by place, to whom one goes from the only one found. */
export const moved = (state: DeskState, by: -1 | 1, found: number, neighbour: DeskRow | null): DeskState => {
  if (found === 0) return state
  const shown = { ...state, isShown: true }
  if (found === 1) return neighbour === null ? shown : { ...shown, around: neighbour }
  return { ...shown, at: (state.at + by + found) % found }
}
