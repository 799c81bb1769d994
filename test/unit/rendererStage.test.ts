import { describe, expect, it } from 'vitest'
import type {
  AppError,
  Category,
  CategoryId,
  Column,
  Instant,
  Job,
  JobId,
  ProfileId,
  Stage,
  StageGuid,
  StageTree,
} from '../../preload/contract.ts'
import { cellText } from '../../renderer/screens/stage/cellText.ts'
import {
  addedColumns,
  layoutAfter,
  noLayout,
  placeColumns,
  setHidden,
} from '../../renderer/screens/stage/columnLayout.ts'
import { confirmedAt, scopeState } from '../../renderer/screens/stage/freshness.ts'
import { groupFields, listTable, personBib, personName } from '../../renderer/screens/stage/personFields.ts'
import { categoriesIn, scopeId, scopeNames, scopeQuery, toScope } from '../../renderer/screens/stage/scope.ts'
import { nextSort } from '../../renderer/screens/stage/sorting.ts'
import { chooseView } from '../../renderer/screens/stage/stageView.ts'

const at = (minute: number): Instant => `2026-05-16T14:${String(minute).padStart(2, '0')}:00.000Z` as Instant
const offline: AppError = { kind: 'offline', host: 'results.example', detail: 'ENETUNREACH' }

const category = (id: string, part: Partial<Category> = {}): Category => ({
  id: id as CategoryId,
  guid: id,
  name: id.toUpperCase(),
  rows: 10,
  fetchedAt: at(1),
  checkedAt: at(5),
  outcome: 'done',
  error: null,
  incomplete: null,
  hasBody: true,
  isListed: true,
  ...part,
})
const without = (id: string, part: Partial<Category> = {}): Category =>
  category(id, { rows: 0, fetchedAt: null, ...part })

const stage: Stage = {
  guid: 's1' as StageGuid,
  name: 'Spring',
  profileId: 'p1' as ProfileId,
  profileName: 'League',
  distances: 2,
  categories: 3,
  rows: 30,
  problems: 0,
  confirmedAt: at(5),
  addedAt: at(0),
}
const treeOf = (categories: readonly Category[], part: Partial<StageTree> = {}): StageTree => ({
  stage,
  distances: [
    { guid: 'd1', name: '5 km', categories: categories.slice(0, 2) },
    { guid: 'd2', name: '10 km', categories: categories.slice(2) },
  ],
  linksFetchedAt: at(1),
  proposedResultsUrl: null,
  watch: null,
  ...part,
})
const take = (state: Job['state'], error: AppError | null = null): Job => ({
  id: 'j1' as JobId,
  kind: 'take',
  stage: stage.guid,
  title: 'Spring',
  state,
  done: 1,
  total: 3,
  failed: 0,
  startedAt: at(1),
  finishedAt: null,
  error,
  file: null,
})

describe('what stands in the work area', () => {
  const view = (
    categories: readonly Category[],
    lastTake: Job | null = null,
    part: Partial<StageTree> = {},
    noKey = false,
  ) => chooseView(treeOf(categories, part), { kind: 'all' }, categories, lastTake, noKey).kind

  it('stored rows are never hidden by a failure, a running take or a missing key', () => {
    const failed = [category('a', { outcome: 'failed', error: offline }), without('b'), without('c')]
    expect(view(failed)).toBe('table')
    expect(view(failed, take('running'))).toBe('table')
    expect(view(failed, take('failed', offline), {}, true)).toBe('table')
  })

  it('a stage that was never asked is not shown as empty', () => {
    expect(view([], null, { linksFetchedAt: null })).toBe('never')
  })

  it('a failed first take shows its error, not an invitation to take', () => {
    const rejected: AppError = { kind: 'key-rejected', which: 'access', status: 401, message: '' }
    expect(view([], take('failed', rejected), { linksFetchedAt: null })).toBe('failed')
  })

  it('the results origin is asked for before its key, and the key before another take', () => {
    const never = [
      without('a', { outcome: 'never', hasBody: false }),
      without('b', { outcome: 'never', hasBody: false }),
    ]
    expect(
      view(never, take('failed', { kind: 'wrong-origin', url: 'https://r.example' }), {
        proposedResultsUrl: 'https://r.example',
      }),
    ).toBe('results-origin')
    expect(view(never, null, {}, true)).toBe('results-key')
    expect(view([without('a', { outcome: 'failed', error: { kind: 'key-missing', which: 'results' } })])).toBe(
      'results-key',
    )
  })

  it('a body in which no rows were found is shown raw, but only for the category that was chosen', () => {
    const odd = without('a', { outcome: 'no-rows', hasBody: true })
    expect(view([odd, odd])).toBe('no-rows')
    expect(chooseView(treeOf([odd]), { kind: 'category', id: odd.id }, [odd], null, false).kind).toBe('raw')
  })
})

