import type { Json } from '../../../../../preload/contract/ids.ts'
import { isMeasure } from './fieldLists.ts'
import { isWordedHeader, namesOf } from './headerLines.ts'
import type { JsonObject } from './json.ts'
import { positionalReader } from './rowObjects.ts'
import { continuationsOf } from './rowLines.ts'
import type { TextRecord } from './textRecords.ts'
import { freeName, numberedName, uniqueNames } from '../table/uniqueNames.ts'

/** Rows under one header line and the same titles. */
type Section = { readonly names: readonly string[]; readonly titles: readonly string[]; readonly rows: TextRecord[] }

/** Titles of one table, the nearest ones. */
const mostLevels = 3
/** A header line of other names is only looked for so often, since looking up words takes time. */
const mostHeaderTries = 500
/** Header lines that tables may begin with. */
const mostHeaders = 60

/**
 * The tables of a text as one: each runs from its header line, or from the titles above it, to the next. `header` null: the
 * columns have no names. Titles that differ among the tables stand in columns before the others, as groups of JSON do; sums,
 * signatures and comments are no rows.
 */
export const readTables = (
  text: string,
  lines: readonly TextRecord[],
  header: TextRecord | null,
): { readonly rows: readonly JsonObject[]; readonly sources: readonly Json[] } => {
  const sections = sectionsOf(lines, header)
  const groups = groupsOf(sections)
  const taken = new Set(sections.flatMap(({ names }) => names))
  const isContinued = continuationsOf(sections)
  const areAlike = new Set(sections.map(({ names }) => names)).size < 2
  const rows: JsonObject[] = []
  const sources: Json[] = []
  for (const [index, section] of sections.entries()) {
    const { names, places } = areAlike ? { names: namesFor(section), places: null } : usedColumns(section)
    const readCells = positionalReader(names)
    const read = ({ cells }: TextRecord): JsonObject =>
      readCells(places === null ? cells : places.map((place) => cells[place] ?? ''))
    const added = labelled(groups[index] ?? [], taken)
    for (let at = 0; at < section.rows.length; at += 1) {
      const main = section.rows[at]
      if (main === undefined) continue
      let row: JsonObject = added === null ? read(main) : { ...added, ...read(main) }
      let end = main.end
      for (let line = 2; isContinued?.(section.rows[at + 1]) === true; line += 1) {
        at += 1
        const next = section.rows[at]
        if (next === undefined) break
        row = { ...row, ...continued(next.cells, names, places, line, isContinued.lead) }
        end = next.end
      }
      rows.push(row)
      sources.push(text.slice(main.start, end))
    }
  }
  return { rows, sources }
}

/** Beside tables with other columns, those without a name and without a value tell nothing. */
const usedColumns = (section: Section): { readonly names: readonly string[]; readonly places: readonly number[] } => {
  const names = namesFor(section)
  const width = section.rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length)
  const places = Array.from({ length: width }, (_, place) => place).filter(
    (place) => (names[place] ?? '') !== '' || section.rows.some(({ cells }) => (cells[place] ?? '').trim() !== ''),
  )
  return { names: places.map((place) => (names[place] ?? '') || String(place + 1)), places }
}

/** The cells of a further line of the same row, in columns called after those above them. */
const continued = (
  cells: readonly string[],
  names: readonly string[],
  places: readonly number[] | null,
  line: number,
  lead: number,
): JsonObject => {
  const all = places ?? cells.map((_, place) => place)
  const unique = uniqueNames(all.map((place, index) => (names[index] ?? '') || String(place + 1)))
  const taken = new Set(unique)
  return Object.fromEntries(
    all.flatMap((place, index) => {
      if (place < lead || place >= cells.length) return []
      return [[numberedName(unique[index] ?? '', line, taken), cells[place] ?? '']]
    }),
  )
}

const isBlank = ({ filled }: TextRecord): boolean => filled === 0

