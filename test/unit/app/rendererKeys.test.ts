import { describe, expect, it } from 'vitest'
import type { BlockTypeId, CategoryId, Guid, ProfileId, StageGuid } from '../../../preload/contract/ids.ts'
import type { Job } from '../../../preload/contract/jobs.ts'
import type { Profile } from '../../../preload/contract/organizations.ts'
import type { FoundRow } from '../../../preload/contract/results.ts'
import type { Stage } from '../../../preload/contract/stages.ts'
import { formatRoute, parseRoute, type Route } from '../../../renderer/app/address.ts'
import { listCommands } from '../../../renderer/app/commands/commands.ts'
import { isNamedBy, peopleCommands } from '../../../renderer/app/commands/paletteMatches.ts'
import { paceOf } from '../../../renderer/app/jobs/jobProgress.ts'
import { shortcutGroups } from '../../../renderer/app/commands/shortcutGroups.ts'
import { COMMAND_KEY, shortcutOf } from '../../../renderer/app/commands/shortcuts.ts'
import { en } from '../../../renderer/text/en/en.ts'
import { ru } from '../../../renderer/text/ru/ru.ts'
import { treeMove, visibleNodes } from '../../../renderer/components/tree/treeKeys.ts'

const guid = '7a1f0c9e-4f7f-4b8a-9f1b-2f6f0b7c9a10'
const stage = guid as StageGuid

const idle = { isTyping: false, isRepeat: false, isAtRows: false, isAtChoices: false }
const stroke = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, ...idle }

describe('shortcuts', () => {
  it('work on a Russian keyboard layout, where the letter is another', () => {
    expect(shortcutOf({ ...stroke, key: 'а', code: 'KeyF', ctrlKey: true })).toBe('search')
    expect(shortcutOf({ ...stroke, key: 'у', code: 'KeyE', metaKey: true })).toBe('export')
  })

  it('leave the keys of typing alone', () => {
    expect(shortcutOf({ ...stroke, key: '?', isTyping: true })).toBeNull()
    expect(shortcutOf({ ...stroke, key: 'f', code: 'KeyF' })).toBeNull()
    expect(shortcutOf({ ...stroke, key: '€', code: 'KeyE', ctrlKey: true, altKey: true })).toBeNull()
  })

  it('a letter marks people only where their rows have the focus, and once for each press', () => {
    const letter = { ...stroke, key: 'ы', code: 'KeyS' }
    expect(shortcutOf({ ...letter, isAtRows: true })).toBe('favourite')
    expect(shortcutOf({ ...letter, isAtRows: true, isTyping: true })).toBeNull()
    expect(shortcutOf({ ...letter, isAtRows: true, isRepeat: true })).toBeNull()
    expect(shortcutOf(letter)).toBeNull()
  })

  it('sends digits to the search, except from a field, a menu or with Ctrl', () => {
    const digit = { ...stroke, key: '2', code: 'Numpad2' }
    expect(shortcutOf({ ...digit, isAtRows: true })).toBe('digit')
    expect(shortcutOf(digit)).toBe('digit')
    expect(shortcutOf({ ...digit, isTyping: true })).toBeNull()
    expect(shortcutOf({ ...digit, isAtChoices: true })).toBeNull()
    expect(shortcutOf({ ...digit, code: 'Digit2', ctrlKey: true })).toBe('orders')
  })

  it('work while typing when they cannot be text', () => {
    expect(shortcutOf({ ...stroke, key: 'F5', isTyping: true })).toBe('refresh')
    expect(shortcutOf({ ...stroke, key: 'F1', isTyping: true })).toBe('help')
    expect(shortcutOf({ ...stroke, key: 'Escape', isTyping: true })).toBe('escape')
  })
})

