import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BlockType } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId, Json } from '../../../preload/contract/ids.ts'
import { compareBlocks, type ComparedBlock } from '../../../main/features/blocks/rules/blockChanges.ts'
import { blockFiles, blockFolders } from '../../../main/features/blocks/rules/blockFiles.ts'
import { chooseShown, readBlockPage } from '../../../main/features/blocks/rules/blockTypes.ts'
import { readYearsTable } from '../../../main/features/blocks/rules/raceYears.ts'
import { createSingleUse } from '../../../main/kernel/singleUse.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const item = (id: Json, groupName: Json, orderPriority: Json, more: { readonly [field: string]: Json } = {}): Json => ({
  id,
  displayName: `Block ${JSON.stringify(id)}`,
  groupName,
  isModificator: false,
  orderPriority,
  ...more,
})

const read = (data: Json) => {
  const page = readBlockPage(data)
  if (page === null) throw new Error('no page')
  return page
}
const idsOf = (data: Json): readonly string[] => read(data).blocks.map(({ type }) => type.id)

describe('a page of block types', () => {
  it('is not called reordered when the groups follow another collation than ours', () => {
    for (const pair of ['Zebra apple', 'apple Zebra', 'Ёлки Арки', 'Арки Ёлки']) {
      const names = pair.split(' ')
      const page = read({ items: names.map((name, index) => item(index, name, 1)) })
      expect([page.isReordered, page.blocks.map(({ type }) => type.group)]).toEqual([false, names])
    }
  })

  it('is sorted, and said to be, when priorities go down or a group comes in two pieces', () => {
    expect(read([item(1, 'A', 20), item(2, 'A', 10)]).isReordered).toBe(true)
    expect(idsOf([item(1, 'A', 20), item(2, 'A', 10)])).toEqual(['2', '1'])
    expect(idsOf([item(1, 'B', 1), item(2, 'A', 1), item(3, 'B', 2)])).toEqual(['2', '1', '3'])
    expect(idsOf([item(1, 'A', 2), item(2, 'A', null), item(3, 'A', '1,5'), item(4, 'A', '1.5')])).toEqual(
      '4 1 2 3'.split(' '),
    )
  })

  it('keeps types of one priority in the order received', () => {
    expect(idsOf([item(5, 'B', 1), item(9, 'A', 1), item(3, 'A', 1), item(7, 'A', 1)])).toEqual(['9', '3', '7', '5'])
  })

  it('reads numbers received as text, and keeps entries without an ID or with the same one apart', () => {
    const page = read({ items: [item('101', 'A', '5'), item(101, 'A', 6), item(null, 'A', 7)], total: '40' })
    expect(page.blocks.map(({ type }) => [type.id, type.priority])).toEqual([
      ['101', 5],
      ['101~2', 6],
      ['~3', 7],
    ])
    expect(page.total).toBe(40)
  })

  it('skips entries that are not objects, but rejects a list of only such entries', () => {
    expect(read([null, item(1, 'A', 1), 'text', [1]])).toMatchObject({ skipped: 3, total: 4, blocks: [{}] })
    for (const data of [[null], ['a'], [[1]], {}, { items: {} }, 'text', 7, null, true]) {
      expect(readBlockPage(data)).toBeNull()
    }
    expect(readBlockPage([])).toMatchObject({ blocks: [], total: 0, isWhole: false })
  })

  it('knows a whole list by its heavy fields, which stay out of the overview', () => {
    const page = read([item(1, 'A', 1, { template: '<p>', css: '', js: null, configuration: {}, extra: 7 })])
    expect(page.isWhole).toBe(true)
    expect(page.blocks[0]?.type.received).toEqual({ ...(item(1, 'A', 1) as object), extra: 7 })
    expect(read([item(1, 'A', 1, { template: '' }), item(2, 'A', 2)]).isWhole).toBe(false)
  })

  it('never throws and never loses or repeats a type, whatever comes', () => {
    expectAll(fc.jsonValue(), (value) => {
      const data = value as Json
      const page = readBlockPage(data)
      if (page === null) return
      const ids = page.blocks.map(({ type }) => type.id)
      expect(new Set(ids).size).toBe(ids.length)
      const sent = Array.isArray(data) ? data : ((data as { items: Json[] }).items ?? [])
      expect(page.blocks.length + page.skipped).toBe(sent.length)
    })
  })
})

it.each([
  ['', 'null'],
  ['0/0', '0'],
  ['0/0 13/13', '13'],
  ['5/13 13/13', '13'],
  ['5/13', '5'],
  ['100/120 99/99', '100'],
  ['12/12 13/13', '12'],
  ['13/13 0/0 5/13', '13'],
])(
  'of the replies %j, newest first, shows the one of %s types: no empty or half one in place of a good one',
  (said, types) => {
    const replies = said
      .split(' ')
      .filter(Boolean)
      .map((reply) => reply.split('/').map(Number))
    expect(chooseShown(replies.map(([types = 0, total = 0]) => ({ types, total })))?.types ?? null).toBe(
      types === 'null' ? null : Number(types),
    )
  },
)

const block = (id: string, fields: { readonly [field: string]: Json }): ComparedBlock => ({
  type: { id: id as BlockTypeId, name: id, group: '', isWrapping: false, priority: null, received: {} },
  hash: JSON.stringify(fields),
  fields: () => fields,
})
const ids = (types: readonly BlockType[]): readonly string[] => types.map(({ id }) => id)

