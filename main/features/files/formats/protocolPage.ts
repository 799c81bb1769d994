import { createHash } from 'node:crypto'
import type { Piece } from '../fileWriting.ts'
import { categoriesOf } from '../handOverRows.ts'
import { cellText } from '../../../kernel/text/cellText.ts'
import { protocolWords } from '../rules/handOver/protocolWords.ts'
import { cssString, escapeCell, escapeHtml } from '../rules/printed/escape.ts'
import { pageWords } from '../rules/printed/words.ts'
import type { FileDocument } from './format.ts'
import { protocolBlock, type ProtocolBlock, type ProtocolOptions } from './protocolBlock.ts'

/** `foot` stands on each sheet beside the count of sheets. */
const pageStyle = (foot: string, page: string): string => `@page { size: A4; margin: 12mm 12mm 15mm;
  @bottom-left { content: ${cssString(foot)}; font: 8pt sans-serif; }
  @bottom-right { content: ${cssString(`${page} `)} counter(page) " / " counter(pages); font: 8pt sans-serif; }
}
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
table { width: 100%; border-collapse: collapse; font-size: 9.5pt; line-height: 1.2; }
th, td { border: 1px solid #000; padding: 1px 5px; text-align: left; overflow-wrap: break-word; }
th { font-size: 9pt; }
.place th { border: 0; padding: 0 0 4px; text-align: left; font-size: 10.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.n, td:last-child { text-align: right; }
td.n, td:last-child { white-space: nowrap; }
.w { width: 34%; }
.c { width: 34%; }
tr:not(.place) > :first-child { text-align: center; }
.signs { display: grid; grid-template-columns: auto 1fr minmax(8em, auto); gap: 20px 10px; margin-top: 28px; break-inside: avoid; }
.signs i { border-bottom: 1px solid #000; min-width: 4em; }
@media print {
  body { padding: 0; max-width: none; }
  .table { overflow: visible; padding-right: 1px; }
  section + section { margin: 0; border: 0; padding: 0; break-before: page; }
}`

/** A protocol for A4: each category begins on a new sheet, with its own head and signature lines. */
export async function* protocolPage(document: FileDocument, options: ProtocolOptions): AsyncGenerator<Piece> {
  const { language } = options
  const words = protocolWords[language]
  const state = options.isFinal === true ? words.final : words.preliminary
  const style = pageStyle(`${document.title} · ${state}`, pageWords[language].page)
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
    const block = await protocolBlock(document, sheet, options)
    done += block.lines.length
    yield { bytes: section(block), done }
  }
  yield { bytes: `${done === 0 ? `<p>${escapeHtml(pageWords[language].noRows)}</p>\n` : ''}</body>\n</html>\n`, done }
}

const section = ({ title, state, facts, place, note, columns, lines, signs }: ProtocolBlock): string => {
  const marks = columns.map(({ role }) =>
    role === undefined || role === 'bib'
      ? ''
      : role === 'name'
        ? ' class="w"'
        : role === 'club'
          ? ' class="c"'
          : ' class="n"',
  )
  const heads = columns.map(({ header }, at) => `<th scope="col"${marks[at]}>${escapeHtml(header)}</th>`)
  const rows = lines.map((line) => {
    const cells = line.map((cell, at) => `<td${marks[at]}>${escapeCell(cellText(cell ?? ''))}</td>`)
    return `<tr>${cells.join('')}</tr>\n`
  })
  const said = facts.map(([name, text]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd></div>\n`)
  const where = escapeHtml(place.map(([name, text]) => `${name}: ${text}`).join(' · '))
  const signed = signs.map(
    ([post, name]) => `<span>${escapeHtml(post)}</span><i></i><span>${escapeHtml(name)}</span>\n`,
  )
  return `<section>
<h1>${escapeHtml(title)}</h1>
<h2>${escapeHtml(state)}</h2>
<dl>
${said.join('')}</dl>
<p>${escapeHtml(note)}</p>
<div class="table"><table>
<thead><tr class="place"><th colspan="${columns.length}">${where}</th></tr>
<tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('')}</tbody>
</table></div>
<div class="signs">
${signed.join('')}</div>
</section>
`
}
