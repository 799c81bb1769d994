import { describe, expect, it } from 'vitest'
import type { Column } from '../../../preload/contract/columns.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { AppError } from '../../../preload/contract/result.ts'
import type { Category, StageTree } from '../../../preload/contract/stages.ts'
import { fieldName } from '../../../preload/shared/fieldNames.ts'
import { cellText, flagText } from '../../../renderer/app/stage/cellText.ts'
import {
  bodyNamesOf,
  isHidden,
  layoutAfter,
  noLayout,
  placeColumns,
  setHidden,
  showAll,
  type ColumnLayout,
  type ColumnWords,
  type ScopeKind,
} from '../../../renderer/features/results/columnLayout.ts'
import { dropFilter, fieldTitle, filterText, toggleValue } from '../../../renderer/features/results/filters.ts'
import { scopeState } from '../../../renderer/app/stage/freshness.ts'
import { groupFields, listTable, personBib, personName } from '../../../renderer/app/stage/personFields.ts'
import {
  categoriesIn,
  isPlainTable,
  scopeId,
  scopeNames,
  scopeQuery,
  toScope,
} from '../../../renderer/app/stage/scope.ts'
import { fromQuerySort, nextSort, toQuerySort } from '../../../renderer/features/results/sorting.ts'
import { chooseView } from '../../../renderer/app/stage/stageView.ts'
import { layoutOf, scopeOf, sortOf, toSavedView } from '../../../renderer/features/results/tableView.ts'
import { translate } from '../../../renderer/text/text.ts'
import { at, sampleCategory, sampleJob, sampleStage } from '../../support/units/samples.ts'

const offline: AppError = { kind: 'offline', host: 'results.example', detail: 'ENETUNREACH' }

const category = (id: string, part: Partial<Category> = {}): Category =>
  sampleCategory({ id: id as CategoryId, guid: id, name: id.toUpperCase(), ...part })
const without = (id: string, part: Partial<Category> = {}): Category =>
  category(id, { rows: 0, fetchedAt: null, confirmedAt: null, ...part })

const stage = sampleStage()
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
const take = (state: Job['state'], error: AppError | null = null): Job => sampleJob({ state, done: 1, total: 3, error })

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

it('a stage that was never downloaded is not shown as empty', () => {
  expect(view([], null, { linksFetchedAt: null })).toBe('never')
})

it('a failed first take shows its error, not an invitation to take', () => {
  const rejected: AppError = { kind: 'key-rejected', which: 'access', status: 401, message: '' }
  expect(view([], take('failed', rejected), { linksFetchedAt: null })).toBe('failed')
})

it('the results origin is asked for before its key, and the key before another take', () => {
  const never = ['a', 'b'].map((id) => without(id, { outcome: 'never', hasBody: false }))
  const proposedResultsUrl = 'https://r.example'
  const refused = take('failed', { kind: 'wrong-origin', url: proposedResultsUrl })
  expect(view(never, refused, { proposedResultsUrl })).toBe('results-origin')
  expect(view(never, null, {}, true)).toBe('results-key')
  expect(view([without('a', { outcome: 'failed', error: { kind: 'key-missing', which: 'results' } })])).toBe(
    'results-key',
  )
})

const alone = (one: Category) => chooseView(treeOf([one]), { kind: 'category', id: one.id }, [one], null, false).kind

it('a body in which no rows were found is shown raw, but only for the category that was chosen', () => {
  const odd = without('a', { outcome: 'no-rows', error: { kind: 'unexpected-reply', where: 'r', bodyStart: '5' } })
  expect([view([odd, odd]), alone(odd)]).toEqual(['no-rows', 'raw'])
})

it('a category without finishers is not called unreadable', () => {
  expect(alone(without('a', { outcome: 'no-rows' }))).toBe('no-rows')
})

it('the oldest category gives the age, and an empty reply over kept rows differs from none', () => {
  const state = scopeState([
    category('a', { confirmedAt: at(8) }),
    category('b', { outcome: 'no-rows', confirmedAt: at(1) }),
    without('c', { outcome: 'no-rows' }),
    without('d', { outcome: 'failed', error: offline }),
  ])
  expect(state.confirmedAt).toBe(at(1))
  expect(state.emptied.map(({ id }) => id)).toEqual(['b'])
  expect([state.rows, state.good, state.total]).toEqual([20, 3, 4])
})

const everyone = { kind: 'all' } as const

const tree = treeOf([category('a'), category('b'), category('c')])