const sectionsOf = (lines: readonly TextRecord[], first: TextRecord | null): readonly Section[] => {
  const sections: Section[] = []
  const isLikeHeader = headerFinder(first)
  const table = tableFacts(lines, first)
  let names = first === null ? [] : namesOf(first)
  let titles: string[] = []
  let isBoundary = true
  let current: Section | null = null
  for (const [index, line] of lines.entries()) {
    if (isBlank(line) || isComment(line, table.width)) {
      isBoundary = true
    } else if (isLikeHeader(line, isBoundary)) {
      names = namesOf(line)
      current = null
      isBoundary = true
    } else if (isTitle(line, lines, index, table, isLikeHeader)) {
      titles.push(titleOf(line))
      isBoundary = true
    } else {
      if (current === null || titles.length > 0) {
        current = { names, titles: titles.slice(-mostLevels), rows: [] }
        sections.push(current)
        titles = []
      }
      current.rows.push(line)
      isBoundary = false
    }
  }
  return sections
}

const titleOf = ({ cells }: TextRecord): string =>
  cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' ')

type HeaderFinder = (line: TextRecord, isBoundary: boolean) => boolean

/** A header line again, or another one where a table may begin. */
const headerFinder = (first: TextRecord | null): HeaderFinder => {
  if (first === null) return () => false
  const known: TextRecord[] = [first]
  const seen = new Set(namesOf(first))
  let tries = 0
  return (line, isBoundary) => {
    if (line === first || known.some((header) => isSameLine(header, line))) return true
    if (!isBoundary || line.filled < 2 || tries >= mostHeaderTries || known.length >= mostHeaders) return false
    tries += 1
    if (!isWordedHeader(line)) return false
    const names = namesOf(line).filter((name) => name !== '')
    if (names.filter((name) => seen.has(name)).length * 2 < names.length && names.length < 3) return false
    known.push(line)
    for (const name of names) seen.add(name)
    return true
  }
}

const isSameLine = (a: TextRecord, b: TextRecord): boolean =>
  a.filled === b.filled && a.cells.every((cell, index) => cell.trim() === (b.cells[index] ?? '').trim())

type TableFacts = {
  /** Cells of the header line, or of most lines. */
  readonly width: number
  /** The first column counts or numbers people. */
  readonly isCounted: boolean
  readonly isNameless: boolean
}

const tableFacts = (lines: readonly TextRecord[], first: TextRecord | null): TableFacts => {
  const widths = lines.filter(({ filled }) => filled > 1).map(({ cells }) => cells.length)
  const width = first?.cells.length ?? widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0
  const isRow = (line: TextRecord): boolean => line.filled >= 3 && (first === null || !isSameLine(first, line))
  const cells = lines.filter(isRow).map((line) => (line.cells[0] ?? '').trim())
  const filled = cells.filter((cell) => cell !== '')
  const counts = filled.filter((cell) => /^\d+[.)=]?$/.test(cell)).length
  return { width, isCounted: filled.length > 0 && counts * 10 >= filled.length * 6, isNameless: first === null }
}

