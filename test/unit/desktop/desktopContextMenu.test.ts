import { expect, it } from 'vitest'
import { contextEntries, contextMenuPlace, type ContextFacts } from '../../../main/desktop/window/contextEntries.ts'
import { english } from '../../../main/desktop/shellTexts.ts'
import { russian } from '../../../main/desktop/shellTextsRu.ts'

const flags = { canUndo: false, canRedo: false, canCut: false, canCopy: false, canPaste: false, canSelectAll: true }

const nothing: ContextFacts = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  formControlType: 'none',
  editFlags: flags,
}

const asked: string[] = []
const actions = {
  open: (href: string) => void asked.push(`open ${href}`),
  copy: (href: string) => void asked.push(`copy ${href}`),
}

/** The entries in a line: `-` for a separator, brackets around what is disabled. */
const menu = (facts: Partial<ContextFacts>, language: 'en' | 'ru' = 'en'): string =>
  contextEntries({ ...nothing, ...facts }, { en: english, ru: russian }[language], actions)
    .map((entry) => {
      if ('type' in entry) return '-'
      return 'role' in entry && !entry.enabled ? `(${entry.label})` : entry.label
    })
    .join(' | ')

it('offers paste into an empty field and disables what cannot be done there', () => {
  expect(menu({ isEditable: true, formControlType: 'input-text', editFlags: { ...flags, canPaste: true } })).toBe(
    '(Undo) | (Redo) | - | (Cut) | (Copy) | Paste | - | Select All',
  )
})

it('speaks Russian where the app does', () => {
  const all = { canUndo: true, canRedo: true, canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
  expect(menu({ isEditable: true, selectionText: '214', editFlags: all }, 'ru')).toBe(
    'Отменить | Повторить | - | Вырезать | Копировать | Вставить | - | Выделить всё',
  )
})

it('pastes into a key field but never copies from it, whatever the flags say', () => {
  const editFlags = { ...flags, canCut: true, canCopy: true, canPaste: true }
  const entries = menu({ isEditable: true, formControlType: 'input-password', selectionText: '••••', editFlags })
  expect(entries).toContain('(Cut) | (Copy) | Paste')
})

it('copies selected text of the page, also of a preview frame', () => {
  expect(menu({ selectionText: 'Иванов', editFlags: { ...flags, canCopy: true } })).toBe('Copy | Select All')
})

it.each([
  ['background', {}],
  ['a selection of blanks', { selectionText: ' \n', editFlags: { ...flags, canCopy: true } }],
  ['a link within the app', { linkURL: 'app://racedesk/#/orders' }],
  ['a script link', { linkURL: 'javascript:alert(1)' }],
  ['a file link', { linkURL: 'file:///etc/passwd' }],
  ['a link with credentials', { linkURL: 'https://user:key@example.org/' }],
])('does not open on %s', (_what, facts) => {
  expect(menu(facts)).toBe('')
})

it('opens or copies an outside link', () => {
  asked.length = 0
  const linkURL = 'https://example.org/race?id=7'
  expect(menu({ linkURL })).toBe('Open Link… | Copy Link')
  for (const entry of contextEntries({ ...nothing, linkURL }, english, actions)) {
    if ('click' in entry) entry.click()
  }
  expect(asked).toEqual([`open ${linkURL}`, `copy ${linkURL}`])
})

it('treats a link and the selection around it separately', () => {
  const facts = { linkURL: 'https://example.org/', selectionText: 'here', editFlags: { ...flags, canCopy: true } }
  expect(menu(facts, 'ru')).toBe('Открыть ссылку… | Копировать ссылку | - | Копировать | Выделить всё')
})

it('opens at the pointer after a click and at the field after a key press', () => {
  expect(contextMenuPlace({ menuSourceType: 'mouse', x: 30, y: 40 })).toEqual({ sourceType: 'mouse' })
  const place = { sourceType: 'keyboard', x: 30, y: 40 }
  expect(contextMenuPlace({ menuSourceType: 'keyboard', x: 30, y: 40 })).toEqual(place)
})
