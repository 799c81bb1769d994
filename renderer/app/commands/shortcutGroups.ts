import type { TextKey } from '../../text/en/en.ts'
import { COMMAND_KEY } from './shortcuts.ts'

type Group = { readonly title: TextKey; readonly keys: readonly (readonly [TextKey, readonly string[]])[] }

const CTRL = COMMAND_KEY
const FULL_SCREEN = CTRL === '⌘' ? 'Ctrl ⌘ F' : 'F11'

/** macOS has no key for context menus. */
const MENU_KEYS: Group['keys'] = CTRL === '⌘' ? [] : [['shortcuts.menu', ['Shift F10']]]

/** All keys of the app, in the groups of the sheet that shows them. */
export const shortcutGroups: readonly Group[] = [
  {
    title: 'shortcuts.anywhere',
    keys: [
      ['shortcuts.stages', [`${CTRL} 1`]],
      ['shortcuts.orders', [`${CTRL} 2`]],
      ['promo.title', [`${CTRL} 3`]],
      ['blocks.title', [`${CTRL} 4`]],
      ['calls.title', [`${CTRL} 5`]],
      ['shortcuts.settings', [`${CTRL} 6`]],
      ['palette.title', [`${CTRL} K`]],
      ['shortcuts.scale', [`${CTRL} +`, `${CTRL} −`, `${CTRL} 0`]],
      ['shortcuts.fullScreen', [FULL_SCREEN]],
      ['shortcuts.escape', ['Esc']],
      ['shortcuts.help', ['?']],
      ['help.title', ['F1']],
    ],
  },
  {
    title: 'shortcuts.stage',
    keys: [
      ['shortcuts.search', [`${CTRL} F`, '0–9']],
      ['shortcuts.refresh', ['F5']],
      ['shortcuts.export', [`${CTRL} E`]],
    ],
  },
  {
    title: 'shortcuts.field',
    keys: [
      ['shortcuts.field.rows', ['↓']],
      ['shortcuts.field.first', ['Enter']],
      ['shortcuts.field.clear', ['Esc']],
    ],
  },
  {
    title: 'shortcuts.find',
    keys: [
      ['shortcuts.find.next', ['Enter']],
      ['shortcuts.find.previous', ['Shift Enter']],
    ],
  },
  {
    title: 'shortcuts.table',
    keys: [
      ['shortcuts.move', ['↑', '↓', 'PgUp', 'PgDn']],
      ['shortcuts.ends', [`${CTRL} Home`, `${CTRL} End`]],
      ['shortcuts.cells', ['←', '→']],
      ['shortcuts.open', ['Space', 'Enter']],
      ['shortcuts.select', ['Shift ↑', 'Shift ↓', `${CTRL} Space`, `${CTRL} A`]],
      ['shortcuts.favourite', ['S']],
      ['shortcuts.copy', [`${CTRL} C`]],
      ...MENU_KEYS,
    ],
  },
  {
    title: 'shortcuts.header',
    keys: [
      ['shortcuts.header.reach', ['↑']],
      ['shortcuts.header.sort', ['Enter']],
      ['shortcuts.header.sortToo', ['Shift Enter']],
      ['shortcuts.header.width', ['Shift ←', 'Shift →']],
      ['shortcuts.header.order', [`${CTRL} Shift ←`, `${CTRL} Shift →`]],
    ],
  },
  {
    title: 'shortcuts.desk',
    keys: [
      ['desk.key.enter', ['Enter']],
      ['desk.key.move', ['↓', '↑']],
      ['desk.key.clear', ['Esc', '*']],
      ['desk.key.keypad', ['+', '−', '.']],
    ],
  },
  { title: 'view.announcer', keys: [['announcer.freeze', ['F']]] },
  {
    title: 'shortcuts.chart',
    keys: [
      ['shortcuts.chart.values', ['←', '→']],
      ['shortcuts.chart.table', ['T']],
    ],
  },
  {
    title: 'orders.lookup.title',
    keys: [
      ['orders.lookup.do', ['Enter']],
      ['shortcuts.lookup.line', ['Shift Enter']],
    ],
  },
  { title: 'calls.title', keys: [['calls.send', [`${CTRL} Enter`]]] },
  {
    title: 'shortcuts.tree',
    keys: [
      ['shortcuts.choose', ['↑', '↓']],
      ['shortcuts.fold', ['→', '←']],
    ],
  },
  { title: 'do.resize', keys: [['shortcuts.width', ['←', '→', 'Home', 'End']]] },
]
