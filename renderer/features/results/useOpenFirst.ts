import { useCallback, useEffect, useRef } from 'react'
import { personBib } from '../../app/stage/personFields.ts'
import type { Results } from '../../app/stage/useResults.ts'
import type { usePerson } from './usePerson.ts'

type FirstRow = Pick<ReturnType<typeof usePerson>, 'person' | 'open'> & {
  readonly results: Results
  readonly words: string
  /** The rows are those that the words find. */
  readonly isSettled: boolean
  readonly setOnly: (id: string) => void
}

/** The words for which Enter was pressed, and who is in the panel since. */
type Entered = { readonly words: string; readonly opening: number | undefined; readonly isOpened: boolean }

/** What Enter does in the search: opens the first row that the words find, as soon as there is one, unless something else is done first. */
export const useOpenFirst = ({ results, words, isSettled, person, open, setOnly }: FirstRow): (() => void) => {
  const entered = useRef<Entered | null>(null)
  const row = results.rowAt(0)
  const bib = row === undefined ? '' : personBib(results.columns, row.cells)
  const follow = useCallback((): void => {
    const now = entered.current
    if (!isSettled || row === undefined || now?.words !== words || now.opening !== person?.opening) return
    // While rows still come, a bib that only contains the digits may be there before the very one.
    if (now.isOpened && (bib !== words || person?.bib === words)) return
    entered.current = { words, opening: open({ row, at: 0 }), isOpened: true }
    setOnly(row.id)
  }, [isSettled, row, words, bib, person, open, setOnly])
  useEffect(follow, [follow])
  return () => {
    entered.current = { words, opening: person?.opening, isOpened: false }
    follow()
  }
}
