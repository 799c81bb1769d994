import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { CategoryId, StageGuid } from '../../../preload/contract/ids.ts'
import { call } from '../../api.ts'
import { nextVersion } from '../../app/state/nextVersion.ts'
import { fetchValue } from '../../app/state/queries.ts'
import { findPerson, type PersonFound, type PersonQuestions } from './person/findPerson.ts'
import { personBib } from '../../app/stage/personFields.ts'
import { isPlainTable } from '../../app/stage/scope.ts'
import { toLoadedRow, type LoadedRow, type Results } from '../../app/stage/useResults.ts'

const findIndex = (results: Results, id: string, hint: number): number => {
  const total = results.total ?? 0
  for (let distance = 0; distance <= total; distance += 1) {
    if (results.rowAt(hint - distance)?.id === id) return hint - distance
    if (results.rowAt(hint + distance)?.id === id) return hint + distance
  }
  return -1
}

/** The position of a row in the table, as far as its pages are loaded; known for a whole category in its own order. */
const placeOf = (results: Results, row: Pick<LoadedRow, 'id' | 'category' | 'index'>, hint: number): number => {
  const found = findIndex(results, row.id, Math.max(0, hint))
  if (found >= 0 || !isPlainTable(results.shown, row.category) || row.index >= (results.total ?? 0)) return found
  return results.rowAt(row.index) === undefined ? row.index : -1
}

type Person = {
  readonly row: LoadedRow
  /** Index in the table, -1 when the row is not among those found. */
  readonly at: number
}

type OpenedPerson = Person & {
  /** Higher for each row that was opened. */
  readonly opening: number
  readonly bib: string
  /** Another person was shown until then, and stays until this one is there. */
  readonly isNext: boolean
}

const questions = (stage: StageGuid): PersonQuestions => ({
  cardAt: async (category, index) => {
    const answer = await call('results:person', { category, index })
    if (answer.ok) return answer.value
    return answer.error.kind === 'not-found' ? null : Promise.reject(answer.error)
  },
  search: async (category, words) => {
    const found = { stage, categories: [category], search: words, offset: 0, limit: 50 }
    return (await fetchValue('results:page', found)).rows
  },
})

const usePersonFound = (stage: StageGuid, opened: OpenedPerson | null): UseQueryResult<PersonFound> => {
  const client = useQueryClient()
  const queryKey = ['results', stage, 'person', opened?.opening ?? 0]
  return useQuery({
    queryKey,
    enabled: opened !== null,
    queryFn: (): Promise<PersonFound> =>
      opened === null
        ? Promise.resolve({ kind: 'gone', before: null })
        : findPerson(questions(stage), opened, client.getQueryData<PersonFound>(queryKey)),
    placeholderData: (previous: PersonFound | undefined) => (opened?.isNext === true ? previous : undefined),
    gcTime: 0,
  })
}

/** The person in the panel: followed through a refresh, in the table and out of it. */
export const usePerson = (stage: StageGuid, results: Results) => {
  const [opened, setOpened] = useState<OpenedPerson | null>(null)
  const found = usePersonFound(stage, opened)
  const { columns } = results
  const open = useCallback(
    ({ row, at, bib = personBib(columns, row.cells) }: Person & { readonly bib?: string }): number => {
      const opening = nextVersion()
      setOpened((before) => ({ row, at, bib, opening, isNext: before !== null }))
      return opening
    },
    [columns],
  )
  const close = useCallback(() => setOpened(null), [])

  const answer = found.isPlaceholderData ? undefined : found.data
  const card = opened !== null && answer?.kind === 'found' ? answer.card : null
  const cardRow = card === null ? null : toLoadedRow(card.row)
  if (opened !== null) {
    // Rows without a bib have their index as ID, which changes with a refresh.
    const row = cardRow !== null && cardRow.id !== opened.row.id ? cardRow : opened.row
    const at = placeOf(results, cardRow ?? row, opened.at)
    const now = at < 0 ? row : (results.rowAt(at) ?? row)
    const next = { ...opened, row: now, at: at < 0 ? opened.at : at }
    if (next.row !== opened.row || next.at !== opened.at) setOpened(next)
  }
  return { person: opened, found, card, open, close }
}

/** A stored row by its place, whatever the table shows; null when it is not there. */
export const loadRow = async (
  category: CategoryId,
  index: number,
): Promise<{ readonly row: LoadedRow; readonly bib: string } | null> => {
  const answer = await call('results:person', { category, index })
  return answer.ok ? { row: toLoadedRow(answer.value.row), bib: answer.value.bib } : null
}
