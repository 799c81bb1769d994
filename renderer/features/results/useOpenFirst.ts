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

/** What Enter does in the search: opens the first row that the words find, as soon as there is one, unless something else is done first. */
export const useOpenFirst = (first: FirstRow): (() => void) => {
  const { results, words, asked, isSettled, person, open, setOnly } = first
  const entered = useRef<Entered | null>(null)
  const row = results.rowAt(0)
  const bib = row === undefined ? '' : personBib(results.columns, row.cells)
  const follow = useCallback((): void => {
    const now = entered.current
    if (!isSettled || row === undefined || now?.asked !== asked || now.opening !== person?.opening) return
    // While rows still come, 1214 may arrive before 214.
    if (now.isOpened && (bib !== words || person?.bib === words)) return
    entered.current = { asked, opening: open({ row, at: 0 }), isOpened: true }
    setOnly(row.id)
  }, [isSettled, row, words, asked, bib, person, open, setOnly])
  useEffect(follow, [follow])
  return () => {
    entered.current = { asked, opening: person?.opening, isOpened: false }
    follow()
  }
}
