import type { Input } from '../../../preload/contract.ts'
import type { ExportFormat } from '../../../preload/contract/files.ts'
import type { Result } from '../../../preload/contract/result.ts'
import type { Exports } from './exportResults.ts'
import type { FileContent } from './fileWriting.ts'
import { csvTable } from './formats/csv.ts'
import type { FileDocument, FormatOptions, Sheet } from './formats/format.ts'
import { headsOf } from './formats/heads.ts'
import { languageOfFile } from './rules/addedStatus.ts'
import { cellText } from '../../kernel/text/cellText.ts'
import { escapeCell, escapeHtml } from './rules/printed/escape.ts'
import type { Previews } from '../../kernel/face.ts'
import { notFound } from '../../kernel/result.ts'

export type FilePreviewParts = {
  readonly exports: Pick<Exports, 'content'>
  /** Null in a face without a screen. */
  readonly previews?: Previews
  /** Default language of files. */
  readonly language: () => FormatOptions['language']
}

/** Rows of a page, more than an A4 sheet has; lines of a table or a text. */
const mostRows = 60
const mostLines = 25
const mostCharacters = 8_000

/** The beginning of the file that the choice would make, as a document for a frame; reads no more rows than it must. */
export const createFilePreviews =
  ({ exports, previews, language }: FilePreviewParts) =>
  async (asked: Input<'results:preview'>): Promise<Result<{ readonly address: string }>> => {
    if (previews === undefined) return notFound('preview')
    const { format, isPage, isWorkbook = false, ...others } = asked
    const asPage = format === 'protocol' && (isPage === true || isWorkbook)
    const shown: ExportFormat = format === 'pdf' ? 'html' : format
    const made = await exports.content({ ...others, format: shown, isPage: asPage, areProblemsLeftOut: true })
    if (!made.ok) return made
    const { document, content } = made.value
    const options: FormatOptions = { ...others, language: languageOfFile({ ...others, format }, language()) }
    return { ok: true, value: { address: previews.publish(await pageOf(document, content, shown, asPage, options)) } }
  }

const pageOf = async (
  document: FileDocument,
  content: FileContent,
  format: ExportFormat,
  asPage: boolean,
  options: FormatOptions,
): Promise<string> => {
  if (asPage || format === 'html') return firstRows(await beginning(content, (text) => rowsIn(text) > mostRows))
  if (format === 'xlsx') {
    const { openingSheet } = await import('./formats/xlsxWorkbook.ts')
    const sheet = await openingSheet(document, options)
    return await tablePage(sheet, headsOf(document, sheet.columns, options), options)
  }
  if (format === 'csv') {
    const { sheet, heads } = await csvTable(document, options)
    return await tablePage(sheet, heads, options)
  }
  const text = await beginning(content, ({ length }) => length > mostCharacters)
  return plainPage(`<pre>${escapeHtml(text.slice(0, mostCharacters))}</pre>`, options)
}

/** Text of the file until it is enough. */
const beginning = async ({ pieces }: FileContent, isEnough: (text: string) => boolean): Promise<string> => {
  let text = ''
  for await (const piece of pieces) {
    if ('error' in piece || typeof piece.bytes !== 'string') break
    text += piece.bytes
    if (isEnough(text)) break
  }
  return text.replace(/^\uFEFF/u, '')
}

const rowsIn = (html: string): number => html.split('</tr>').length - 1

/** A reader of HTML closes the tags left open. */
const firstRows = (html: string): string => {
  const rows = html.split('</tr>')
  return rows.length <= mostRows ? html : `${rows.slice(0, mostRows).join('</tr>')}</tr>`
}

const tablePage = async (
  { columns, lines }: Pick<Sheet, 'columns' | 'lines'>,
  heads: readonly string[],
  options: FormatOptions,
): Promise<string> => {
  const rows: string[] = []
  for await (const some of lines()) {
    for (const line of some.slice(0, mostLines - rows.length)) {
      rows.push(`<tr>${columns.map((_, at) => `<td>${escapeCell(cellText(line[at]))}</td>`).join('')}</tr>`)
    }
    if (rows.length >= mostLines) break
  }
  const head = heads.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')
  return plainPage(`<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}</tbody></table>`, options)
}

const style = `body { margin: 8px; background: #fff; color: #000; font: 12px/1.4 sans-serif; }
table { border-collapse: collapse; white-space: nowrap; }
th, td { border: 1px solid #999; padding: 2px 6px; text-align: left; }
th { background: #eee; }
pre { margin: 0; font: 12px/1.4 monospace; }`

const plainPage = (body: string, { language }: FormatOptions): string =>
  `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>-</title><style>${style}</style></head><body>${body}</body></html>\n`
