export type DeskKey = 'show' | 'next' | 'previous' | 'clear' | 'anew'

type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

type Typed = { readonly text: string; readonly isShown: boolean }

const byCode: { readonly [code: string]: DeskKey } = {
  NumpadAdd: 'next',
  NumpadSubtract: 'previous',
  NumpadMultiply: 'clear',
  NumpadDecimal: 'clear',
  NumpadComma: 'clear',
}
const byKey: { readonly [key: string]: DeskKey } = {
  Enter: 'show',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  '*': 'clear',
}
/** These occur in names too, so they are commands only while no name is being typed. */
const bySign: { readonly [key: string]: DeskKey } = {
  '+': 'next',
  '-': 'previous',
  '−': 'previous',
  '.': 'clear',
  ',': 'clear',
}

/** Digit on a key of the numeric keypad that moves the cursor instead, with NumLock off; null for every other key. */
export const keypadDigitOf = ({ key, code, ctrlKey, metaKey, altKey }: Stroke): string | null => {
  if (ctrlKey || metaKey || altKey || [...key].length === 1) return null
  return /^Numpad(\d)$/.exec(code)?.[1] ?? null
}

/** Whether a key pressed with the focus nowhere is meant for the box; with Ctrl, Cmd or Alt it is not, or nothing could be copied. */
export const isForBox = (stroke: Stroke): boolean => {
  const { key, ctrlKey, metaKey, altKey } = stroke
  if (ctrlKey || metaKey || altKey) return false
  return [...key].length === 1 || key === 'Enter' || keypadDigitOf(stroke) !== null
}

/**
 * Action of a key in the bib lookup; null: it types. Keys of the numeric keypad are always commands, and so are other
 * keys that cannot be part of a name. Once a result was shown (`isShown`), the next character starts anew.
 */
export const deskKeyOf = (
  { key, code, ctrlKey, metaKey, altKey }: Stroke,
  { text, isShown }: Typed,
): DeskKey | null => {
  if (ctrlKey || metaKey || altKey) return null
  const command = byCode[code] ?? byKey[key]
  if (command !== undefined) return command
  const isWritingName = !isShown && /[^\d\s]/.test(text)
  if (!isWritingName && bySign[key] !== undefined) return bySign[key]
  return isShown && [...key].length === 1 ? 'anew' : null
}
