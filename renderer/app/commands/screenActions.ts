/** A button of the screen as the palette offers it. */
export type ScreenAction = { readonly label: string; readonly press: () => void }

const BUTTONS = ':is(.frame-body, .first-run) :is(button, [role="tab"]), .status-line button'

/** Buttons of rows, of splits and of lists are reached where they stand; there may be thousands. A state names no action. */
const NOT_OFFERED =
  '.status-services, [role="grid"], [role="tree"], [role="listbox"], [role="separator"], tbody, [data-modal]'

/** Separate words on the screen are separate in the name; its shortcut is not part of it. */
const wordsOf = (node: Node): readonly string[] => {
  if (node instanceof Text) return [node.data.trim()]
  return node instanceof Element && node.localName === 'kbd' ? [] : [...node.childNodes].flatMap(wordsOf)
}

const joined = (words: readonly string[]): string => words.filter(Boolean).join(' ')

/** A choice is named by its label, not by its current value. */
const nameOf = (button: HTMLElement): string => {
  const ids = button.getAttribute('aria-labelledby')?.split(/\s+/u) ?? []
  const label = joined(ids.flatMap((id) => wordsOf(document.getElementById(id) ?? document.createTextNode(''))))
  return label === '' ? (button.getAttribute('aria-label') ?? joined(wordsOf(button))) : label
}

const canPress = (button: HTMLElement): boolean =>
  !button.matches(':disabled, [aria-disabled="true"], [aria-selected="true"]') &&
  button.closest(NOT_OFFERED) === null &&
  button.checkVisibility()

/** Buttons of the current screen by name, for the palette. The first button of a name counts. */
export const listScreenActions = (): readonly ScreenAction[] => {
  const byLabel = new Map<string, HTMLElement>()
  for (const button of document.querySelectorAll<HTMLElement>(BUTTONS)) {
    const label = nameOf(button)
    if (label !== '' && canPress(button) && !byLabel.has(label)) byLabel.set(label, button)
  }
  return [...byLabel].map(([label, button]) => ({
    label,
    press: () => {
      button.focus()
      button.click()
    },
  }))
}