describe('freshness', () => {
  it('a failed question does not make old rows look fresh', () => {
    expect(confirmedAt(category('a', { outcome: 'failed', checkedAt: at(9) }))).toBe(at(1))
    expect(confirmedAt(category('a', { outcome: 'no-rows', checkedAt: at(9) }))).toBe(at(1))
    expect(confirmedAt(category('a', { outcome: 'unchanged', checkedAt: at(9) }))).toBe(at(9))
    expect(confirmedAt(without('a'))).toBeNull()
  })

  it('the oldest category tells the age, and an empty reply over kept rows is told apart from none', () => {
    const state = scopeState([
      category('a', { checkedAt: at(8) }),
      category('b', { outcome: 'no-rows' }),
      without('c', { outcome: 'no-rows' }),
      without('d', { outcome: 'failed', error: offline }),
    ])
    expect(state.confirmedAt).toBe(at(1))
    expect(state.emptied.map(({ id }) => id)).toEqual(['b'])
    expect([state.rows, state.good, state.total]).toEqual([20, 3, 4])
  })
})

describe('scope', () => {
  const tree = treeOf([category('a'), category('b'), category('c')])

  it('every scope survives its id, and one that is gone becomes all results', () => {
    for (const scope of [
      { kind: 'all' },
      { kind: 'distance', guid: 'd2' },
      { kind: 'category', id: 'c' as CategoryId },
    ] as const) {
      expect(toScope(scopeId(scope), tree)).toEqual(scope)
    }
    expect(toScope('c:gone', tree)).toEqual({ kind: 'all' })
    expect(toScope('d:gone', tree)).toEqual({ kind: 'all' })
  })

  it('asks the core for exactly the chosen rows', () => {
    expect(scopeQuery(stage.guid, { kind: 'all' })).toEqual({ stage: 's1' })
    expect(scopeQuery(stage.guid, { kind: 'distance', guid: 'd1' })).toEqual({ stage: 's1', distance: 'd1' })
    expect(scopeQuery(stage.guid, { kind: 'category', id: 'b' as CategoryId })).toEqual({
      stage: 's1',
      categories: ['b'],
    })
    expect(categoriesIn({ kind: 'distance', guid: 'd1' }, tree).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(scopeNames({ kind: 'category', id: 'c' as CategoryId }, tree)).toEqual(['10 km', 'C'])
  })
})

const columns: readonly Column[] = [
  { name: 'isFinished', kind: 'text' },
  { name: 'number', kind: 'number' },
  { name: 'laps', kind: 'json' },
  { name: 'account.firstName', kind: 'text' },
  { name: 'account.lastName', kind: 'text' },
]
const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)
const added = addedColumns('all', { distance: 'Distance', category: 'Category' })

