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
import { treeMove, visibleNodes } from '../../../renderer/components/tree/treeKeys.ts'

const guid = '7a1f0c9e-4f7f-4b8a-9f1b-2f6f0b7c9a10'
const stage = guid as StageGuid

const idle = { isTyping: false, isRepeat: false, isAtRows: false, isAtChoices: false }
const stroke = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, ...idle }

type Stroke = Parameters<typeof shortcutOf>[0]
const typing = { isTyping: true }
const ctrlKey = true
const atRows = { key: 'ы', code: 'KeyS', isAtRows: true }
const digit = { key: '2', code: 'Numpad2' }

it.each<readonly [string, Partial<Stroke>, ReturnType<typeof shortcutOf>]>([
  ['work on a Russian keyboard layout, where the letter is another', { key: 'а', code: 'KeyF', ctrlKey }, 'search'],
  ['work with the command key', { key: 'у', code: 'KeyE', metaKey: true }, 'export'],
  ['leave typing alone', { key: '?', ...typing }, null],
  ['leave a plain letter alone', { key: 'f', code: 'KeyF' }, null],
  ['leave AltGr alone, which types a sign', { key: '€', code: 'KeyE', ctrlKey, altKey: true }, null],
  ['mark people where their rows have the focus', atRows, 'favourite'],
  ['mark nobody while typing', { ...atRows, ...typing }, null],
  ['mark people once for each press', { ...atRows, isRepeat: true }, null],
  ['mark nobody elsewhere', { ...atRows, isAtRows: false }, null],
  ['send digits to the search from the rows', { ...digit, isAtRows: true }, 'digit'],
  ['send digits to the search from anywhere', digit, 'digit'],
  ['send no digit from a field', { ...digit, ...typing }, null],
  ['send no digit from a menu', { ...digit, isAtChoices: true }, null],
  ['send no digit with Ctrl', { ...digit, code: 'Digit2', ctrlKey }, 'orders'],
  ['work while typing when they cannot be text: F5', { key: 'F5', ...typing }, 'refresh'],
  ['work while typing when they cannot be text: F1', { key: 'F1', ...typing }, 'help'],
  ['work while typing when they cannot be text: Escape', { key: 'Escape', ...typing }, 'escape'],
])('shortcuts %s', (_, of, shortcut) => {
  expect(shortcutOf({ ...stroke, ...of })).toBe(shortcut)
})

it('the sheet of shortcuts lists exactly the keys that work', () => {
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

describe('the palette', () => {
  const commands = (canDo: boolean, isInStage = true) =>
    listCommands({
      t: (key) => key,
      stages: [{ guid: stage, name: 'Spring Race' } as Stage],
      profiles: [{ id: 'p1' as ProfileId, name: 'Club' } as Profile],
      actions: ['shortcuts.export', 'do.dismiss', 'screens.show', 'Lay the table otherwise'].map((label) => ({
        label,
        press: () => undefined,
      })),
      canDo: () => canDo,
      isInStage,
    }).flatMap(({ items }) => items)

  it('offers only actions that the screen handles', () => {
    expect(commands(true).filter(({ effect }) => effect.kind === 'shortcut')).not.toEqual([])
    expect(commands(false).filter(({ effect }) => effect.kind === 'shortcut')).toEqual([])
  })

  it('offers whatever can be pressed on the screen, and diagnostics anywhere', () => {
    const labels = commands(false).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['Lay the table otherwise', 'diagnostics.title']))
    const order = commands(true).map(({ label }) => label)
    expect(order.indexOf('palette.larger')).toBeGreaterThan(order.indexOf('Lay the table otherwise'))
  })

  it('finds buttons and screens by words of either language, in any order, and no button that closes a notice', () => {
    const found = (typed: string) =>
      commands(true).flatMap((command) => (isNamedBy(command, typed) ? [command.label] : []))
    expect(found('ТЕЛЕВИЗОР')).toEqual(['screens.show'])
    for (const typed of ['Excel', 'pdf export', 'эксел']) expect(found(typed)).toContain('shortcuts.export')
    expect(found('Русский язык')).toEqual([])
    expect([...found('certificate'), ...found('dismiss')]).toEqual(['settings.network'])
  })

  it('leads to the views of a stage from outside it by the same words, and to the stage for what its bar does', () => {
    const found = (typed: string) => commands(true, false).filter((command) => isNamedBy(command, typed))
    for (const [typed, view] of [['podium', 'announcer'] as const, ['стойка', 'desk'] as const])
      expect(found(typed).map(({ effect }) => effect)).toEqual([{ kind: 'go', to: { screen: 'stage', stage, view } }])
    expect(found('website').map(({ label }) => label)).toEqual(['Spring Race'])
    expect(commands(true).filter(({ isFoundOnly }) => isFoundOnly)).toEqual([])
  })

  it('reaches every section of the address and every stage by keyboard, and only places that exist', () => {
    const places = commands(false, false).flatMap(({ effect }) => (effect.kind === 'go' ? [effect.to] : []))
    const sections = ['general', 'network', 'storage', 'about', 'new'].map((section) => `#/settings/${section}`)
    const others = ['#/stages', '#/orders', '#/blocks', '#/blocks/changes', '#/blocks/years', '#/promo', '#/calls']
    const own = ['#/promo/receipts', '#/settings/profile/p1', `#/stages/${stage}`]
    expect(places.map(formatRoute)).toEqual(expect.arrayContaining([...sections, ...others, ...own]))
    for (const place of places) expect(parseRoute(formatRoute(place))).toEqual(place)
  })

  it('names each command apart, or the highlight would jump', () => {
    const values = commands(true, false).map(({ value }) => value)
    expect(new Set(values).size).toBe(values.length)
  })
})