it('every scope survives its id, and one that is gone becomes all results', () => {
  const category = { kind: 'category', id: 'c' as CategoryId } as const
  for (const scope of [everyone, { kind: 'distance', guid: 'd2' } as const, category])
    expect(toScope(scopeId(scope), tree)).toEqual(scope)
  expect([toScope('c:gone', tree), toScope('d:gone', tree)]).toEqual([everyone, everyone])
})

it('a row stands at its own index only in all rows of its one category, as received', () => {
  const one = 'c1' as CategoryId
  const plain = scopeQuery(stage.guid, { kind: 'category', id: one })
  expect(isPlainTable(plain, one)).toBe(true)
  expect(isPlainTable(plain, 'c2' as CategoryId)).toBe(false)
  for (const more of [{ search: '214' }, { filters: [{ isFavourite: true }] }, { sort: [{ role: 'name' }] }] as const)
    expect(isPlainTable({ ...plain, ...more }, one)).toBe(false)
  expect(isPlainTable({ stage: stage.guid }, one)).toBe(false)
})

it('asks the core for exactly the chosen rows', () => {
  expect(scopeQuery(stage.guid, { kind: 'all' })).toEqual({ stage: 's1' })
  expect(scopeQuery(stage.guid, { kind: 'distance', guid: 'd1' })).toEqual({ stage: 's1', distance: 'd1' })
  const category = scopeQuery(stage.guid, { kind: 'category', id: 'b' as CategoryId })
  expect(category).toEqual({ stage: 's1', categories: ['b'] })
  expect(categoriesIn({ kind: 'distance', guid: 'd1' }, tree).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(scopeNames({ kind: 'category', id: 'c' as CategoryId }, tree)).toEqual(['10 km', 'C'])
})

const lap = (field: string): Column => ({
  name: `laps.Finish.${field}`,
  kind: 'text',
  split: { list: 'laps', label: 'Finish', field },
})
const columns: readonly Column[] = [
  { name: 'isFinished', kind: 'text' },
  { name: 'club', kind: 'text', role: 'club' },
  { name: 'number', kind: 'number', role: 'bib' },
  { ...lap('totalTime'), kind: 'time', role: 'split' },
  lap('isOnLap'),
  { name: 'account.firstName', kind: 'text', role: 'firstName' },
  { name: 'account.lastName', kind: 'text', role: 'lastName' },
  { name: 'bib', kind: 'text', role: 'bib' },
  { name: '@place', kind: 'text' },
  { name: 'raw', kind: 'json' },
]
const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)
const words: ColumnWords = {
  star: 'Favourite',
  distance: 'Distance',
  category: 'Category',
  role: (role) => role,
  field: (name) => fieldName(name, 'en'),
  joined: (title) => `${title} joined`,
  split: (label, role, field) => (role === 'split' ? label : `${label} ${field}`),
  hint: (names) => names.join(', '),
}
const place = (layout: ColumnLayout, scope: ScopeKind = 'all', list = columns) =>
  placeColumns(list, layout, scope, words)
const shownIds = (layout: ColumnLayout, placed: ReturnType<typeof place>) =>
  ids(placed.filter((column) => !isHidden(layout, column)))
const everything =
  '#star @bib @lastName @firstName #distance #category @status @club laps.Finish.totalTime isFinished =@place laps.Finish.isOnLap raw'.split(
    ' ',
  )

it('no column of the source is lost, what means the same stands in one, and the name does not stand off the screen', () => {
  const placed = place(noLayout)
  expect(ids(placed)).toEqual(everything)
  const indexes = placed.flatMap(({ source }) => (source.kind === 'cells' ? source.indexes : []))
  expect(indexes.toSorted((a, b) => a - b)).toEqual(columns.map((_, index) => index))
  expect(placed.find(({ id }) => id === '@bib')).toMatchObject({ title: 'bib', hint: 'number, bib', kind: 'text' })
  expect(placed.find(({ id }) => id === 'isFinished')).toMatchObject({ title: 'Finished', hint: 'isFinished' })
})

it('a column that is named like a property of every object has the width that the user set, or none', () => {
  const names = ['constructor', 'toString', '__proto__']
  const list = names.map((name): Column => ({ name, kind: 'text' }))
  const widthsOf = (layout: ColumnLayout) =>
    place(layout, 'category', list).flatMap(({ id, widthPx }) => (names.includes(id) ? [widthPx] : []))
  const widths = Object.fromEntries(names.map((name) => [name, 90]))
  expect([noLayout, { ...noLayout, widths }].flatMap(widthsOf)).toEqual([undefined, undefined, undefined, 90, 90, 90])
})

