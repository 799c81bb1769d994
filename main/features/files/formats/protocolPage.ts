import { createHash } from 'node:crypto'
import type { ProtocolHead } from '../../../../preload/contract/settings.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import type { Piece } from '../fileWriting.ts'
import { categoriesOf, categoryRows, surveyCategory, type CheckedRow, type HandOverOptions } from '../handOverRows.ts'
import { cellText } from '../rules/csv.ts'
import { protocol } from '../rules/handOver/protocol.ts'
import { protocolWords } from '../rules/handOver/protocolWords.ts'
import { escapeCell, escapeHtml } from '../rules/printed/escape.ts'
import { selectionText } from '../rules/printed/selection.ts'
import { pageCount, pageTime, pageWords, type PageLanguage } from '../rules/printed/words.ts'
import type { CategorySheet, FileDocument } from './format.ts'

const style = `@page { size: A4; margin: 12mm; @bottom-right { content: counter(page); font: 8pt sans-serif; } }
:root { color-scheme: light; }
body { margin: 0 auto; padding: 12px; max-width: 190mm; background: #fff; color: #000; font: 11pt/1.3 'Times New Roman', 'Liberation Serif', serif; }
section + section { margin-top: 48px; border-top: 1px solid #999; padding-top: 24px; }
h1, h2 { margin: 0 0 6px; text-align: center; font-size: 14pt; overflow-wrap: anywhere; }
h2 { font-size: 12pt; }
dl { display: flex; flex-wrap: wrap; gap: 2px 24px; margin: 10px 0; }
dl div { display: flex; gap: 6px; }
dt::after { content: ':'; }
dd { margin: 0; font-weight: bold; overflow-wrap: anywhere; }
p { margin: 6px 0; font-size: 9pt; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 10pt; }
th, td { border: 1px solid #000; padding: 2px 5px; text-align: left; overflow-wrap: break-word; }
th { font-size: 9pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.n, td:last-child { text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: center; }
.signs { display: grid; grid-template-columns: auto 1fr minmax(8em, auto); gap: 20px 10px; margin-top: 28px; break-inside: avoid; }
.signs i { border-bottom: 1px solid #000; min-width: 4em; }
@media print {
  body { padding: 0; max-width: none; }
  .table { overflow: visible; padding-right: 1px; }
  section + section { margin: 0; border: 0; padding: 0; break-before: page; }
}`

/** `language` is that of the page. */
export type ProtocolOptions = HandOverOptions & { readonly language: PageLanguage; readonly head: ProtocolHead }

/** A protocol for A4: each category begins on a new sheet, with its own head and signature lines. */
export async function* protocolPage(document: FileDocument, options: ProtocolOptions): AsyncGenerator<Piece> {
  const { language } = options
  const hash = createHash('sha256').update(style).digest('base64')
  yield {
    bytes: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.title)}</title>
<style>${style}</style>
</head>
<body>
`,
  }
  let done = 0
  for (const sheet of await categoriesOf(document)) {
    const rows: CheckedRow[] = []
    for await (const some of categoryRows(document, sheet, await surveyCategory(sheet), protocol, options)) {
      rows.push(...some)
    }
    const taken = rows.filter(({ findings }) => findings.length === 0)
    done += taken.length
    yield { bytes: block(document, sheet, rows, taken, options), done }
  }
  yield { bytes: `${done === 0 ? `<p>${escapeHtml(pageWords[language].noRows)}</p>\n` : ''}</body>\n</html>\n`, done }
}

const notStarted: readonly Status[] = ['DNS', 'unknown']

/** Starters and finishers are counted over all rows of the choice, those left out of the table too. */
const block = (
  { title, about }: FileDocument,
  { table }: CategorySheet,
  rows: readonly CheckedRow[],
  taken: readonly CheckedRow[],
  { language, head, isFinal }: ProtocolOptions,
): string => {
  const words = protocolWords[language]
  const count = (is: (status: Status) => boolean): string =>
    pageCount(rows.filter(({ entrant }) => is(entrant.status)).length, language)
  const facts = [
    [words.date, head.date],
    [words.venue, head.venue],
    [words.weather, head.weather],
    [words.distance, table.distanceName],
    [words.category, table.categoryName],
    [words.starters, count((status) => !notStarted.includes(status))],
    [words.finishers, count((status) => status === 'OK')],
  ].map(([name = '', value = '']) =>
    value === '' ? '' : `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>\n`,
  )
  const selection = selectionText(about.choice, pageWords[language])
  const notes = [
    ...(selection === null ? [] : [selection]),
    pageWords[language].asOf(pageTime(table.fetchedAt, language)),
  ]
  const marks = words.columns.map(({ role }) => (role === undefined || role === 'bib' ? '' : ' class="n"'))
  const heads = words.columns.map(({ header }, at) => `<th scope="col"${marks[at]}>${escapeHtml(header)}</th>`)
  const lines = taken.map(({ entrant }) => {
    const cells = words.columns.map(({ fill }, at) => `<td${marks[at]}>${escapeCell(cellText(fill(entrant)))}</td>`)
    return `<tr>${cells.join('')}</tr>\n`
  })
  const signs = [
    [words.judge, head.judge],
    [words.secretary, head.secretary],
  ].map(([post = '', name = '']) => `<span>${escapeHtml(post)}</span><i></i><span>${escapeHtml(name)}</span>\n`)
  return `<section>
<h1>${escapeHtml(title)}</h1>
<h2>${escapeHtml(isFinal === true ? words.final : words.preliminary)}</h2>
<dl>
${facts.join('')}</dl>
<p>${escapeHtml(notes.join(' · '))}</p>
<div class="table"><table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${lines.join('')}</tbody>
</table></div>
<div class="signs">
${signs.join('')}</div>
</section>
`
}