const isComment = ({ cells, filled }: TextRecord, width: number): boolean =>
  /^(?:#|\/\/)\s/.test(cells[0] ?? '') && filled > 0 && cells.length !== width

const sumWords = /^(?:total|sum|count|итого|всего|сумма|gesamt|summe|razem|suma|totale|yhteensä)/i

/** A line about the table or the rows below it: one cell, or little beside a text where other rows have their number. */
const isTitle = (
  line: TextRecord,
  lines: readonly TextRecord[],
  index: number,
  { width, isCounted, isNameless }: TableFacts,
  isLikeHeader: HeaderFinder,
): boolean => {
  const { cells, filled } = line
  if (cells.length === 1) return true
  if (isNameless && cells.length * 3 <= width && filled <= 2) return true
  const lead = cells.findIndex((cell) => cell.trim() !== '')
  const text = (cells[lead] ?? '').trim()
  if (filled * 3 > width || filled > 3) return false
  const isText = !isMeasure(text)
  if (lead === 0 && isText && isCounted) {
    if (filled === 1) return true
    const others = cells.slice(1).filter((cell) => cell.trim() !== '')
    if (filled === 2 && width >= 5 && /\p{L}{5}/u.test(text) && (sumWords.test(text) || !others.some(isMeasure)))
      return true
  }
  const isPlain = lead === 0 ? isText : lead <= 3 && filled === 1 && /\p{L}/u.test(text) && !isMeasure(text)
  return isPlain && leadsToHeader(lines, index, isLikeHeader)
}

/** Only titles and blank lines stand between this line and a header line. */
const leadsToHeader = (lines: readonly TextRecord[], index: number, isLikeHeader: HeaderFinder): boolean => {
  let seen = 0
  for (let at = index + 1; at < lines.length && seen < mostLevels; at += 1) {
    const line = lines[at]
    if (line === undefined || isBlank(line)) continue
    if (isLikeHeader(line, true)) return true
    if (line.filled > 1) return false
    seen += 1
  }
  return false
}

/** Titles by level, the outermost first: a table with fewer of them stands under those above it. Levels that tell no tables apart are left out. */
const groupsOf = (sections: readonly Section[]): readonly (readonly (string | null)[])[] => {
  const depth = sections.reduce((most, { titles }) => Math.max(most, titles.length), 0)
  let above: readonly (string | null)[] = Array.from({ length: depth }, () => null)
  const all = sections.map(({ titles }) => {
    above = [...above.slice(0, depth - titles.length), ...titles]
    return above
  })
  const telling = Array.from({ length: depth }, (_, level) => level).filter(
    (level) => new Set(all.map((titles) => titles[level])).size > 1,
  )
  return all.map((titles) => telling.map((level) => titles[level] ?? null))
}

/** The columns `group`, `group 2` and so on; null without any. */
const labelled = (titles: readonly (string | null)[], taken: ReadonlySet<string>): JsonObject | null => {
  if (titles.length === 0) return null
  return Object.fromEntries(
    titles.map((title, level) => [freeName(level === 0 ? 'group' : `group ${level + 1}`, taken), title]),
  )
}

/** Names that repeat at the end of a header line go on for as many cells as the rows have: Control1, Punch1, Control2, Punch2. */
const namesFor = ({ names, rows }: Section): readonly string[] => {
  const last = names.findLastIndex((name) => name !== '')
  if (last === -1) return names
  const width = rows.reduce((most, { cells }) => {
    if (cells.length <= most) return most
    const end = cells.findLastIndex((cell) => cell.trim() !== '') + 1
    return Math.max(most, end)
  }, last + 1)
  return width > last + 1 ? (goOn(names.slice(0, last + 1), width) ?? names) : names
}

const longestPeriod = 12

const goOn = (names: readonly string[], width: number): readonly string[] | null => {
  for (let period = 1; period <= longestPeriod && period * 2 <= names.length; period += 1) {
    const tail = names.slice(-period)
    const before = names.slice(-2 * period, -period)
    if (!tail.every((name, index) => isNextOf(name, before[index] ?? ''))) continue
    if (period === 1 && numbered(tail[0] ?? '') === null) continue
    const longer = [...names]
    while (longer.length < width) longer.push(next(longer[longer.length - period] ?? ''))
    return longer
  }
  return null
}

const numbered = (name: string): { readonly stem: string; readonly number: number } | null => {
  const parts = /^(.*?\D)(\d{1,4})$/u.exec(name)
  return parts === null ? null : { stem: parts[1] ?? '', number: Number(parts[2]) }
}

const isNextOf = (name: string, before: string): boolean => {
  const one = numbered(name)
  const other = numbered(before)
  if (one === null || other === null) return name !== '' && name === before
  return one.stem === other.stem && one.number === other.number + 1
}

const next = (name: string): string => {
  const parts = numbered(name)
  return parts === null ? name : `${parts.stem}${parts.number + 1}`
}
