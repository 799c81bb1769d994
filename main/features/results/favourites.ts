import type { Input } from '../../../preload/contract.ts'
import type { Instant, RowPlace, StageGuid } from '../../../preload/contract/ids.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Favourite, SavedView } from '../../../preload/contract/results.ts'
import { identitiesOf } from './rules/identity.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { RowFields } from './rowFields.ts'
import type { TableStore } from '../columns/tableStore.ts'
import type { FavouriteStore } from './favouriteTables.ts'
import type { StageStore } from '../stages/stageStore.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Emit } from '../../kernel/emit.ts'
import { invalidInput, notFound, type Failure } from '../../kernel/result.ts'

type Favourites = {
  readonly change: (input: Input<'stage:favourites'>) => Promise<Result<readonly Favourite[]>>
  readonly views: (input: Input<'stage:views'>) => Result<readonly SavedView[]>
}

export type FavouritesParts = {
  readonly store: FavouriteStore & Pick<StageStore, 'stage'> & Pick<TableStore, 'tables'>
  readonly cache: Pick<CategoryRowsCache, 'rowsInTurns'>
  readonly fields: Pick<RowFields, 'reader'>
  readonly clock: Clock
  readonly emit: Emit
}

/** Saved views of one stage; far more than needed. */
const viewLimit = 200

/** People a user marks and views a user names, stage by stage. */
export const createFavourites = ({ store, cache, fields, clock, emit }: FavouritesParts): Favourites => {
  const now = (): Instant => new Date(clock()).toISOString() as Instant
  const stageGone = (stage: StageGuid): Failure | null => (store.stage(stage) === null ? notFound('stage') : null)

  const personAt = async (
    stage: StageGuid,
    { category, index }: RowPlace,
    path: string,
  ): Promise<Result<Favourite>> => {
    const table = store.tables(stage).find((known) => known.category === category)
    const rows = table === undefined ? [] : (await cache.rowsInTurns(table)).rows
    const row = rows[index]
    if (table === undefined || row === undefined) return notFound('row')
    const reader = fields.reader(table)
    const person = identitiesOf(reader, rows).key(row)
    if (person === null) return invalidInput(path, 'the row names nobody')
    const value = { key: person.key, name: reader.name(row), bib: reader.text(row, 'bib'), addedAt: now() }
    return { ok: true, value }
  }

  return {
    change: async ({ stage, add = [], remove = [] }) => {
      const gone = stageGone(stage)
      if (gone !== null) return gone
      const added: Favourite[] = []
      const removed: string[] = []
      for (const place of add) {
        const person = await personAt(stage, place, 'add')
        if (!person.ok) return person
        added.push(person.value)
      }
      for (const one of remove) {
        if ('key' in one) removed.push(one.key)
        else {
          const person = await personAt(stage, one, 'remove')
          if (!person.ok) return person
          removed.push(person.value.key)
        }
      }
      if (added.length + removed.length > 0) {
        store.changeFavourites(stage, added, removed)
        emit({ name: 'favourites:changed', data: { stage, areAdded: added.length > 0 } })
      }
      return { ok: true, value: store.favourites(stage) }
    },
    views: ({ stage, save, remove }) => {
      const gone = stageGone(stage)
      if (gone !== null) return gone
      const name = save?.name.trim()
      if (save !== undefined && name !== undefined) {
        const others = store.savedViews(stage).filter((known) => known.name !== name && known.name !== remove)
        if (others.length >= viewLimit) return invalidInput('save', `at most ${viewLimit} views`)
        // A renaming to the same name keeps the view.
        store.changeViews(stage, { name, view: save.view, savedAt: now() }, remove === name ? null : (remove ?? null))
      } else if (remove !== undefined) {
        store.changeViews(stage, null, remove)
      }
      if (save !== undefined || remove !== undefined) emit({ name: 'views:changed', data: { stage } })
      return { ok: true, value: store.savedViews(stage) }
    },
  }
}