const row = { stage, category: 'c1' as CategoryId, index: 0, bib: '214', name: 'Иванов Пётр' } as FoundRow

it('the palette names people by bib and name, and says where a name is missing', () => {
  const rows = [row, { ...row, bib: '', name: '', index: 7 }]
  expect(peopleCommands(rows, '(no name)').map(({ label }) => label)).toEqual(['214 Иванов Пётр', '(no name)'])
})

const helped = { screen: 'help', chapter: 'networks', section: 'proxies' } as const
it.each<Route>([
  { screen: 'stages' },
  { screen: 'stage', stage },
  { screen: 'stage', stage, view: 'audit' },
  { screen: 'orders' },
  { screen: 'orders', order: guid as Guid },
  { screen: 'settings', section: 'storage' },
  { screen: 'settings', section: 'about' },
  { screen: 'settings', profile: 'a/b c' as ProfileId },
  ...(['types', 'changes', 'years'] as const).map((view) => ({ screen: 'blocks', view }) as const),
  { screen: 'blocks', view: 'types', type: 'a/b ? # %2F ё' as BlockTypeId },
  { screen: 'promo', tab: 'compose' },
  { screen: 'promo', tab: 'receipts' },
  helped,
])('the address %j survives a reload', (place) => {
  expect(parseRoute(formatRoute(place))).toEqual(place)
})

it.each<readonly [string, Route]>([
  ['# #/ #/nowhere #/stages/ #/%E0%A4%A #/stages/%', { screen: 'stages' }],
  ['#/promo/elsewhere', { screen: 'promo', tab: 'compose' }],
  ['#/help/networks/proxies', helped],
  ['#/help/else/proxies #/help', { screen: 'help' }],
])('the unknown or broken addresses %s are a place that exists, not a fault', (hashes, place) => {
  expect(parseRoute('')).toEqual({ screen: 'stages' })
  for (const hash of hashes.split(' ')) expect([hash, parseRoute(hash)]).toEqual([hash, place])
})

const nodes = [
  { id: 'all', label: 'All' },
  { id: 'd1', label: '5 km', children: ['Men', 'Women'].map((label, at) => ({ id: `c${at + 1}`, label })) },
]

it.each([
  ['never leave the tree upwards', 'ArrowUp', 'all', 'unfolded', null],
  ['never leave the tree downwards', 'ArrowDown', 'c2', 'unfolded', null],
  ['never leave a folded tree', 'ArrowDown', 'd1', 'folded', null],
  ['never land on a folded node', 'End', 'all', 'folded', ['select', 'd1']],
  ['unfold', 'ArrowRight', 'd1', 'folded', ['open', 'd1']],
  ['go to a child', 'ArrowRight', 'd1', 'unfolded', ['select', 'c1']],
  ['go to a parent', 'ArrowLeft', 'c2', 'unfolded', ['select', 'd1']],
  ['fold', 'ArrowLeft', 'd1', 'unfolded', ['close', 'd1']],
  ['go to the next node that begins with a letter', 'w', 'all', 'unfolded', ['select', 'c2']],
  ['go around the end by a letter', 'a', 'c2', 'unfolded', ['select', 'all']],
  ['leave other keys alone', 'F5', 'all', 'unfolded', null],
] as const)('tree keys %s: %s at %s, %s', (_, key, id, state, wanted) => {
  const open = new Set(state === 'folded' ? [] : ['d1'])
  const [kind, to] = wanted ?? []
  expect(treeMove(key, visibleNodes(nodes, open), id, open)).toEqual(wanted === null ? null : { kind, id: to })
})

it('says a pace of a job once there is something to tell: half the work in 6 s leaves 6 s', () => {
  const start = Date.parse('2026-05-16T14:00:00.000Z')
  const job = { startedAt: '2026-05-16T14:00:00.000Z', done: 12, total: 24 } as Job
  expect(paceOf(job, start + 100)).toBeNull()
  for (const nothing of [{ done: 0 }, { total: 0 }]) expect(paceOf({ ...job, ...nothing }, start + 10_000)).toBeNull()
  expect(paceOf(job, start + 6000)).toEqual({ perSecond: 2, leftMs: 6000 })
})