describe('the sheet of shortcuts', () => {
  it('lists exactly the keys that work', () => {
    const shown = shortcutGroups.flatMap(({ keys }) => keys.flatMap(([, names]) => names))
    const signs: { readonly [code: string]: string } = { Equal: '+', Minus: '−' }
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `Key${letter}`)
    const digits = Array.from('0123456789', (digit) => `Digit${digit}`)
    const withCommand = [...letters, ...digits, 'Equal', 'Minus'].filter(
      (code) => shortcutOf({ ...stroke, code, ctrlKey: true }) !== null,
    )
    expect(withCommand).toHaveLength(12)
    const named = withCommand.map((code) => `${COMMAND_KEY} ${signs[code] ?? code.replace(/^Key|^Digit/u, '')}`)
    expect(named.filter((name) => !shown.includes(name))).toEqual([])
    expect(['F1', 'F5', 'Esc', '?', 'S'].filter((name) => !shown.includes(name))).toEqual([])
    // The table copies, selects and jumps by itself, and a call is sent from its form.
    const others = ['A', 'C', 'Home', 'End', 'Space', 'Enter'].map((key) => `${COMMAND_KEY} ${key}`)
    const claimed = shown.filter((name) => /^(?:Ctrl|⌘) \S+$/u.test(name) && !others.includes(name))
    expect(claimed.filter((name) => !named.includes(name))).toEqual([])
  })
})

describe('the palette', () => {
  const commands = (canDo: boolean) =>
    listCommands({
      t: (key) => key,
      stages: [{ guid: stage, name: 'Spring Race' } as Stage],
      profiles: [{ id: 'p1' as ProfileId, name: 'Club' } as Profile],
      actions: [
        { label: 'shortcuts.export', press: () => undefined },
        { label: 'Lay the table otherwise', press: () => undefined },
      ],
      canDo: () => canDo,
    }).flatMap(({ items }) => items)

  it('offers only actions that the screen handles', () => {
    expect(commands(true).filter(({ effect }) => effect.kind === 'shortcut')).not.toEqual([])
    expect(commands(false).filter(({ effect }) => effect.kind === 'shortcut')).toEqual([])
  })

  it('offers whatever can be pressed on the screen, and diagnostics anywhere', () => {
    const labels = commands(false).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['Lay the table otherwise', 'diagnostics.title']))
  })

  it('reaches every section of the address by keyboard', () => {
    const places = commands(false).flatMap(({ effect }) => (effect.kind === 'go' ? [formatRoute(effect.to)] : []))
    const sections = ['general', 'network', 'storage', 'about', 'new'].map((section) => `#/settings/${section}`)
    const others = ['#/stages', '#/orders', '#/blocks', '#/blocks/changes', '#/blocks/years', '#/promo', '#/calls']
    expect(places).toEqual(
      expect.arrayContaining([...sections, ...others, '#/promo/receipts', '#/settings/profile/p1']),
    )
  })

  it('leads to every stage and to places that exist', () => {
    const places = commands(false).flatMap(({ effect }) => (effect.kind === 'go' ? [effect.to] : []))
    expect(places).toContainEqual({ screen: 'stage', stage })
    for (const place of places) expect(parseRoute(formatRoute(place))).toEqual(place)
  })

  it('names each command apart, or the highlight would jump', () => {
    const values = commands(true).map(({ value }) => value)
    expect(new Set(values).size).toBe(values.length)
  })
})

describe('what is typed into the palette', () => {
  const row: FoundRow = {
    stage,
    stageName: 'Spring Race',
    category: 'c1' as CategoryId,
    distanceName: '10 km',
    categoryName: 'Men',
    categories: ['Men', 'M40'],
    index: 0,
    bib: '214',
    name: 'Иванов Пётр',
    club: '',
    place: 1,
    result: '31:02',
    status: 'OK',
  }

  it('finds a command by words of either language, in any order', () => {
    const file = { label: 'Выгрузить', also: ru['palette.also.export'] }
    for (const typed of ['Excel', 'ПЕЧАТЬ', 'эксел', 'pdf выгруз']) expect(isNamedBy(file, typed)).toBe(true)
    expect(isNamedBy(file, 'excel язык')).toBe(false)
    const language = { label: 'Language: Русский', also: en['palette.also.language'] }
    expect(isNamedBy(language, 'язык')).toBe(true)
  })

  it('names people by bib and name, and says where a name is missing', () => {
    const rows = [row, { ...row, bib: '', name: '', index: 7 }]
    expect(peopleCommands(rows, '(no name)').map(({ label }) => label)).toEqual(['214 Иванов Пётр', '(no name)'])
  })
})

