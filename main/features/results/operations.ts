import type { Handlers } from '../../../preload/contract/operation.ts'
import type { resultsOperations } from '../../../preload/contract/results.ts'
import type { CategoryRowsCache } from '../columns/categoryRows.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createFavourites, type FavouritesParts } from './favourites.ts'
import { createFieldFacts } from './fieldFacts.ts'
import { createFindEverywhere, type FindParts } from './findEverywhere.ts'
import { createPeople, type PersonParts } from './person.ts'
import { createPictures } from './pictures.ts'
import { countPeople } from './peopleCounts.ts'
import { createPodium } from './podium.ts'
import { createResults } from './results.ts'
import { createRowFields } from './rowFields.ts'

type CreateResults = Parameters<typeof createResults>

type OpenResultsParts = Omit<FindParts & FavouritesParts & PersonParts, 'fields' | 'facts' | 'select' | 'rowView'> & {
  readonly store: CreateResults[0]
  readonly cache: CategoryRowsCache
  readonly ledger: CreateResults[3]
  readonly clock: Clock
}

/** `keepers` hold what they have read of rows. */
export const openResults = (parts: OpenResultsParts) => {
  const { store, cache } = parts
  const fields = createRowFields(cache)
  const facts = createFieldFacts(cache, [fields])
  const results = createResults(store, cache, fields, parts.ledger)
  const people = createPeople({ store, cache, facts, select: results.select, rowView: results.person })
  const favourites = createFavourites({ ...parts, fields })
  const podium = createPodium({ store, cache, facts })
  // Loaded on first use: the announcer and screens ask for them.
  const openNews = async () => {
    const [{ createFinishes }, { createExpected }] = await Promise.all([
      import('./finishes.ts'),
      import('./expected.ts'),
    ])
    const finishes = createFinishes({ store, cache, facts, select: results.select })
    return { finishes, expected: createExpected({ store, facts, rows: results.rows, finishes, clock: parts.clock }) }
  }
  let opened: ReturnType<typeof openNews> | null = null
  const news = (): ReturnType<typeof openNews> => (opened ??= openNews())
  const handlers: Handlers<typeof resultsOperations> = {
    'results:page': results.page,
    'results:find': createFindEverywhere({ store, cache, fields }),
    'results:people': ({ stage }) => countPeople(results.select, stage),
    'results:podium': ({ stage }) => podium(stage),
    'results:finishes': async (query) => (await news()).finishes(query),
    'results:expected': async (query) => (await news()).expected(query),
    'results:facets': results.facets,
    'stage:favourites': favourites.change,
    'stage:views': favourites.views,
    'results:person': ({ category, index }) => people(category, index),
    'results:picture': createPictures({ store, facts }),
  }
  return { handlers, results, keepers: [fields, facts] }
}