describe('columns', () => {
  it('no column of the source is lost, and the name does not stand off the screen', () => {
    const placed = placeColumns(columns, noLayout, added)
    expect(ids(placed)).toEqual([
      '#distance',
      '#category',
      'number',
      'account.lastName',
      'account.firstName',
      'isFinished',
      'laps',
    ])
    expect(placed.map(({ source }) => source)).toEqual(['distance', 'category', 1, 4, 3, 0, 2])
  })

  it('a moved and widened column stays so, and hidden ones come back to where they were', () => {
    const hidden = setHidden(noLayout, 'isFinished', true)
    const all = placeColumns(columns, hidden, added)
    const shown = all.filter(({ id }) => id !== 'isFinished')
    const [first, ...rest] = shown
    if (first === undefined) throw new Error('no columns')
    const layout = layoutAfter(hidden, all, [...rest, { ...first, widthPx: 222 }])
    const back = placeColumns(columns, setHidden(layout, 'isFinished', false), added)
    expect(ids(back)).toEqual([
      '#category',
      'number',
      'account.lastName',
      'account.firstName',
      'laps',
      'isFinished',
      '#distance',
    ])
    expect(back.at(-1)?.widthPx).toBe(222)
  })

  it('moving columns in one category does not forget where the category column stood', () => {
    const everywhere = layoutAfter(
      noLayout,
      placeColumns(columns, noLayout, added),
      placeColumns(columns, noLayout, added),
    )
    const one = placeColumns(columns, everywhere, [])
    const layout = layoutAfter(everywhere, one, one.toReversed())
    expect(ids(placeColumns(columns, layout, added)).slice(0, 2)).toEqual(['#distance', '#category'])
  })

  it('a new column of the service appears although the layout never saw it', () => {
    const placed = placeColumns(columns, noLayout, [])
    const layout = layoutAfter(noLayout, placed, placed)
    expect(ids(placeColumns([...columns, { name: 'pace', kind: 'text' }], layout, []))).toContain('pace')
  })
})

describe('sorting by header', () => {
  it('a column goes up, down and back to the order received', () => {
    const up = nextSort([], 'place', false)
    const down = nextSort(up, 'place', false)
    expect([up, down, nextSort(down, 'place', false)]).toEqual([
      [{ column: 'place', isDescending: false }],
      [{ column: 'place', isDescending: true }],
      [],
    ])
  })

  it('shift adds to the sort and keeps the order of its columns', () => {
    const two = nextSort(nextSort([], 'club', false), 'place', true)
    expect(nextSort(two, 'club', true)).toEqual([
      { column: 'club', isDescending: true },
      { column: 'place', isDescending: false },
    ])
    expect(nextSort(two, 'city', false)).toEqual([{ column: 'city', isDescending: false }])
  })
})

describe('person', () => {
  const cells = [true, 214, [{ lap: 1, time: '5:00' }, { lap: 2 }], 'Пётр', 'Иванов']

  it('every field of the row is in exactly one group', () => {
    const names = groupFields(columns, cells).flatMap(({ fields }) => fields.map(({ name }) => name))
    expect(names.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  })

  it('takes name and bib from nested or plain columns, and invents none', () => {
    expect(personName(columns, cells)).toBe('Иванов Пётр')
    expect(personBib(columns, cells)).toBe('214')
    expect(personName([{ name: 'Name', kind: 'text' }], ['Kirui, Geoffrey'])).toBe('Kirui, Geoffrey')
    expect(personName([{ name: 'result', kind: 'time' }], ['31:02'])).toBe('')
  })

  it('a list of laps with different fields shows all of them', () => {
    expect(listTable(cells[2] as never)).toEqual({
      columns: ['lap', 'time'],
      rows: [
        ['1', '5:00'],
        ['2', ''],
      ],
    })
    expect(listTable([1, 2])).toBeNull()
  })

  it('cells are shown as received', () => {
    expect(['+0:14', 0, false, null, { a: 1 }].map(cellText)).toEqual(['+0:14', '0', 'false', '', '{"a":1}'])
  })
})
