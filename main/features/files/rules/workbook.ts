import type { Column } from '../../../../preload/contract/columns.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'
import type { ColumnRole } from '../../../../preload/contract/roles.ts'
import { cellText } from '../../../kernel/text/cellText.ts'
import { durationMs, isDurationColumn } from './excelCells.ts'
import { sheetLimits } from './sheetLimits.ts'
import {
  durationStyle,
  mainNamespace,
  ruled,
  styles,
  stylesXml,
  xmlHead,
  type DurationFormat,
} from './workbookStyles.ts'

const longestName = 31

/**
 * Gives names to the sheets of one workbook: no two of them the same whatever the case of letters, without what Excel refuses.
 * Of `<before> - <name>` the first part is cut first.
 */
export const createSheetNames = (): ((name: string, before?: string) => string) => {
  const taken = new Set(['history'])
  return (name, before = '') => {
    const own = cleanName(name)
    const room = Math.max(8, longestName - own.length - 3)
    const wanted = before === '' ? own : [cutText(cleanName(before), room).trim(), own].filter(Boolean).join(' - ')
    const base = wanted === '' ? '-' : wanted
    for (let count = 1; ; count += 1) {
      const end = count === 1 ? '' : ` (${count})`
      const unique = withoutQuotes(cutText(base, longestName - end.length)) + end
      const key = unique.normalize('NFKC').toUpperCase().toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return unique
    }
  }
}

const cleanName = (text: string): string =>
  withoutQuotes(
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[/\\:|]/g, '-')
      .replace(/[*?[\]\p{Cc}\p{Cf}\uFFFE\uFFFF]+/gu, ' ')
      .replace(/\s+/g, ' '),
  )

/** Trims spaces and apostrophes at both ends. */
const withoutQuotes = (text: string): string => text.replace(/^[\s']+|[\s']+$/g, '')

