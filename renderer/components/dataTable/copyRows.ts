/** A spreadsheet takes text that begins so for a formula, pasted or read: the rule of `main/features/files/rules/csv.ts` (OWASP, CSV injection). */
const formulaStart = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u
/** Numbers, times and gaps, which spreadsheets do not treat as formulas. */
const harmless = /^[+-]?(?:\d{1,15}(?:[.,]\d{1,15})?|(?:\d{1,4}:)?\d{1,3}:\d{2}(?:[.,]\d{1,9})?)$/

const isFormula = (text: string): boolean =>
  formulaStart.test(text) && (text.startsWith('\t') || text.startsWith('\r') || !harmless.test(text.trim()))

/** As files of this app have it: an apostrophe before what a spreadsheet would carry out. */
const guarded = (text: string): string => (isFormula(text) ? `'${text}` : text)

const needsQuotes = /[\t\r\n"]/
/** Pasted where a comma or a semicolon parts cells, too, another cell would begin with a formula. */
const hidesFormula = /[,;][\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

const tsvCell = (text: string, isAlone: boolean): string =>
  needsQuotes.test(text) || (!isAlone && hidesFormula.test(text)) ? `"${text.replaceAll('"', '""')}"` : text

const htmlEscapes: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const htmlText = (text: string): string => text.replace(/[&<>"]/g, (character) => htmlEscapes[character] ?? character)

/** Excel takes a cell marked so for text, whatever it begins with; others go by the apostrophe. */
const htmlCell = (text: string, isAlone: boolean, canMark: boolean): string => {
  const mark = canMark && isFormula(text) ? ` style='mso-number-format:"\\@"'` : ''
  return `<td${mark}>${htmlText(isAlone && canMark ? text : guarded(text))}</td>`
}

/**
 * The two flavours that spreadsheets and mail programs paste: tab-separated lines, and a table. A cell that is copied alone is
 * meant for a search field or a letter, and stays as it is. `canMark` false: Chromium strips inline styles from what
 * `navigator.clipboard.write` is given, and reports each to the console as refused by the page's policy.
 */
export const clipboardTexts = (
  rows: readonly (readonly string[])[],
  canMark = true,
): { readonly tsv: string; readonly html: string } => {
  const isAlone = rows.length === 1 && rows[0]?.length === 1
  const safe = isAlone ? rows : rows.map((cells) => cells.map(guarded))
  return {
    tsv: safe.map((cells) => cells.map((cell) => tsvCell(cell, isAlone)).join('\t')).join('\r\n'),
    html: `<table>${rows.map((cells) => `<tr>${cells.map((cell) => htmlCell(cell, isAlone, canMark)).join('')}</tr>`).join('')}</table>`,
  }
}

/** Fills the clipboard from within a copy event, which needs no permission. */
export const copyNow = (data: DataTransfer, rows: readonly (readonly string[])[]): void => {
  const { tsv, html } = clipboardTexts(rows)
  data.setData('text/plain', tsv)
  data.setData('text/html', html)
}

/** Copies as Ctrl+C does, within a click or a key press. False when the browser refused. */
export const copyAtOnce = (rows: readonly (readonly string[])[]): boolean => {
  let isCopied = false
  const fill = (event: ClipboardEvent): void => {
    if (event.clipboardData === null) return
    copyNow(event.clipboardData, rows)
    event.preventDefault()
    event.stopImmediatePropagation()
    isCopied = true
  }
  document.addEventListener('copy', fill, true)
  document.execCommand('copy')
  document.removeEventListener('copy', fill, true)
  return isCopied
}

const writeRich = async (rows: Promise<readonly (readonly string[])[]>): Promise<void> => {
  const blob = async (type: 'text/plain' | 'text/html'): Promise<Blob> => {
    const { tsv, html } = clipboardTexts(await rows, false)
    return new Blob([type === 'text/plain' ? tsv : html], { type })
  }
  // Promises as values keep the user's gesture valid while the rows are being loaded.
  const item = new ClipboardItem({ 'text/plain': blob('text/plain'), 'text/html': blob('text/html') })
  await navigator.clipboard.write([item])
}

/** Copies rows that first have to be loaded: both flavours, else plain text. False when the clipboard refused or the rows could not be loaded. */
export const copyLater = async (rows: Promise<readonly (readonly string[])[]>): Promise<boolean> => {
  try {
    await writeRich(rows)
    return true
  } catch {
    try {
      await navigator.clipboard.writeText(clipboardTexts(await rows).tsv)
      return true
    } catch {
      return false
    }
  }
}
