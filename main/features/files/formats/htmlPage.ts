import { createHash } from 'node:crypto'
import { cellText } from '../../../kernel/text/cellText.ts'
import type { Piece } from '../fileWriting.ts'
import { plainColumns, planColumns, type PageColumn, type PlannedTable } from '../rules/printed/columns.ts'
import { escapeCell, escapeHtml } from '../rules/printed/escape.ts'
import { selectionText } from '../rules/printed/selection.ts'
import { pageStyle } from '../rules/printed/style.ts'
import { pageCount, pageTime, pageWords, type PageLanguage } from '../rules/printed/words.ts'
import type { CategorySheet, FileDocument, Finisher, FormatOptions, Lines } from './format.ts'
import { repeatedFinishes } from './repeatedFinish.ts'

const rowsPerPiece = 128

/** A table of the page, before any of its rows is read. */
type Part = {
  /** '' where there is nothing to tell apart. */
  readonly distance: string
  readonly category: string
  readonly total: number
  readonly fetchedAt: string | null
  readonly columns: readonly PageColumn[]
  readonly rows: () => Lines<Pick<Finisher, 'row' | 'cells'>>
}

/** A self-contained page for browsers and paper: no scripts, no requests. */
export async function* pagePieces(document: FileDocument, options: FormatOptions): AsyncGenerator<Piece> {
  const parts = [...(await partsOf(document, options))]
  const texts = headTexts(document, options)
  yield { bytes: pageStart(document, options, parts, texts) }
  let done = 0
  // A part holds its rows in memory, so it is dropped once it is written.
  for (let at = 1, part = parts.shift(); part !== undefined; at += 1, part = parts.shift()) {
    let text = tableStart(part, at, options, texts)
    const write = rowWriter(part.columns)
    for await (const some of part.rows()) {
      for (const row of some) {
        text += write(row)
        done += 1
        if (done % rowsPerPiece !== 0) continue
        yield { bytes: text, done }
        text = ''
      }
    }
    yield { bytes: `${text}</tbody></table></section>\n`, done }
  }
  yield { bytes: `</main>\n${texts.foot}</body>\n</html>\n`, done }
}

const partsOf = async (document: FileDocument, options: FormatOptions): Promise<readonly Part[]> => {
  const { categories, all, results } = document
  if (categories === null) {
    const columns = plainColumns(all.columns)
    return [
      { distance: '', category: '', total: all.total, fetchedAt: null, columns, rows: () => cellsOf(all.lines()) },
    ]
  }
  const parts: Part[] = []
  const areNamesKept = options.areAllSent === true
  const areChosen = results?.areColumnsChosen === true || areNamesKept
  const leftOut = areChosen || results === undefined ? new Set<string>() : await repeatedFinishes(results)
  const isByPerson = results !== undefined && results.categoriesOfPerson !== null
  const choice = { areChosen, areNamesKept, leftOut, isByPerson }
  for await (const sheet of categories()) parts.push(partOf(sheet, choice, options))
  return parts
}

const partOf = (
  sheet: CategorySheet,
  {
    isByPerson,
    ...choice
  }: Pick<PlannedTable, 'areChosen' | 'areNamesKept' | 'leftOut'> & { readonly isByPerson: boolean },
  options: FormatOptions,
): Part => {
  const { columns, reader, table, total } = sheet
  const { birthDates = 'year', language } = options
  const words = pageWords[language]
  const own = isByPerson ? columns.slice(0, -1) : columns
  const planned = planColumns({ columns: own, reader, ...choice, birthDates }, words)
  return {
    distance: table.distanceName,
    category: table.categoryName,
    total,
    fetchedAt: table.fetchedAt,
    columns: isByPerson ? withCategories(planned, own.length, words.categories) : planned,
    rows: sheet.finishers,
  }
}

/** The person's categories, the last cell of each row, in front of the columns that no paper has room for. */
const withCategories = (columns: readonly PageColumn[], at: number, header: string): readonly PageColumn[] => {
  const extra = columns.findIndex(({ isExtra }) => isExtra)
  const text: PageColumn['text'] = (cells) => cellText(cells[at])
  const categories = { header, name: header, isNumeric: false, isExtra: false, isFolded: true, text }
  return columns.toSpliced(extra < 0 ? columns.length : extra, 0, categories)
}

async function* cellsOf(lines: Lines): AsyncGenerator<readonly Pick<Finisher, 'row' | 'cells'>[]> {
  for await (const some of lines) yield some.map((cells) => ({ cells, row: {} }))
}

/** Escaped texts for the top of the page, for every sheet, and for the end. */
type HeadTexts = {
  readonly title: string
  /** Preliminary or final; '' for documents other than results. */
  readonly state: string
  readonly selection: string
  readonly foot: string
  readonly footLine: string
}

const headTexts = ({ title, about }: FileDocument, { language, isFinal = false }: FormatOptions): HeadTexts => {
  const words = pageWords[language]
  const written = words.written(pageTime(about.writtenAt, language), `Racedesk ${about.appVersion}`)
  const source = about.origin === null ? '' : words.source(about.origin)
  const isResults = about.subject === 'results'
  return {
    title: escapeHtml(title),
    state: escapeHtml(isResults ? (isFinal ? words.final : words.preliminary) : words.subjects[about.subject]),
    selection: escapeHtml((isResults ? selectionText(about.choice, words) : null) ?? ''),
    foot: `<footer><p>${escapeHtml(written)}</p>${source === '' ? '' : `<p>${escapeHtml(source)}</p>`}</footer>\n`,
    footLine: [written, source].filter((text) => text !== '').join(' · '),
  }
}

