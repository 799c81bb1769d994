import type { CategoryId } from '../../../../preload/contract/ids.ts'

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
  /** The person on the card, kept across refreshes; null until the matches are read. */
  readonly chosen: DeskRow | null
  /** An adjacent person, shown instead of the hits. */
  readonly around: DeskRow | null
}

export const emptyDesk: DeskState = { text: '', isShown: false, at: 0, chosen: null, around: null }

export const typed = (text: string): DeskState => ({ ...emptyDesk, text })

/** The first Enter shows, each further one goes on to the next of those found, round and round. */
export const shownNext = (state: DeskState, found: number): DeskState => {
  if (state.text.trim() === '') return state
  if (!state.isShown) return { ...state, isShown: true }
  return { ...state, around: null, chosen: null, at: found === 0 ? 0 : (state.at + 1) % found }
}

/** `neighbour`: who is next in that direction by place, to whom one goes from the only one found. */
export const moved = (state: DeskState, by: -1 | 1, found: number, neighbour: DeskRow | null): DeskState => {
  if (found === 0) return state
  const shown = { ...state, isShown: true }
  if (found === 1) return neighbour === null ? shown : { ...shown, around: neighbour }
  return { ...shown, chosen: null, at: (state.at + by + found) % found }
}

type Who = Pick<DeskRow, 'bib' | 'name'>

/** Where one of them is not known nothing contradicts: a table may lack the role and have only a column called so. */
const agree = (one: string, other: string): boolean => one === '' || other === '' || one === other

/** Whether a card that came for a row is of the person the row was found as. */
export const isSamePerson = (one: Who, other: Who): boolean =>
  agree(one.bib.trim(), other.bib.trim()) && agree(one.name.trim(), other.name.trim())

const placeOf = (who: DeskRow, people: readonly DeskRow[]): number => {
  const same = (row: DeskRow): boolean => row.bib === who.bib && row.name === who.name
  const inCategory = (row: DeskRow): boolean => same(row) && row.category === who.category
  const exact = people.findIndex((row) => inCategory(row) && row.index === who.index)
  if (exact !== -1) return exact
  const near = people.findIndex(inCategory)
  if (near !== -1) return near
  const anywhere = people.findIndex(same)
  // A corrected name: the bib identifies the person if it is unique.
  const ofBib = who.bib === '' ? [] : people.filter(({ bib }) => bib === who.bib)
  return anywhere === -1 && ofBib.length === 1 ? people.findIndex(({ bib }) => bib === who.bib) : anywhere
}

/** Nobody went on from the first of those found, and now there is one whose bib is all that was typed. */
const isPassed = ({ text, at, chosen }: DeskState, first: DeskRow | undefined): boolean =>
  at === 0 && first?.bib === text.trim() && chosen?.bib !== first.bib

/** The state among `people` as they are now: at the one chosen, wherever they stand; at the first when they are gone. */
export const heldTo = (state: DeskState, people: readonly DeskRow[]): DeskState => {
  if (people.length === 0) return state
  if (state.chosen === null || isPassed(state, people[0])) {
    const at = Math.min(state.at, people.length - 1)
    return { ...state, at, chosen: people[at] ?? null }
  }
  const at = placeOf(state.chosen, people)
  if (at === -1) return { ...state, at: 0, chosen: people[0] ?? null }
  return at === state.at ? state : { ...state, at }
}
