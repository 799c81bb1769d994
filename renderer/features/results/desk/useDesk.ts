import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StageGuid } from '../../../../preload/contract/ids.ts'
import type { Neighbour, PersonCard } from '../../../../preload/contract/results.ts'
import type { Problem } from '../../../api.ts'
import { wantedAtDesk } from '../../../app/opened/openRow.ts'
import { scopeId, scopeQuery, type Scope } from '../../../app/stage/scope.ts'
import { fetchValue } from '../../../app/state/queries.ts'
import { useDebounced } from '../../../app/state/useDebounced.ts'
import type { DeskKey } from './deskKeys.ts'
import { deskPeople } from './deskPeople.ts'
import { emptyDesk, heldTo, isSamePerson, moved, shownNext, typed, type DeskRow, type DeskState } from './deskState.ts'

const REST_MS = 60
const LISTED = 100

const rowOf = (neighbour: Neighbour | undefined): DeskRow | null =>
  neighbour === undefined
    ? null
    : { category: neighbour.category, index: neighbour.index, bib: neighbour.bib, name: neighbour.name }

export type Desk = {
  readonly state: DeskState
  /** Null until what was typed has been searched. */
  readonly people: readonly DeskRow[] | null
  /** Rows found beyond those that were read. */
  readonly more: number
  /** None of them is in what the tree selects, but in the rest of the stage. */
  readonly areElsewhere: boolean
  /** None of them has what was typed, but something similar. */
  readonly areSimilar: boolean
  readonly person: DeskRow | null
  readonly card: PersonCard | undefined
  readonly error: Problem | null
  readonly type: (text: string) => void
  readonly choose: (at: number) => void
  readonly clear: () => void
  /** `key`: the character of the stroke, for `anew`. */
  readonly press: (command: DeskKey, key: string) => void
}

/** State of the bib lookup, in what the tree selects and, where that has no match, in the whole stage. `clearAfterS`: seconds after the last key, 0 for never. */
export const useDesk = (stage: StageGuid, scope: Scope, clearAfterS: number): Desk => {
  const [held, setState] = useState(() => {
    const words = wantedAtDesk.get() ?? ''
    return { ...typed(words), isShown: words !== '' }
  })
  useEffect(() => wantedAtDesk.set(null), [])
  const words = useDebounced(held.text, REST_MS).trim()
  const page = useQuery({
    queryKey: ['results', stage, 'desk', scopeId(scope), words],
    queryFn: async () => {
      const find = (where: Scope) =>
        fetchValue('results:page', { ...scopeQuery(stage, where), search: words, offset: 0, limit: LISTED })
      const here = await find(scope)
      const isElsewhere = here.total === 0 && scope.kind !== 'all'
      const { total, columns, rows, areSimilar = false } = isElsewhere ? await find({ kind: 'all' }) : here
      return { of: words, total, read: rows.length, people: deskPeople(columns, rows), isElsewhere, areSimilar }
    },
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const found = words === '' || held.text.trim() === '' ? undefined : page.data
  // Earlier hits stay while the next digits are searched, unless Enter was pressed.
  const isSettled = found?.of === held.text.trim()
  const state = found !== undefined && isSettled ? heldTo(held, found.people) : held
  if (state.chosen !== held.chosen) setState(state)
  const people = found === undefined || (state.isShown && !isSettled) ? null : found.people
  const person = state.around ?? people?.[Math.min(state.at, Math.max(0, people.length - 1))] ?? null
  const query = useQuery({
    queryKey: ['results', stage, 'person', person?.category, person?.index],
    queryFn: () =>
      person === null
        ? Promise.reject({ kind: 'not-found', what: 'row' } satisfies Problem)
        : fetchValue('results:person', { category: person.category, index: person.index }),
    enabled: person !== null,
  })
  // After a refresh another row may be at this position.
  const isOther = person !== null && query.data !== undefined && !isSamePerson(query.data, person)
  if (isOther && state.around !== null) setState({ ...state, around: null })
  const card = isOther ? undefined : query.data

  useEffect(() => {
    if (clearAfterS === 0 || held.text === '') return undefined
    const timer = setTimeout(() => setState(emptyDesk), clearAfterS * 1000)
    return () => clearTimeout(timer)
  }, [held, clearAfterS])

  const count = people?.length ?? 0
  return {
    state,
    people,
    areElsewhere: found !== undefined && found.isElsewhere && found.people.length > 0,
    areSimilar: found?.areSimilar === true,
    more: found === undefined ? 0 : found.total - found.read,
    person,
    card,
    error: (found === undefined && words !== '' ? page.error : null) ?? (person === null ? null : query.error),
    type: (text) => setState(typed(text)),
    choose: (at) => setState({ ...state, at, chosen: null, around: null, isShown: true }),
    clear: () => setState(emptyDesk),
    press: (command, key) => {
      if (command === 'clear') setState(emptyDesk)
      else if (command === 'anew') setState(typed(key))
      else if (command === 'show') setState(shownNext(state, count))
      else if (command === 'next') setState(moved(state, 1, count, rowOf(card?.behind[0])))
      else setState(moved(state, -1, count, rowOf(card?.before.at(-1))))
    },
  }
}