it('the names of what the table shows hold the status column of the service where the table has its own', () => {
  const list: readonly Column[] = [
    { name: 'state', kind: 'text', role: 'status' },
    { name: 'bib', kind: 'text', role: 'bib' },
  ]
  expect(bodyNamesOf(place(noLayout, 'all', list), list)).toEqual(['bib', 'state'])
  expect(bodyNamesOf(place(noLayout, 'all', list.slice(1)), list.slice(1))).toEqual(['bib'])
})

it('minor columns are hidden until shown, and then stay shown', () => {
  const shown = (layout: ColumnLayout, scope: ScopeKind) => shownIds(layout, place(layout, scope))
  expect(shown(noLayout, 'all')).not.toContain('laps.Finish.totalTime')
  expect(shown(noLayout, 'category')).toContain('laps.Finish.totalTime')
  expect(shown(noLayout, 'category')).not.toContain('laps.Finish.isOnLap')
  const asked = setHidden(noLayout, 'laps.Finish.isOnLap', false)
  expect(shown(asked, 'category')).toContain('laps.Finish.isOnLap')
  expect(shown(setHidden(asked, 'laps.Finish.isOnLap', true), 'category')).not.toContain('laps.Finish.isOnLap')
  expect(shown(showAll(noLayout, place(noLayout)), 'all')).toEqual(everything)
})

it('a column of unknown meaning waits to be chosen beside a known name and result, and is shown where one of them is missing', () => {
  const unknown: Column = { name: 'isOnStart', kind: 'text' }
  const result: Column = { name: 'time', kind: 'time', role: 'result' }
  const name: Column = { name: 'who', kind: 'text', role: 'name' }
  const shown = (list: readonly Column[], layout = noLayout) => shownIds(layout, place(layout, 'category', list))
  expect(shown([unknown, name, result])).not.toContain('isOnStart')
  expect(shown([unknown, name, result], setHidden(noLayout, 'isOnStart', false))).toContain('isOnStart')
  expect(shown([unknown, result]), 'it may hold the names').toContain('isOnStart')
  expect(shown([unknown])).toContain('isOnStart')
})

it('a moved and widened column stays so, and hidden ones come back to where they were', () => {
  const hidden = setHidden(showAll(noLayout, place(noLayout)), 'isFinished', true)
  const all = place(hidden)
  const shown = all.filter((column) => !isHidden(hidden, column))
  const [first, ...rest] = shown
  if (first === undefined) throw new Error('no columns')
  const layout = layoutAfter(hidden, all, [...rest, { ...first, widthPx: 222 }])
  const back = place(setHidden(layout, 'isFinished', false))
  const [star = '', ...others] = everything
  const moved = [...others, star].filter((id) => id !== 'isFinished')
  expect(ids(back)).toEqual(moved.toSpliced(everything.indexOf('isFinished'), 0, 'isFinished'))
  expect(back.at(-1)?.widthPx).toBe(222)
  expect(layout.widths).toEqual({ [first.id]: 222 })
})

it('moving columns in one category does not forget where the category column stood', () => {
  const everywhere = layoutAfter(noLayout, place(noLayout), place(noLayout))
  const one = place(everywhere, 'category')
  const shown = one.filter((column) => !isHidden(everywhere, column))
  const layout = layoutAfter(everywhere, one, shown.toReversed())
  expect(ids(place(layout)).slice(4, 6)).toEqual(['#distance', '#category'])
})

it('a new column of the service appears beside what it belongs to although the layout never saw it', () => {
  const placed = place(noLayout)
  const layout = layoutAfter(noLayout, placed, placed)
  const more = ids(place(layout, 'all', [...columns, { name: 'town', kind: 'text', role: 'city' }]))
  expect(more.indexOf('@city')).toBe(more.indexOf('@club') + 1)
})

it('headers sort by what a column means, whatever a body calls its own columns', () => {
  const sort = ['@bib', '#category', '=@place', 'isFinished'].map((column) => ({ column, isDescending: true }))
  const asked = toQuerySort(sort).sort ?? []
  const levels = asked.map(({ isDescending: _, ...level }) => Object.entries(level).flat().join(' '))
  expect(levels).toEqual(['role bib', 'role category', 'column @place', 'column isFinished'])
  expect(fromQuerySort(asked)).toEqual(sort)
})

const level = (column: string, isDescending = false) => ({ column, isDescending })

it('a column that is sorted by its header goes up, down and back to the order received', () => {
  const up = nextSort([], 'place', false)
  const down = nextSort(up, 'place', false)
  expect([up, down, nextSort(down, 'place', false)]).toEqual([[level('place')], [level('place', true)], []])
})

