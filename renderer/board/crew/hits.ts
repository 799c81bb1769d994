import type { FoundResult } from '../../../preload/contract/screens/state.ts'

/** The person whose card is asked for. */
export type Person = Pick<FoundResult, 'bib' | 'name' | 'distance'>

/** Text by which the laptop finds the person: the bib, or the name of whoever has none. */
export const textOf = ({ bib, name }: Person): string => bib || name

/** The person's result of that distance among those found; all of the person's where the distance is called something else there. */
export const cardsOf = (found: readonly FoundResult[], { bib, name, distance }: Person): readonly FoundResult[] => {
  const own = found.filter((one) => one.name === name && (bib === '' || one.bib === bib))
  const here = own.filter((one) => one.distance === distance)
  return here.length > 0 ? here : own
}
