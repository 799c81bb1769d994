import type { TableRow } from './tableTypes.ts'

const tsvCell = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const htmlEscapes: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const htmlText = (text: string): string => text.replace(/[&<>"]/g, (character) => htmlEscapes[character] ?? character)

/** The two flavours that spreadsheets and mail programs paste: tab-separated lines, and a table. */
export const clipboardTexts = (
  rows: readonly (readonly string[])[],
): { readonly tsv: string; readonly html: string } => ({
  tsv: rows.map((cells) => cells.map(tsvCell).join('\t')).join('\r\n'),
  html: `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${htmlText(cell)}</td>`).join('')}</tr>`).join('')}</table>`,
})

/** Fills the clipboard from within a copy event, which needs no permission. */
export const copyNow = (data: DataTransfer, rows: readonly (readonly string[])[]): void => {
  const { tsv, html } = clipboardTexts(rows)
  data.setData('text/plain', tsv)
  data.setData('text/html', html)
}

const writeRich = async (rows: Promise<readonly TableRow[]>): Promise<void> => {
  const blob = async (type: 'text/plain' | 'text/html'): Promise<Blob> => {
    const { tsv, html } = clipboardTexts((await rows).map((row) => row.cells))
    return new Blob([type === 'text/plain' ? tsv : html], { type })
  }
  // Promises as values keep the user's gesture valid while the rows are being loaded.
  const item = new ClipboardItem({ 'text/plain': blob('text/plain'), 'text/html': blob('text/html') })
  await navigator.clipboard.write([item])
}

/** Copies rows that first have to be loaded: both flavours, else plain text. False when the clipboard refused or the rows could not be had. */
export const copyLater = async (rows: Promise<readonly TableRow[]>): Promise<boolean> => {
  try {
    await writeRich(rows)
    return true
  } catch {
    try {
      await navigator.clipboard.writeText(clipboardTexts((await rows).map((row) => row.cells)).tsv)
      return true
    } catch {
      return false
    }
  }
}