describe('addresses', () => {
  it.each<Route>([
    { screen: 'stages' },
    { screen: 'stage', stage },
    { screen: 'stage', stage, view: 'audit' },
    { screen: 'orders' },
    { screen: 'orders', order: guid as Guid },
    { screen: 'settings', section: 'storage' },
    { screen: 'settings', section: 'about' },
    { screen: 'settings', profile: 'a/b c' as ProfileId },
    { screen: 'blocks', view: 'types' },
    { screen: 'blocks', view: 'changes' },
    { screen: 'blocks', view: 'years' },
    { screen: 'blocks', view: 'types', type: 'a/b ? # %2F ё' as BlockTypeId },
    { screen: 'promo', tab: 'compose' },
    { screen: 'promo', tab: 'receipts' },
    { screen: 'help', chapter: 'networks', section: 'proxies' },
  ])('%j survives a reload', (place) => {
    expect(parseRoute(formatRoute(place))).toEqual(place)
  })

  it.each<readonly [string, Route]>([
    ...['', '#', '#/', '#/nowhere', '#/stages/', '#/%E0%A4%A', '#/stages/%'].map((hash): readonly [string, Route] => [
      hash,
      { screen: 'stages' },
    ]),
    ['#/promo/elsewhere', { screen: 'promo', tab: 'compose' }],
    ['#/help/networks/proxies', { screen: 'help', chapter: 'networks', section: 'proxies' }],
    ['#/help/else/proxies', { screen: 'help' }],
    ['#/help', { screen: 'help' }],
  ])('the unknown or broken address %j is a place that exists, not a fault', (hash, place) => {
    expect(parseRoute(hash)).toEqual(place)
  })
})

describe('tree keys', () => {
  const nodes = [
    { id: 'all', label: 'All' },
    { id: 'd1', label: '5 km', children: ['Men', 'Women'].map((label, at) => ({ id: `c${at + 1}`, label })) },
  ]
  const open = new Set(['d1'])
  const move = (key: string, id: string, openIds: ReadonlySet<string> = open) =>
    treeMove(key, visibleNodes(nodes, openIds), id, openIds)

  it('arrows never leave the tree and never land on a folded node', () => {
    expect(move('ArrowUp', 'all')).toBeNull()
    expect(move('ArrowDown', 'c2')).toBeNull()
    expect(move('ArrowDown', 'd1', new Set())).toBeNull()
    expect(move('End', 'all', new Set())).toEqual({ kind: 'select', id: 'd1' })
  })

  it('left and right fold, unfold and go between parent and child', () => {
    expect(move('ArrowRight', 'd1', new Set())).toEqual({ kind: 'open', id: 'd1' })
    expect(move('ArrowRight', 'd1')).toEqual({ kind: 'select', id: 'c1' })
    expect(move('ArrowLeft', 'c2')).toEqual({ kind: 'select', id: 'd1' })
    expect(move('ArrowLeft', 'd1')).toEqual({ kind: 'close', id: 'd1' })
  })

  it('a letter goes to the next node that begins with it, around the end', () => {
    expect(move('w', 'all')).toEqual({ kind: 'select', id: 'c2' })
    expect(move('a', 'c2')).toEqual({ kind: 'select', id: 'all' })
    expect(move('F5', 'all')).toBeNull()
  })
})

describe('pace of a job', () => {
  const startedAt = '2026-05-16T14:00:00.000Z'
  const job = { startedAt, done: 12, total: 24 } as Job

  it('says nothing before there is something to tell, and never divides by nothing', () => {
    const start = Date.parse(startedAt)
    expect(paceOf(job, start + 100)).toBeNull()
    expect(paceOf({ ...job, done: 0 }, start + 10_000)).toBeNull()
    expect(paceOf({ ...job, total: 0 }, start + 10_000)).toBeNull()
  })

  it('half the work in 6 s leaves 6 s', () => {
    expect(paceOf(job, Date.parse(startedAt) + 6000)).toEqual({ perSecond: 2, leftMs: 6000 })
  })
})
