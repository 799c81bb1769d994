import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ChangeType } from '../../../../preload/contract/changes.ts'
import type { Podium } from '../../../../preload/contract/results.ts'
import type { StageTree } from '../../../../preload/contract/stages.ts'
import type { Problem } from '../../../api.ts'
import { fetchValue } from '../../../app/state/queries.ts'
import {
  bibsOf,
  correctionsOf,
  favouritesOf,
  finishersOf,
  personRows,
  type Correction,
  type Finisher,
  type Places,
} from './announcerData.ts'

/** Each finisher comes about three times: overall, by sex, by age group. */
const FINISHES = 240
const OTHERS = 150
const ROWS = 1_000
const FAVOURITES = 200
const SHOWN_FINISHERS = 40
const SHOWN_CORRECTIONS = 40

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
  readonly finishers: readonly Finisher[]
  readonly podiums: readonly Podium[]
  readonly favourites: readonly Finisher[]
  readonly corrections: readonly Correction[]
  /** The newest change that all of it knows. */
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

const NO_ROWS = { columns: [], rows: [] }

/** Everything the announcer reads out, kept in step with the store unless it is frozen. */
export const useAnnouncer = (tree: StageTree): Announcer => {
  const stage = tree.stage.guid
  const [frozen, setFrozen] = useState<{ readonly onAir: OnAir; readonly at: string } | null>(null)
  const finishesQuery = useQuery({
    queryKey: ['changes', stage, 'announcer', 'finishes'],
    queryFn: () => fetchValue('results:changes', { stage, areFinishes: true, offset: 0, limit: FINISHES }),
  })
  const finishes = finishesQuery.data
  const othersQuery = useQuery({
    queryKey: ['changes', stage, 'announcer', 'others'],
    queryFn: () =>
      fetchValue('results:changes', { stage, types: OTHER_TYPES, areFinishes: false, offset: 0, limit: OTHERS }),
  })
  const others = othersQuery.data
  const frozenId = frozen?.onAir.lastId ?? 0
  const waiting = useQuery({
    queryKey: ['changes', stage, 'announcer', 'waiting', frozenId],
    queryFn: () => fetchValue('results:changes', { stage, afterId: frozenId, offset: 0, limit: 0 }),
    enabled: frozen !== null,
  }).data
  const bibs = bibsOf(finishes?.changes ?? [], SHOWN_FINISHERS)
  const rows = useQuery({
    queryKey: ['results', stage, 'announcer', 'rows', bibs],
    queryFn: () =>
      fetchValue('results:page', { stage, filters: [{ role: 'bib', values: bibs }], offset: 0, limit: ROWS }),
    enabled: bibs.length > 0,
    placeholderData: keepPreviousData,
  }).data
  const podiumsQuery = useQuery({
    queryKey: ['results', stage, 'announcer', 'podium'],
    queryFn: () => fetchValue('results:podium', { stage }),
  })
  const podiums = podiumsQuery.data
  const favouritesQuery = useQuery({
    queryKey: ['results', stage, 'announcer', 'favourites'],
    queryFn: () =>
      fetchValue('results:page', { stage, filters: [{ isFavourite: true }], offset: 0, limit: FAVOURITES }),
  })
  const favourites = favouritesQuery.data

  const needed = [finishesQuery, othersQuery, podiumsQuery, favouritesQuery]

  const live = useMemo((): OnAir | null => {
    if (finishes === undefined || others === undefined || podiums === undefined || favourites === undefined) return null
    const places = placesOf(tree)
    return {
      finishers: finishersOf(finishes.changes, personRows(rows ?? NO_ROWS, places), SHOWN_FINISHERS),
      podiums,
      favourites: favouritesOf(favourites, places),
      corrections: correctionsOf(others.changes, SHOWN_CORRECTIONS),
      lastId: Math.min(finishes.lastId, others.lastId),
      confirmedAt: tree.stage.confirmedAt,
    }
  }, [finishes, others, rows, podiums, favourites, tree])

  return {
    onAir: frozen?.onAir ?? live,
    frozenAt: frozen?.at ?? null,
    waiting: frozen === null ? 0 : (waiting?.total ?? 0),
    error: needed.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => needed.filter(({ error }) => error !== null).forEach((query) => void query.refetch()),
    toggleFreeze: () => {
      if (frozen !== null) setFrozen(null)
      else if (live !== null) setFrozen({ onAir: live, at: new Date().toISOString() })
    },
  }
}

const placesOf = (tree: StageTree): Places =>
  new Map(
    tree.distances.flatMap(({ name: distance, categories }) =>
      categories.map(({ id, name }) => [id, { distance, category: name }] as const),
    ),
  )