it('names types that were added, removed and changed between two snapshots, with the fields that differ', () => {
  const before = [block('1', { css: 'a', js: '' }), block('2', { css: 'b' }), block('3', { css: 'c' })]
  const after = [block('2', { css: 'b' }), block('1', { css: 'x', js: '', template: '' }), block('4', {})]
  const changes = compareBlocks(before, after)
  expect([ids(changes.added), ids(changes.removed)]).toEqual([['4'], ['3']])
  expect(changes.changed).toMatchObject([{ type: { id: '1' }, fields: ['css', 'template'] }])
})
it('ignores the order of keys, and reports another order of a list', () => {
  const configuration = (value: Json) => [block('1', { configuration: value })]
  const { changed } = compareBlocks(
    configuration({ a: 1, b: { c: [1, 2] } }),
    configuration({ b: { c: [1, 2] }, a: 1 }),
  )
  expect(changed).toEqual([])
  expect(compareBlocks(configuration([1, 2]), configuration([2, 1])).changed).toHaveLength(1)
  expect(compareBlocks(configuration({ a: null }), configuration({})).changed).toHaveLength(1)
})

describe('folders and files of an export', () => {
  const folders = (...types: readonly (readonly [id: string, name: string])[]) => [
    ...blockFolders(types.map(([id, name]) => ({ id: id as BlockTypeId, name }))).values(),
  ]

  it('keep names inside their folder and valid on Windows', () => {
    expect(folders(['101', 'Обложка с датой'], ['7', '../../etc/passwd'], ['8', 'a:b*c?"<>|'], ['9', 'x. . '])).toEqual(
      ['101 Обложка с датой', '7 .. .. etc passwd', '8 a b c', '9 x'],
    )
  })
  it('are unique where the case of letters does not count', () => {
    const given = folders(['1', 'A'], ['1~2', 'b'], ['1 a', '1 a'], ['1 A (2)', '1 A (2)'], ['1', 'a'])
    expect(new Set(given.map((folder) => folder.toLowerCase())).size).toBe(given.length)
  })
  it('stay single path segments, whatever a service calls a type', () => {
    const name = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 })
    expectAll(fc.uniqueArray(fc.tuple(name, name), { selector: ([id]) => id, maxLength: 8 }), (types) => {
      const given = folders(...types)
      expect(given).toHaveLength(types.length)
      expect(new Set(given.map((folder) => folder.toLowerCase())).size).toBe(given.length)
      for (const folder of given) {
        expect(folder).not.toMatch(/[<>:"/\\|?*\p{Cc}]|^\.+$|^\s|[\s.]$|^(con|nul|aux|prn)(\.|$)/iu)
        expect(folder.length).toBeGreaterThan(0)
      }
    })
  })
  it('have the received content: a missing field is an empty file, one other than text is JSON', () => {
    const files = new Map(
      blockFiles({ id: 1, css: null, js: { a: 1 }, extra: [] }).map(({ name, text }) => [name, text]),
    )
    expect([...files.keys()]).toEqual(['template.html', 'style.css', 'script.js', 'block.json'])
    expect([files.get('template.html'), files.get('style.css')]).toEqual(['', ''])
    expect(JSON.parse(files.get('script.js') ?? '')).toEqual({ a: 1 })
    expect(JSON.parse(files.get('block.json') ?? '')).toEqual({ id: 1, css: null, js: { a: 1 }, extra: [] })
  })
})

it.each<readonly [Json, readonly string[], readonly (readonly Json[])[]]>([
  [[2026, 2025], [''], [[2026], [2025]]],
  [{ items: ['2026', null], total: 2 }, [''], [['2026'], [null]]],
  [[{ year: 2026 }, { races: [1], year: '2025' }, null], ['year', 'races'], [[2026, null], ['2025', [1]], [null, null]]], // prettier-ignore
  [[], [], []],
  [{ items: [] }, [], []],
])('race years %j are a table', (data, columns, rows) => {
  expect(readYearsTable(data)).toEqual({ columns, rows })
})

const others: readonly Json[] = [[2026, { year: 2025 }], [[2026]], { 2026: 3 }, { items: 7 }, '2026', 2026, null, true]
it.each(others.map((data) => [data]))('race years %j are shown as a tree, not as a table', (data) => {
  expect(readYearsTable(data)).toBeNull()
})

const make = (limit = 8) => {
  let now = 0
  let made = 0
  const waiting = createSingleUse<string>({ now: () => now, makeTicket: () => `t${(made += 1)}`, lifeMs: 100, limit })
  return { waiting, pass: (ms: number) => (now += ms) }
}
it('things handed out once are gone after the first claim, and after their time', () => {
  const { waiting, pass } = make()
  const ticket = waiting.put('a')
  expect([waiting.claim('other'), waiting.claim(ticket), waiting.claim(ticket)]).toEqual([null, 'a', null])
  const late = waiting.put('b')
  pass(100)
  expect(waiting.claim(late)).toBeNull()
})
it('things handed out once make room for later ones, so that a page that asks on and on costs no memory', () => {
  const { waiting } = make(2)
  const tickets = ['a', 'b', 'c'].map(waiting.put)
  expect(tickets.map(waiting.claim)).toEqual([null, 'b', 'c'])
})
