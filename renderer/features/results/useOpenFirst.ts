import { useCallback, useEffect, useRef } from 'react'
import { personBib } from '../../app/stage/personFields.ts'
import type { Results } from '../../app/stage/useResults.ts'
import type { usePerson } from './usePerson.ts'

type FirstRow = Pick<ReturnType<typeof usePerson>, 'person' | 'open'> & {
  readonly results: Results
  readonly words: string
  /** Another text whenever the words, the scope, the filters or the order are others. */
  readonly asked: string
  /** The rows are those that the words find. */
  readonly isSettled: boolean
  readonly setOnly: (id: string) => void
}

/** What Enter was pressed for, and who is in the panel since. */
type Entered = { readonly asked: string; readonly opening: number | undefined; readonly isOpened: boolean }

/** Whether to open the first row: only while nothing else was asked or opened since Enter was pressed. */
export const isToOpen = (
  entered: Entered | null,
  asked: string,
  shown: Entered['opening'],
  words: string,
  bibs: { readonly first: string; readonly shown: string | undefined },
): boolean => {
  if (entered?.asked !== asked || entered.opening !== shown) return false
  // While rows still come, 1214 may arrive before 214.
  return !entered.isOpened || (bibs.first === words && bibs.shown !== words)
}

/** What Enter does in the search: opens the first row that the words find, as soon as there is one, unless something else is done first. */
export const useOpenFirst = (first: FirstRow): (() => void) => {
  const { results, words, asked, isSettled, person, open, setOnly } = first
  const entered = useRef<Entered | null>(null)
  const row = results.rowAt(0)
  const bib = row === undefined ? '' : personBib(results.columns, row.cells)
  const follow = useCallback((): void => {
    if (!isSettled || row === undefined) return
    if (!isToOpen(entered.current, asked, person?.opening, words, { first: bib, shown: person?.bib })) return
    entered.current = { asked, opening: open({ row, at: 0 }), isOpened: true }
    setOnly(row.id)
  }, [isSettled, row, words, asked, bib, person, open, setOnly])
  useEffect(follow, [follow])
  return () => {
    entered.current = { asked, opening: person?.opening, isOpened: false }
    follow()
  }
}
