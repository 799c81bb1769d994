import { useEffect, useRef } from 'react'
import type { MenuCommand } from '../../../preload/contract/diagnostics.ts'

/** Name of the command key on this computer. */
export const COMMAND_KEY = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

export type ShortcutName =
  | 'search'
  | 'digit'
  | 'refresh'
  | 'export'
  | 'favourite'
  | 'escape'
  | 'help'
  | 'shortcuts'
  | 'palette'
  | 'stages'
  | 'orders'
  | 'blocks'
  | 'promo'
  | 'calls'
  | 'settings'
  | 'larger'
  | 'smaller'
  | 'normalSize'

const BY_CODE: { readonly [code: string]: ShortcutName } = {
  KeyF: 'search',
  KeyK: 'palette',
  KeyE: 'export',
  Digit1: 'stages',
  Digit2: 'orders',
  Digit3: 'promo',
  Digit4: 'blocks',
  Digit5: 'calls',
  Digit6: 'settings',
  Equal: 'larger',
  NumpadAdd: 'larger',
  Minus: 'smaller',
  NumpadSubtract: 'smaller',
  Digit0: 'normalSize',
  Numpad0: 'normalSize',
}

type Keystroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  readonly isTyping: boolean
  /** The key is held down. */
  readonly isRepeat: boolean
  /** The focus is in a table or in the panel beside it. */
  readonly isAtRows: boolean
  /** The focus is in a menu, a list of choices or a popover, which search by themselves. */
  readonly isAtChoices: boolean
}

/** Letters go by their place on the keyboard, so that a Russian layout has the same shortcuts. */
export const shortcutOf = (stroke: Keystroke): ShortcutName | null => {
  if (stroke.altKey) return null
  if (stroke.ctrlKey || stroke.metaKey) return BY_CODE[stroke.code] ?? null
  if (stroke.key === 'F5') return 'refresh'
  if (stroke.key === 'F1') return 'help'
  if (stroke.key === 'Escape') return 'escape'
  if (stroke.isTyping) return null
  // Elsewhere the letter was meant for a field that lost the focus.
  if (stroke.code === 'KeyS') return stroke.isAtRows && !stroke.isRepeat ? 'favourite' : null
  if (/^\d$/.test(stroke.key) && !stroke.isAtChoices) return 'digit'
  return stroke.key === '?' ? 'shortcuts' : null
}

/** Not the Enter that takes a word of an input method. */
export const isEnter = ({ key, isComposing }: Pick<KeyboardEvent, 'key' | 'isComposing'>): boolean =>
  key === 'Enter' && !isComposing

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const isAtRows = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="grid"], .panel') !== null

const isAtChoices = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null

/** A disabled button that keeps the focus swallows every key, though none is its own. */
const isSwallowed = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('button[aria-disabled="true"]')

type Handlers = { readonly [K in ShortcutName]?: () => boolean | void }

const stack: { current: Handlers }[] = []

const openDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role="dialog"][data-modal], [role="alertdialog"]')].at(-1)

/** One listener for the window; the screen mounted last is asked first. A handler that returns false passes it on. */
export const followKeyboard = (): void => {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented && !isSwallowed(event)) return
    const name = shortcutOf({
      key: event.key,
      code: event.code,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      isTyping: isTyping(event.target),
      isRepeat: event.repeat,
      isAtRows: isAtRows(event.target),
      isAtChoices: isAtChoices(event.target),
    })
    if (name === null) return
    // An open dialog handles its own keys.
    const dialog = openDialog()
    if (dialog !== undefined) {
      if (name === 'refresh' || name === 'search' || name === 'help') event.preventDefault()
      // Elsewhere Help would close a form that was being filled in.
      if (name === 'help') dialog.querySelector<HTMLElement>('a[href^="#/help"]')?.click()
      return
    }
    if (name === 'digit') {
      // Not prevented: the digit is typed into the field that takes the focus.
      if (!runShortcut('digit')) runShortcut('search')
      return
    }
    if (runShortcut(name) || name === 'refresh') event.preventDefault()
  })
}

/** Whether anything on the screen handles it. */
export const canRunShortcut = (name: ShortcutName): boolean => stack.some(({ current }) => current[name] !== undefined)

/** Does what its keys would do; false when nothing handles it. */
export const runShortcut = (name: ShortcutName): boolean =>
  stack.toReversed().some(({ current }) => {
    const handle = current[name]
    return handle !== undefined && handle() !== false
  })

/** Does what an item of the native menu names, unless a dialog is open. */
export const runMenuCommand = (command: MenuCommand): void => {
  if (openDialog() === undefined) runShortcut(command === 'print' ? 'export' : command)
}

export const useShortcuts = (handlers: Handlers): void => {
  const ref = useRef(handlers)
  useEffect(() => {
    ref.current = handlers
  })
  useEffect(() => {
    stack.push(ref)
    return () => {
      stack.splice(stack.indexOf(ref), 1)
    }
  }, [])
}
