import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CategoryId, Change, Podium, StageTree } from '../../../../preload/contract.ts'
import { fetchValue } from '../../../app/queries.ts'
import {
  correctionsOf,
  favouritesOf,
  finishersOf,
  isFinish,
  rowFacts,
  type Correction,
  type Finisher,
} from './announcerData.ts'

const CHANGES = 400
const ROWS = 1_000
const FAVOURITES = 200
const SHOWN_FINISHERS = 40
const SHOWN_CORRECTIONS = 40

/** What is on air. */
export type OnAir = {
  readonly finishers: readonly Finisher[]
  readonly podiums: readonly Podium[]
  readonly favourites: readonly Finisher[]
  readonly corrections: readonly Correction[]
  /** Of the newest change among them. */
  readonly lastId: number
  readonly confirmedAt: string | null
}

export type Announcer = {
  /** Null until the first answer. */
  readonly onAir: OnAir | null
  readonly frozenAt: string | null
  /** Changes that came since it was frozen. */
  readonly waiting: number
  readonly toggleFreeze: () => void
}

const NO_ROWS = { columns: [], rows: [] }

/** Everything the announcer reads out, kept in step with the store unless it is frozen. */
export const useAnnouncer = (tree: StageTree): Announcer => {
  const stage = tree.stage.guid
  const [frozen, setFrozen] = useState<{ readonly onAir: OnAir; readonly at: string } | null>(null)
  const changes = useQuery({
    queryKey: ['changes', stage, 'announcer'],
    queryFn: () => fetchValue('results:changes', { stage, offset: 0, limit: CHANGES }),
    placeholderData: keepPreviousData,
  }).data
  const oldest = changes?.changes.filter(isFinish).slice(0, CHANGES).at(-1)?.at ?? null
  const rows = useQuery({
    queryKey: ['results', stage, 'announcer', 'rows', oldest],
    queryFn: () =>
      fetchValue('results:page', {
        stage,
        filters: oldest === null ? [] : [{ changedSince: oldest }],
        offset: 0,
        limit: oldest === null ? 0 : ROWS,
      }),
    enabled: changes !== undefined,
    placeholderData: keepPreviousData,
  }).data
  const podiums = useQuery({
    queryKey: ['results', stage, 'announcer', 'podium'],
    queryFn: () => fetchValue('results:podium', { stage }),
  }).data
  const favourites = useQuery({
    queryKey: ['results', stage, 'announcer', 'favourites'],
    queryFn: () =>
      fetchValue('results:page', { stage, filters: [{ isFavourite: true }], offset: 0, limit: FAVOURITES }),
  }).data

  const live = useMemo((): OnAir | null => {
    if (changes === undefined || podiums === undefined || favourites === undefined) return null
    return {
      finishers: finishersOf(changes.changes, rowFacts(rows ?? NO_ROWS), SHOWN_FINISHERS),
      podiums,
      favourites: favouritesOf(favourites, placesOf(tree)),
      corrections: correctionsOf(changes.changes, SHOWN_CORRECTIONS),
      lastId: changes.lastId,
      confirmedAt: tree.stage.confirmedAt,
    }
  }, [changes, rows, podiums, favourites, tree])

  return {
    onAir: frozen?.onAir ?? live,
    frozenAt: frozen?.at ?? null,
    waiting: frozen === null ? 0 : countAfter(changes?.changes ?? [], frozen.onAir.lastId),
    toggleFreeze: () => {
      if (frozen !== null) setFrozen(null)
      else if (live !== null) setFrozen({ onAir: live, at: new Date().toISOString() })
    },
  }
}

const countAfter = (changes: readonly Change[], lastId: number): number =>
  changes.filter(({ id }) => id > lastId).length

const placesOf = (tree: StageTree): ReadonlyMap<CategoryId, { readonly distance: string; readonly category: string }> =>
  new Map(
    tree.distances.flatMap(({ name: distance, categories }) =>
      categories.map(({ id, name }) => [id, { distance, category: name }] as const),
    ),
  )