const pageStart = (
  { all }: FileDocument,
  { language, orientation = 'portrait' }: FormatOptions,
  parts: readonly Part[],
  { title, state, selection, footLine }: HeadTexts,
): string => {
  const words = pageWords[language]
  const style = pageStyle({ orientation, foot: footLine, page: words.page })
  const hash = createHash('sha256').update(style).digest('base64')
  const oldest = parts.map(({ fetchedAt }) => fetchedAt).reduce(earlier, null)
  const facts = [...(oldest === null ? [] : [dataText(oldest, language)]), words.rows(pageCount(all.total, language))]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="state">${state}</p>
<p>${escapeHtml(facts.join(' · '))}</p>
${selection === '' ? '' : `<p>${selection}</p>\n`}${unfold(parts, words.allColumns)}${parts.length > 1 ? jumpList(parts, words.categories) : ''}</header>
<main>
${parts.length === 0 ? `<p>${escapeHtml(words.noRows)}</p>\n` : ''}`
}

/** Shown on narrow screens only; without scripts, the style of the page follows the box. */
const unfold = (parts: readonly Part[], label: string): string => {
  const columns = parts.flatMap((part) => part.columns)
  if (!columns.some(({ isFolded }) => isFolded)) return ''
  const side = columns.some(({ isExtra }) => isExtra) ? ' wide' : ''
  return `<label class="unfold${side}"><input type="checkbox" id="unfold"> ${escapeHtml(label)}</label>\n`
}

const earlier = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a)

const dataText = (fetchedAt: string, language: PageLanguage): string =>
  pageWords[language].asOf(pageTime(fetchedAt, language))

const jumpList = (parts: readonly Part[], label: string): string => {
  const links = new Map<string, string>()
  for (const [at, { distance, category }] of parts.entries()) {
    const link = `<a href="#c${at + 1}">${escapeHtml(category)}</a>`
    links.set(distance, (links.get(distance) ?? '') + link)
  }
  const items = [...links].map(([distance, all]) => `<dt>${escapeHtml(distance)}</dt><dd>${all}</dd>\n`)
  return `<nav aria-label="${escapeHtml(label)}"><dl>\n${items.join('')}</dl></nav>\n`
}

/** Columns that fit on paper in the usual size, and in a smaller one. */
const roomFor = { portrait: [9, 14], landscape: [13, 20] } as const

const tableStart = (
  part: Part,
  at: number,
  { language, orientation = 'portrait' }: FormatOptions,
  { title, state, selection }: HeadTexts,
): string => {
  const { columns, distance, category, total, fetchedAt } = part
  const words = pageWords[language]
  const printed = columns.filter(({ isExtra }) => !isExtra).length
  const [usual, most] = roomFor[orientation]
  const size = printed > most ? ' class="denser"' : printed > usual ? ' class="dense"' : ''
  const place = [distance, category].filter((text) => text !== '').join(' · ')
  const rows = words.rows(pageCount(total, language))
  const heads = columns.map(
    ({ header, name, ...column }) =>
      `<th scope="col"${classOf(column)}${header === name ? '' : ` title="${escapeHtml(name)}"`}>${escapeHtml(header)}</th>`,
  )
  const sheet = [
    `<b>${title}</b>`,
    place === '' ? '' : `<strong>${escapeHtml(place)}</strong>`,
    selection === '' ? '' : `<span>${selection}</span>`,
  ]
  const asOf = fetchedAt === null ? '' : `<span>${escapeHtml(dataText(fetchedAt, language))}</span>`
  const heading = place === '' ? '' : `<h2 id="c${at}">${escapeHtml(place)} <small>${escapeHtml(rows)}</small></h2>\n`
  return `<section>
${heading}<table${size}${place === '' ? '' : ` aria-labelledby="c${at}"`}>
<thead>
<tr class="sheet"><th colspan="${Math.max(1, printed)}"><div><span>${sheet.join('')}</span><span><strong>${state}</strong>${asOf}</span></div></th></tr>
<tr>${heads.join('')}</tr>
</thead>
<tbody>
`
}

const classOf = ({ isNumeric, isExtra, isFolded }: Pick<PageColumn, 'isNumeric' | 'isExtra' | 'isFolded'>): string => {
  const names = [...(isNumeric ? ['n'] : []), ...(isExtra ? ['x'] : []), ...(isFolded ? ['f'] : [])]
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`
}

const rowWriter = (columns: readonly PageColumn[]): ((row: Pick<Finisher, 'row' | 'cells'>) => string) => {
  const starts = columns.map((column) => `<td${classOf(column)}>`)
  return ({ cells, row }) => {
    // One join instead of repeated concatenation, which would fill the memory with nested strings.
    const parts = ['<tr>']
    for (let at = 0; at < columns.length; at += 1) {
      parts.push(starts[at] ?? '', escapeCell(columns[at]?.text(cells, row) ?? ''), '</td>')
    }
    parts.push('</tr>\n')
    return parts.join('')
  }
}