/** At most so many UTF-16 units, no pair of them torn apart. */
const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Characters to escape in XML: markup, controls, lone surrogates and Excel's own `_x000D_` form. */
const special = /[&<>\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x[\dA-Fa-f]{4}_/u
const specials = /[&<>\p{Cs}\uFFFE\uFFFF]|(?![\t\n\u007F-\u009F])\p{Cc}|_(?=x[\dA-Fa-f]{4}_)/gu
const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Text of an XML element; what XML cannot hold is written `_xHHHH_`, as Excel reads it (ECMA-376, ST_Xstring). */
export const xmlText = (text: string): string =>
  special.test(text)
    ? text.replace(specials, (found) => {
        return entities[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      })
    : text

const xmlAttribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;')

/** Letters of a column; 0 is the first. */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

type Line = readonly (Cell | undefined)[]

/** Writes one cell of a row; the address is written up to the row's number already. */
type WriteCell = (cell: Cell, address: string) => string

export type SheetWriter = {
  /** Everything in front of the lines, the header with it. */
  readonly start: (isFirst: boolean) => string
  /** One line, as the row of that number. */
  readonly row: (line: Line, row: number) => string
  /** Everything after the rows; `lastRow` is the number of the last one. */
  readonly end: (lastRow: number) => string
  /** Texts that were longer than a cell holds, so far. */
  readonly cutTexts: () => number
}

export type Paper = {
  /** Whose sheet it is, and how old: at the top of each printed page where nothing stands above the table. */
  readonly left: string
  readonly right: string
  /** Rows around the table. */
  readonly above: readonly (readonly TextCell[])[]
  readonly below: readonly (readonly TextCell[])[]
  /** In front of the page number at the foot. */
  readonly page: string
  readonly orientation: 'portrait' | 'landscape'
  /** A sheet to sign, not a list to work in: lines around each cell, times as received, no filter; no name is cut. */
  readonly isForm: boolean
}

const fitsPage = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'

/** A4, as wide as the sheet, however many sheets long; 9 is A4 (ECMA-376, pageSetup). */
const pageSetup = ({ left, right, above, page, orientation }: Paper): string =>
  [
    '<pageMargins left="0.5" right="0.5" top="0.8" bottom="0.6" header="0.35" footer="0.3"/>',
    `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`,
    '<headerFooter>',
    above.length > 0 ? '' : `<oddHeader>&amp;L${pageText(left)}&amp;R${pageText(right)}</oddHeader>`,
    `<oddFooter>&amp;R${pageText(page)} &amp;P / &amp;N</oddFooter></headerFooter>`,
  ].join('')

/** Excel refuses a file with more than 255 characters in a header, codes and both sides included. */
const pageTextLength = 120

/** A single ampersand would begin a code; a space before the text, since a digit after a code would be a font size. */
const pageText = (text: string): string => {
  let written = ''
  for (const character of text.toWellFormed().replace(/\s+/g, ' ')) {
    const next = character === '&' ? '&&' : character
    if (written.length + next.length > pageTextLength) break
    written += next
  }
  return xmlText(` ${written}`)
}

/** The row of the column heads; 1 is the first. */
export const headRow = ({ above }: Pick<Paper, 'above'>): number => above.length + 1

/** Writes a table with a frozen header, a filter and its page set-up. `first` are sample lines for the column widths. */
export const tableWriter = (columns: readonly Column[], first: readonly Line[], paper: Paper): SheetWriter => {
  let cutTexts = 0
  const letters = columns.map((_, index) => columnLetters(index))
  const addresses = letters.map((letter) => `<c r="${letter}`)
  const noteCut = (): void => {
    cutTexts += 1
  }
  const { isForm } = paper
  const writers = columns.map((column, index) =>
    isForm
      ? formWriter(column, noteCut)
      : cellWriter(
          column,
          first.map((line) => line[index]),
          noteCut,
        ),
  )
  const widths = columns.map(({ name }, index) =>
    Math.max(name.length + 3, ...first.map((line) => shownLength(line[index])), 5),
  )
  const lastLetter = letters.at(-1) ?? null
  const top = headRow(paper)
  const header = columns.map((column, index) => {
    const style = isNumeric(column) ? styles.numericHeader : styles.header
    return textCell(column.name, `${addresses[index]}${top}`, isForm ? ruled(style) : style, noteCut)
  })
  return {
    start: (isFirst) =>
      [
        `${xmlHead}<worksheet xmlns="${mainNamespace}">${fitsPage}<sheetViews>`,
        `<sheetView workbookViewId="0"${isFirst ? ' tabSelected="1"' : ''}>`,
        `<pane ySplit="${top}" topLeftCell="A${top + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`,
        '<sheetFormatPr defaultRowHeight="15"/>',
        columnWidths(widths, isForm),
        `<sheetData>${textRows(paper.above, 1, noteCut)}<row r="${top}">${header.join('')}</row>`,
      ].join(''),
    row: (line, row) => {
      let text = `<row r="${row}">`
      for (let index = 0; index < writers.length; index += 1) {
        const cell = line[index]
        if (!isForm && (cell === undefined || cell === null || cell === '')) continue
        text += writers[index]?.(cell ?? '', `${addresses[index]}${row}`) ?? ''
      }
      return `${text}</row>`
    },
    end: (lastRow) => {
      const area = lastLetter === null ? null : `A${top}:${lastLetter}${lastRow}`
      const filter = area === null || isForm ? '' : `<autoFilter ref="${area}"/>`
      // Bibs are texts on purpose; this suppresses Excel's warnings.
      const marks =
        area === null ? '' : `<ignoredErrors><ignoredError sqref="${area}" numberStoredAsText="1"/></ignoredErrors>`
      const below = textRows(paper.below, lastRow + 1, noteCut)
      return `${below}</sheetData>${filter}${pageSetup(paper)}${marks}</worksheet>`
    },
    cutTexts: () => cutTexts,
  }
}

/** A cell of a sheet for reading; a label stands out, a title more. */
export type TextCell = string | { readonly label: string } | { readonly title: string }

const textOf = (cell: TextCell | undefined): string =>
  typeof cell === 'object' ? ('label' in cell ? cell.label : cell.title) : (cell ?? '')

const textRows = (lines: readonly (readonly TextCell[])[], first: number, noteCut: () => void): string =>
  lines
    .map((line, at) => {
      const cells = line.map((cell, index) => {
        const style = typeof cell === 'object' ? ('label' in cell ? styles.label : styles.title) : 0
        const text = textOf(cell)
        return text === '' ? '' : textCell(text, `<c r="${columnLetters(index)}${first + at}`, style, noteCut)
      })
      return `<row r="${first + at}">${cells.join('')}</row>`
    })
    .join('')

export const textSheet = (lines: readonly (readonly TextCell[])[], paper: Paper): string => {
  const longest = Math.max(0, ...lines.map(({ length }) => length))
  const widths = Array.from({ length: longest }, (_, index) =>
    Math.max(8, ...lines.map((line) => shownLength(textOf(line[index])))),
  )
  const rows = textRows(lines, 1, () => undefined)
  return `${xmlHead}<worksheet xmlns="${mainNamespace}">${fitsPage}${columnWidths(widths)}<sheetData>${rows}</sheetData>${pageSetup(paper)}</worksheet>`
}

/** In a form a tenth more than digits would take, since letters may be wider, and never too little. */
const columnWidths = (widths: readonly number[], isForm = false): string => {
  if (widths.length === 0) return ''
  const columns = widths.map((width, index) => {
    const place = index + 1
    const shown = isForm ? Math.min(Math.ceil(1.1 * width) + 1, widestColumn) : Math.min(width + 1, 60)
    return `<col min="${place}" max="${place}" width="${shown}" customWidth="1"/>`
  })
  return `<cols>${columns.join('')}</cols>`
}

/** ECMA-376, column width. */
const widestColumn = 255

const shownLength = (cell: Cell | undefined): number => {
  if (typeof cell === 'string') return (cell.split('\n', 1)[0] ?? '').length
  return cell === undefined || cell === null ? 0 : JSON.stringify(cell).length
}

const countRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([
  'place',
  'placeOverall',
  'placeSex',
  'placeCategory',
  'age',
  'birthYear',
  'points',
])

/** Such cells stand at the right, and so does their head. */
const isNumeric = (column: Column): boolean => {
  const { kind, role, unit } = column
  if (kind === 'number' || unit !== undefined || isDurationColumn(column)) return true
  return role !== undefined && (role === 'bib' || countRoles.has(role))
}

const cellWriter = (column: Column, first: readonly (Cell | undefined)[], noteCut: () => void): WriteCell => {
  const { role, unit } = column
  const text = (cell: Cell, address: string, style: number = styles.words): string =>
    textCell(cellText(cell), address, style, noteCut)
  const plain: WriteCell = (cell, address) => {
    if (typeof cell === 'number') return numberCell(cell, address) ?? text(cell, address)
    if (typeof cell === 'boolean') return `${address}" t="b"><v>${cell ? 1 : 0}</v></c>`
    return text(cell, address)
  }
  if (role === 'bib') return (cell, address) => text(cell, address, styles.text)
  if (role !== undefined && countRoles.has(role)) {
    return (cell, address) =>
      typeof cell === 'string' && wholeNumber.test(cell) ? `${address}"><v>${cell}</v></c>` : plain(cell, address)
  }
  if (unit === undefined && !isDurationColumn(column)) return plain
  const leastDigits = Math.max(0, ...first.map((cell) => digitsOf(durationMs(cell, column) ?? 0)))
  return (cell, address) => {
    const ms = durationMs(cell, column)
    if (ms === null) return unit === undefined ? plain(cell, address) : text(cell, address)
    return durationCell(ms, durationStyle('[h]:mm:ss', Math.max(leastDigits, digitsOf(ms))), address)
  }
}

const durationCell = (ms: number, style: number, address: string): string =>
  `${address}" s="${style}"><v>${ms / 86_400_000}</v></c>`

/** Cells as on paper: times with the digits in which they came, words at the side of their column. */
const formWriter = (column: Column, noteCut: () => void): WriteCell => {
  const words = ruled(isNumeric(column) ? styles.text : styles.words)
  return (cell, address) => {
    if (cell === '') return `${address}" s="${words}"/>`
    if (typeof cell === 'number' && Number.isSafeInteger(cell)) return `${address}" s="${ruled(0)}"><v>${cell}</v></c>`
    const text = cellText(cell)
    const ms = durationMs(cell, column)
    const style = ms === null ? null : styleAsReceived(text, ms)
    return ms === null || style === null
      ? textCell(text, address, words, noteCut)
      : durationCell(ms, ruled(style), address)
  }
}

/** Null where no format of Excel writes the time as it came. */
const styleAsReceived = (text: string, ms: number): number | null => {
  const parts = /^(\+?)(\d+):(\d\d)(?::(\d\d))?(?:[.,](\d{1,3}))?$/.exec(text)
  if (parts === null) return null
  const [, plus = '', first = '', next = '', last, fraction = ''] = parts
  const leading = Number(first) * 60 + Number(next)
  const seconds = last === undefined ? leading : leading * 60 + Number(last)
  if (seconds * 1000 + Number(fraction.padEnd(3, '0')) !== ms) return null
  const isPadded = /^0\d/.test(first)
  const format: DurationFormat =
    last === undefined ? (isPadded ? '[mm]:ss' : '[m]:ss') : isPadded ? '[hh]:mm:ss' : '[h]:mm:ss'
  return durationStyle(plus === '' ? format : `+${format}`, fraction.length)
}

const wholeNumber = /^(?:0|[1-9]\d{0,14})$/

const digitsOf = (ms: number): number => (ms % 1000 === 0 ? 0 : ms % 100 === 0 ? 1 : ms % 10 === 0 ? 2 : 3)

/** Null for a number that Excel, which keeps 15 digits, would show otherwise than it came or has no way to write. */
const numberCell = (value: number, address: string): string | null => {
  if (!Number.isFinite(value)) return null
  const digits = String(value)
  if (digits.length > 15 && digits.replace(/^-?[0.]*|e.*$|\./g, '').length > 15) return null
  // Without a format, twelve digits and more are shown as powers of ten.
  const style = Number.isInteger(value) && digits.length > 11 ? ` s="${styles.whole}"` : ''
  return `${address}"${style}><v>${digits}</v></c>`
}

const blankAtEnd = /^\s|\s$|\n/

/** An inline text, never a formula, whatever its first character. */
const textCell = (whole: string, address: string, style: number, noteCut: () => void): string => {
  let text = whole
  if (text.length > sheetLimits.textLength) {
    text = `${cutText(text, sheetLimits.textLength - 1)}…`
    noteCut()
  }
  const styled = style === 0 ? '' : `" s="${style}`
  const space = blankAtEnd.test(text) ? ' xml:space="preserve"' : ''
  return `${address}${styled}" t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type WorkbookPart = { readonly path: string; readonly text: string }

export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`

/** Parts before the sheets. */
export const workbookStart = (): readonly WorkbookPart[] => [
  {
    path: '[Content_Types].xml',
    text: [
      `${xmlHead}<Types xmlns="${packageNamespace}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      // Any other part is a sheet: the default type makes listing them unnecessary.
      `<Default Extension="xml" ContentType="${contentType}.worksheet+xml"/>`,
      `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>`,
      `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
    ].join(''),
  },
  { path: '_rels/.rels', text: relationsXml([['officeDocument', 'xl/workbook.xml']]) },
  { path: 'xl/styles.xml', text: stylesXml() },
]

/** Parts that name the sheets in order. `filtered`: the filter area of the sheet, or null. */
export const workbookEnd = (
  sheets: readonly {
    readonly name: string
    /** Rows from there to the heads are on every printed page. */
    readonly repeatedFrom: number
    readonly hasFilter: boolean
    readonly headRow: number
    readonly lastColumn: number
    readonly lastRow: number
  }[],
): readonly WorkbookPart[] => {
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${xmlAttribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const filters = sheets.flatMap(({ name, repeatedFrom, hasFilter, headRow: top, lastColumn, lastRow }, at) => {
    if (lastColumn < 0) return []
    const sheet = `'${name.replaceAll("'", "''")}'`
    const area = xmlText(`${sheet}!$A$${top}:$${columnLetters(lastColumn)}$${lastRow}`)
    const heads = xmlText(`${sheet}!$${repeatedFrom}:$${top}`)
    return [
      hasFilter
        ? `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${area}</definedName>`
        : '',
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${heads}</definedName>`,
    ]
  })
  const names = filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`
  const targets = sheets.map((_, at) => ['worksheet', sheetPath(at).replace('xl/', '')] as const)
  return [
    {
      path: 'xl/workbook.xml',
      text: `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets>${names}</workbook>`,
    },
    { path: 'xl/_rels/workbook.xml.rels', text: relationsXml([...targets, ['styles', 'styles.xml']]) },
  ]
}

const relationsXml = (targets: readonly (readonly [type: string, target: string])[]): string => {
  const listed = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${listed.join('')}</Relationships>`
}
