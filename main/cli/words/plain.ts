import type { Json } from '../../../preload/contract/ids.ts'

/** Controls (C0, DEL, C1), line and paragraph separators, and marks that reorder or hide text. */
const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200b\ufeff]/gu

const visible = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'
}

/** Text as one line that cannot steer a terminal: control characters are shown as pictures of themselves. */
export const plain = (text: string): string => text.toWellFormed().replaceAll(unsafe, visible)

/** JSON on one line. Characters that steer a terminal, which JSON lets through, are escaped. */
export const jsonText = (value: unknown): string => escaped(JSON.stringify(value))

/** The same for what is JSON already. */
export const escaped = (json: string): string =>
  json.replaceAll(
    /[\u007f-\u009f\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Indented JSON, a line each, that cannot steer a terminal. */
export const prettyLines = (value: Json): readonly string[] =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => `${plain(line)}\n`)

/** A value as the cell of a table. */
export const cellText = (cell: Json | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? cell : jsonText(cell)
}

const zeroWidth = /\p{M}/u
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u

const widthOf = (text: string): number => {
  let width = 0
  for (const character of text) width += zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

const maxCellLength = 60

const shorten = (text: string): string => {
  if (text.length <= maxCellLength) return text
  return `${text.slice(0, maxCellLength - 1).toWellFormed()}…`
}

/** Lines of an aligned table, each ending in a line feed. Cells are made plain; long ones are cut (JSON has them whole). */
export const tableLines = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const cells = [header, ...rows].map((row) => row.map((cell) => shorten(plain(cell))))
  const widths = header.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0),
  )
  const pad = (cell: string, column: number): string => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))
  return cells.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`)
}