it('shift adds to the sort by headers and keeps the order of its columns', () => {
  const two = nextSort(nextSort([], 'club', false), 'place', true)
  expect(nextSort(two, 'club', true)).toEqual([level('club', true), level('place')])
  expect(nextSort(two, 'city', false)).toEqual([level('city')])
})

describe('person', () => {
  const columns: readonly Column[] = [
    { name: 'isFinished', kind: 'text' },
    { name: 'number', kind: 'number' },
    { name: 'laps', kind: 'json' },
    { name: 'account.firstName', kind: 'text' },
    { name: 'account.lastName', kind: 'text' },
  ]
  const cells = [true, 214, [{ lap: 1, time: '5:00' }, { lap: 2 }], 'Пётр', 'Иванов']

  it('every field of the row is in exactly one group', () => {
    const names = groupFields(columns, cells).flatMap(({ fields }) => fields.map(({ column }) => column.name))
    expect(names.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  })

  it('takes name and bib from nested or plain columns, and invents none', () => {
    expect(personName(columns, cells)).toBe('Иванов Пётр')
    expect(personBib(columns, cells)).toBe('214')
    expect(personName([{ name: 'Name', kind: 'text' }], ['Kirui, Geoffrey'])).toBe('Kirui, Geoffrey')
    expect(personName([{ name: 'result', kind: 'time' }], ['31:02'])).toBe('')
  })

  it('a list of laps with different fields shows all of them', () => {
    const table = listTable(cells[2] as never)
    expect([table?.columns, ...(table?.rows ?? [])].join(' | ')).toBe('lap,time | 1,5:00 | 2,')
    expect(listTable([1, 2])).toBeNull()
    expect(listTable([{ constructor: 1 }, { lap: 2 }])?.rows.join(' | ')).toBe('1, | ,2')
  })

  it('cells are shown as received, flags in words', () => {
    expect(['+0:14', 0, false, null, { a: 1 }].map(cellText)).toEqual(['+0:14', '0', 'false', '', '{"a":1}'])
    expect(['true', 'truth', ''].map((text) => flagText(text, (key) => key))).toEqual(['cell.true', 'truth', ''])
  })
})

it('a value more joins its field, the last value gone takes the filter with it', () => {
  const club = { role: 'club' } as const
  const two = toggleValue(toggleValue([{ isFavourite: true }], club, 'Alba', true), club, 'Динамо', true)
  expect(two).toEqual([{ isFavourite: true }, { role: 'club', values: ['Alba', 'Динамо'] }])
  expect(toggleValue(toggleValue(two, club, 'Alba', false), club, 'Динамо', false)).toEqual([{ isFavourite: true }])
  expect(dropFilter(two, 'favourites')).toEqual([{ role: 'club', values: ['Alba', 'Динамо'] }])
})

it('a column named as a role is another filter than the role', () => {
  const filters = toggleValue(toggleValue([], { role: 'club' }, 'a', true), { column: 'club' }, 'b', true)
  expect(filters).toHaveLength(2)
})

it('a chip does not grow with the number of values', () => {
  const values = Array.from({ length: 40 }, (_, index) => `Клуб ${index}`)
  expect(filterText({ column: 'c', values }, translate, 'en', Date.now()).length).toBeLessThan(60)
})

it('a chip calls a known field of the service by words of the language', () => {
  const titleIn = (language: 'en' | 'ru') => fieldTitle({ column: 'is_on_start' }, translate, language)
  expect([titleIn('en'), titleIn('ru')]).toEqual(['On start', 'На старте'])
})

it('a view that was saved shows the same again', () => {
  const asked = { order: ['@bib'], hidden: ['@club'], widths: { '@bib': 80.4 } }
  const layout = setHidden(asked, 'laps.Finish.isOnLap', false)
  const place = {
    scope: { kind: 'category', id: 'c' as CategoryId },
    search: ' анна ',
    filters: [{ role: 'sex', values: ['F'] }],
    sort: [{ column: '@result', isDescending: true }],
  } as const
  const saved = toSavedView(place, layout)
  const shown = { scope: scopeOf(saved), search: saved.search, filters: saved.filters, sort: sortOf(saved) }
  expect(shown).toEqual({ ...place, search: 'анна' })
  expect(layoutOf(saved.columns)).toEqual({ ...layout, widths: { '@bib': 80 } })
  expect(toSavedView({ scope: { kind: 'all' }, search: '', filters: [], sort: [] }, noLayout)).toEqual({})
  expect([scopeOf({}), sortOf({}), layoutOf(undefined)]).toEqual([{ kind: 'all' }, [], noLayout])
})
