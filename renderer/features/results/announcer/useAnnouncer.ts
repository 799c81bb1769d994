import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ChangeType } from '../../../../preload/contract/changes.ts'
import type { Finish, Podium } from '../../../../preload/contract/results.ts'
import type { StageTree } from '../../../../preload/contract/stages.ts'
import type { Problem } from '../../../api.ts'
import { fetchValue } from '../../../app/state/queries.ts'
import { categoriesIn, scopeId, scopeQuery, type Scope } from '../../../app/stage/scope.ts'
import { correctionsOf, dueOf, favouritesOf, type Correction, type Due } from './announcerData.ts'

/** Most are places that moved by one. */
const OTHERS = 500
const FAVOURITES = 200
const SHOWN_FINISHERS = 40
const SHOWN_CORRECTIONS = 40
/** Time alone brings people into the next half hour and takes them out of it. */
const EXPECTED_EVERY_MS = 60_000

const OTHER_TYPES: readonly ChangeType[] = [
  'result',
  'place',
  'status',
  'name',
  'club',
  'moved',
  'vanished',
  'mass-recalculation',
]

/** Data on the announcer's screen. */
type OnAir = {
  readonly finishers: readonly Finish[]
  readonly podiums: readonly Podium[]
  readonly favourites: readonly Finish[]
  readonly due: readonly Due[]
  readonly corrections: readonly Correction[]
  /** The newest change that its corrections know. */
  readonly lastId: number
  readonly confirmedAt: string | null
}

type Announcer = {
  /** Null until the first answer. */
  readonly onAir: OnAir | null
  readonly frozenAt: string | null
  /** Changes that came since it was frozen. */
  readonly waiting: number
  readonly toggleFreeze: () => void
  /** Why there is nothing to show. */
  readonly error: Problem | null
  readonly retry: () => void
}

/** Everything the announcer reads out of a distance, a category or all, kept in step with the store unless it is frozen. */
export const useAnnouncer = (tree: StageTree, scope: Scope): Announcer => {
  const stage = tree.stage.guid
  const scopeKey = scopeId(scope)
  const [held, setHeld] = useState<{ readonly onAir: OnAir; readonly at: string; readonly scopeKey: string } | null>(
    null,
  )
  // What was held of another scope is not what the tree says.
  const frozen = held?.scopeKey === scopeKey ? held : null
  const query = scopeQuery(stage, scope)
  const shown = useMemo(() => categoriesIn(scope, tree).map(({ id }) => id), [scope, tree])
  const ofScope = scope.kind === 'all' ? {} : { categories: shown }
  const finishersQuery = useQuery({
    queryKey: ['results', stage, 'announcer', 'finishers', scopeKey],
    queryFn: () => fetchValue('results:finishes', { ...query, limit: SHOWN_FINISHERS }),
    placeholderData: keepPreviousData,
  })
  const finishers = finishersQuery.data
  const othersQuery = useQuery({
    queryKey: ['changes', stage, 'announcer', 'others', scopeKey],
    queryFn: () =>
      fetchValue('results:changes', {
        stage,
        ...ofScope,
        types: OTHER_TYPES,
        areFinishes: false,
        offset: 0,
        limit: OTHERS,
      }),
    placeholderData: keepPreviousData,
  })
  const others = othersQuery.data
  const frozenId = frozen?.onAir.lastId ?? 0
  const waiting = useQuery({
    queryKey: ['changes', stage, 'announcer', 'waiting', scopeKey, frozenId],
    queryFn: () => fetchValue('results:changes', { stage, ...ofScope, afterId: frozenId, offset: 0, limit: 0 }),
    enabled: frozen !== null,
  }).data
  const podiumsQuery = useQuery({
    queryKey: ['results', stage, 'announcer', 'podium'],
    queryFn: () => fetchValue('results:podium', { stage }),
  })
  const podiums = podiumsQuery.data
  const favouritesQuery = useQuery({
    queryKey: ['results', stage, 'announcer', 'favourites', scopeKey],
    queryFn: () =>
      fetchValue('results:page', { ...query, filters: [{ isFavourite: true }], offset: 0, limit: FAVOURITES }),
    placeholderData: keepPreviousData,
  })
  const favourites = favouritesQuery.data

  const expectedQuery = useQuery({
    queryKey: ['results', stage, 'announcer', 'expected', scopeKey],
    queryFn: () => fetchValue('results:expected', query),
    placeholderData: keepPreviousData,
    refetchInterval: EXPECTED_EVERY_MS,
  })
  const expected = expectedQuery.data

  const needed = [finishersQuery, othersQuery, podiumsQuery, favouritesQuery, expectedQuery]

  const live = useMemo((): OnAir | null => {
    if (finishers === undefined || others === undefined || podiums === undefined) return null
    if (favourites === undefined || expected === undefined) return null
    const ids = new Set(shown)
    return {
      finishers,
      podiums: podiums.filter(({ category }) => ids.has(category)),
      favourites: favouritesOf(favourites, placesOf(tree)),
      due: dueOf(expected),
      corrections: correctionsOf(others.changes, SHOWN_CORRECTIONS),
      lastId: others.lastId,
      confirmedAt: tree.stage.confirmedAt,
    }
  }, [finishers, others, podiums, favourites, expected, tree, shown])

  return {
    onAir: frozen?.onAir ?? live,
    frozenAt: frozen?.at ?? null,
    waiting: frozen === null ? 0 : (waiting?.total ?? 0),
    error: needed.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => needed.filter(({ error }) => error !== null).forEach((query) => void query.refetch()),
    toggleFreeze: () => {
      if (frozen !== null) setHeld(null)
      else if (live !== null) setHeld({ onAir: live, at: new Date().toISOString(), scopeKey })
    },
  }
}

const placesOf = (tree: StageTree): Parameters<typeof favouritesOf>[1] =>
  new Map(
    tree.distances.flatMap(({ name: distance, categories }) =>
      categories.map(({ id, name }) => [id, { distance, category: name }] as const),
    ),
  )
