import type { Column } from '../../../../preload/contract/columns.ts'
import type { AppError } from '../../../../preload/contract/result.ts'
import { selectionText } from '../rules/printed/selection.ts'
import { pageTime, pageWords } from '../rules/printed/words.ts'
import { sheetLimits } from '../rules/sheetLimits.ts'
import {
  createSheetNames,
  headRow,
  sheetPath,
  tableWriter,
  textSheet,
  workbookEnd,
  workbookStart,
  type Paper,
  type SheetWriter,
  type TextCell,
} from '../rules/workbook.ts'
import type { Piece } from '../fileWriting.ts'
import { categoriesOf } from '../handOverRows.ts'
import { turn } from '../../../kernel/turns.ts'
import type { FileDocument, FormatOptions, Line, Lines, Sheet } from './format.ts'
import { headsOf } from './heads.ts'
import { meaningfulColumns } from './meaningfulColumns.ts'
import { protocolBlock, type ProtocolBlock, type ProtocolOptions } from './protocolBlock.ts'
import type { StoredTable } from '../../columns/tableStore.ts'
import type { Zip, ZipEntry } from '../../../platform/files/files.ts'

const linesPerPiece = 128

const tooManyBytes: AppError = { kind: 'sheet-too-large', what: 'bytes', limit: sheetLimits.sizeBytes }

type Progress = { lines: number; cutTexts: number; isTooLarge: boolean }

/** A workbook: all rows unless there is one category only, a sheet per category, and a sheet about the file and its origin. */
export async function* packedPieces(zip: Zip, document: FileDocument, options: FormatOptions): AsyncGenerator<Piece> {
  const progress: Progress = { lines: 0, cutTexts: 0, isTooLarge: false }
  // With several categories, every row is in the sheet of all rows and in that of its category.
  const passes = document.categories === null || isOneCategory(document) ? 1 : 2
  yield* zippedPieces(zip(workbookEntries(document, options, progress), document.about.writtenAt), progress, passes)
}

/** A protocol: each category on a sheet of its own, with its head, and its signature lines below. */
export async function* protocolWorkbook(
  zip: Zip,
  document: FileDocument,
  options: ProtocolOptions & Pick<FormatOptions, 'orientation'>,
): AsyncGenerator<Piece> {
  const progress: Progress = { lines: 0, cutTexts: 0, isTooLarge: false }
  yield* zippedPieces(zip(protocolEntries(document, options, progress), document.about.writtenAt), progress, 1)
}

async function* zippedPieces(
  packed: AsyncIterable<Uint8Array>,
  progress: Progress,
  passes: number,
): AsyncGenerator<Piece> {
  for await (const bytes of packed) {
    if (progress.isTooLarge) {
      yield { error: tooManyBytes }
      return
    }
    yield { bytes, done: Math.floor(progress.lines / passes) }
  }
  yield { bytes: '', done: Math.floor(progress.lines / passes) }
}

const isOneCategory = ({ results }: FileDocument): boolean => results?.tables.length === 1

/** The sheets of a workbook so far; `add` gives the path of the next. The head of a form stands once, its last line on each page. */
const sheetList = () => {
  const sheets: Parameters<typeof workbookEnd>[0][number][] = []
  const add = (name: string, { columns, total }: Pick<Sheet, 'columns' | 'total'>, paper: Paper): string => {
    const top = headRow(paper)
    const repeatedFrom = paper.isForm ? Math.max(1, top - 1) : 1
    const hasFilter = !paper.isForm
    sheets.push({ name, repeatedFrom, hasFilter, headRow: top, lastColumn: columns.length - 1, lastRow: top + total })
    return sheetPath(sheets.length - 1)
  }
  return { sheets, add }
}

async function* protocolEntries(
  document: FileDocument,
  options: ProtocolOptions & Pick<FormatOptions, 'orientation'>,
  progress: Progress,
): AsyncGenerator<ZipEntry> {
  const nameOf = createSheetNames()
  const { sheets, add } = sheetList()
  for (const { path, text } of workbookStart()) yield { path, pieces: [text] }
  const categories = await categoriesOf(document)
  const distances = new Set(categories.map(({ table }) => table.distanceName))
  for (const sheet of categories) {
    const { title, state, facts, place, note, columns, lines, signs } = await protocolBlock(document, sheet, options)
    const said = (texts: ProtocolBlock['facts']): readonly string[] => texts.map(([name, text]) => `${name}: ${text}`)
    const paper: Paper = {
      left: title,
      right: state,
      above: [
        ...[{ title }, { label: state }, ...said(facts), note].map((cell) => [cell]),
        [],
        [{ label: said(place).join(' · ') }],
      ],
      below: [[], ...signs.flatMap(([post, name]) => [[`${post}: ____________________ ${name}`], []])],
      page: pageWords[options.language].page,
      orientation: options.orientation ?? 'portrait',
      isForm: true,
    }
    const { distanceName, categoryName } = sheet.table
    const table = {
      columns: columns.map(({ header, role = 'gap' }): Column => ({ name: header, kind: 'text', role })),
      total: lines.length,
      lines: () => [lines],
    }
    const path = add(nameOf(categoryName, distances.size > 1 ? distanceName : ''), table, paper)
    const heads = table.columns.map(({ name }) => name)
    yield { path, pieces: sheetPieces(table, paper, sheets.length === 1, heads, progress) }
  }
  if (sheets.length === 0) {
    const words = pageWords[options.language]
    const paper: Paper = {
      left: '',
      right: '',
      above: [],
      below: [],
      page: words.page,
      orientation: 'portrait',
      isForm: true,
    }
    const path = add(nameOf(document.title), { columns: [], total: 0 }, paper)
    yield { path, pieces: [textSheet([[{ title: document.title }], [words.noRows]], paper)] }
  }
  for (const part of workbookEnd(sheets)) yield { path: part.path, pieces: [part.text] }
}

async function* workbookEntries(
  document: FileDocument,
  options: FormatOptions,
  progress: Progress,
): AsyncGenerator<ZipEntry> {
  const words = sheetWords[options.language]
  const nameOf = createSheetNames()
  const { sheets, add } = sheetList()
  for (const { path, text } of workbookStart()) yield { path, pieces: [text] }
  const paperOf = papers(document, options)
  const withMeaning = await meaningfulColumns(document, options)
  const about = nameOf(words.about)
  const write = (name: string, sheet: Sheet, table?: StoredTable): ZipEntry => {
    const shown = withMeaning(sheet)
    const paper = paperOf(shown, table)
    const path = add(name, shown, paper)
    const heads = headsOf(document, shown.columns, options)
    return { path, pieces: sheetPieces(shown, paper, sheets.length === 1, heads, progress) }
  }
  if (document.categories === null || !isOneCategory(document)) yield write(nameOf(words.all), document.all)
  const distances = new Set(document.results?.tables.map(({ table }) => table.distanceName))
  for await (const sheet of document.categories?.() ?? []) {
    const { distanceName, categoryName } = sheet.table
    yield write(nameOf(categoryName, distances.size > 1 ? distanceName : ''), sheet, sheet.table)
  }
  const paper = { ...paperOf({ columns: [] }), above: [] }
  const path = add(about, { columns: [], total: 0 }, paper)
  yield { path, pieces: [textSheet(aboutLines(document, options, progress.cutTexts), paper)] }
  for (const part of workbookEnd(sheets)) yield { path: part.path, pieces: [part.text] }
}

/** Columns that stay readable on an upright page. */
const mostUpright = 9

/** The sheet that a workbook opens with. */
export const openingSheet = async (document: FileDocument, options: FormatOptions): Promise<Sheet> => {
  const withMeaning = await meaningfulColumns(document, options)
  if (isOneCategory(document)) {
    for await (const sheet of document.categories?.() ?? []) return withMeaning(sheet)
  }
  return withMeaning(document.all)
}

/** What stands on the paper of each sheet; a sheet of all rows is as old as its oldest category. */
const papers = (
  { title, about, results }: FileDocument,
  { language, orientation, isFinal = false }: FormatOptions,
): ((sheet: Pick<Sheet, 'columns'>, table?: StoredTable) => Paper) => {
  const words = pageWords[language]
  const state =
    about.subject === 'results' ? (isFinal ? words.final : words.preliminary) : words.subjects[about.subject]
  return ({ columns }, table) => {
    const [oldest] = (table === undefined ? (results?.tables ?? []).map((own) => own.table) : [table])
      .map(({ fetchedAt }) => fetchedAt)
      .toSorted()
    const place = table === undefined ? [] : [table.distanceName, table.categoryName]
    const left = [title, ...place].filter((text) => text !== '').join(' · ')
    const right = [state, ...(oldest === undefined ? [] : [words.asOf(pageTime(oldest, language))])].join(' · ')
    return {
      left,
      right,
      above: about.subject === 'results' ? [[{ title: left }], [right]] : [],
      below: [],
      page: words.page,
      orientation: orientation ?? (columns.length > mostUpright ? 'landscape' : 'portrait'),
      isForm: false,
    }
  }
}

async function* sheetPieces(
  { columns, lines }: Pick<Sheet, 'columns' | 'lines'>,
  paper: Paper,
  isFirst: boolean,
  heads: readonly string[],
  progress: Progress,
): AsyncGenerator<string | Uint8Array> {
  const headed = columns.map((column, at) => ({ ...column, name: heads[at] ?? column.name }))
  let writer: SheetWriter | null = null
  let row = headRow(paper)
  let sizeBytes = 0
  for await (const some of inPieces(lines())) {
    let text = ''
    if (writer === null) {
      writer = tableWriter(headed, paper.isForm ? await allLines(lines()) : some, paper)
      text = writer.start(isFirst)
    }
    for (const line of some) {
      row += 1
      text += writer.row(line, row)
    }
    const bytes = Buffer.from(text)
    sizeBytes += bytes.length
    if (sizeBytes > sheetLimits.sizeBytes) {
      progress.isTooLarge = true
      return
    }
    progress.lines += some.length
    yield bytes
    await turn()
  }
  if (writer === null) {
    writer = tableWriter(headed, [], paper)
    yield writer.start(isFirst)
  }
  yield writer.end(row)
  progress.cutTexts += writer.cutTexts()
}

/** A form is short, and no name of it may be cut. */
const allLines = async (lines: Lines): Promise<readonly Line[]> => {
  const all: Line[] = []
  for await (const some of lines) all.push(...some)
  return all
}

async function* inPieces(lines: Lines): AsyncGenerator<readonly Line[]> {
  let some: Line[] = []
  for await (const batch of lines) {
    for (const line of batch) {
      some.push(line)
      if (some.length < linesPerPiece) continue
      yield some
      some = []
    }
  }
  if (some.length > 0) yield some
}

const aboutLines = (
  { title, about, all }: FileDocument,
  { language, isFinal = false }: FormatOptions,
  cutTexts: number,
): readonly (readonly TextCell[])[] => {
  const words = sheetWords[language]
  const page = pageWords[language]
  const isResults = about.subject === 'results'
  const chosen = isResults ? selectionText(about.choice, page) : JSON.stringify(about.choice)
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [words.title, title],
    [words.stage, about.stage?.guid ?? null],
    [words.state, isResults ? (isFinal ? page.final : page.preliminary) : page.subjects[about.subject]],
    [words.rows, String(all.total)],
    [words.chosen, chosen === '{}' ? null : chosen],
    [words.source, about.origin],
    [words.written, about.writtenAt],
    [words.program, `Racedesk ${about.appVersion}`],
    [words.cut, cutTexts === 0 ? null : String(cutTexts)],
  ]
  const sources = about.sources()
  return [
    ...facts.flatMap(([label, value]) => (value === null ? [] : [[{ label }, value]])),
    ...(sources.length === 0 ? [] : [[], words.sources.map((label) => ({ label }))]),
    ...sources.map(({ distanceName, categoryName, fetchedAt, rows, sha256, sizeBytes, url }) => [
      distanceName,
      categoryName,
      fetchedAt,
      String(rows),
      sha256,
      String(sizeBytes),
      url,
    ]),
  ]
}

type SheetWords = {
  readonly [
    K in 'all' | 'about' | 'title' | 'stage' | 'state' | 'rows' | 'chosen' | 'source' | 'written' | 'program' | 'cut'
  ]: string
} & {
  readonly sources: readonly string[]
}

const sheetWords: { readonly [L in FormatOptions['language']]: SheetWords } = {
  en: {
    all: 'All',
    about: 'About',
    title: 'Title',
    stage: 'Stage',
    state: 'State',
    rows: 'Rows',
    chosen: 'Filters',
    source: 'Source',
    written: 'Exported',
    program: 'Program',
    cut: `Texts cut at ${sheetLimits.textLength} characters`,
    sources: ['Distance', 'Category', 'Downloaded', 'Rows', 'SHA-256 of the reply', 'Bytes', 'Link'],
  },
  ru: {
    all: 'Все',
    about: 'О файле',
    title: 'Название',
    stage: 'Этап',
    state: 'Состояние',
    rows: 'Строки',
    chosen: 'Выбрано',
    source: 'Источник',
    written: 'Записано',
    program: 'Программа',
    cut: `Тексты, обрезанные до ${sheetLimits.textLength} символов`,
    sources: ['Дистанция', 'Категория', 'Скачано', 'Строки', 'SHA-256 ответа', 'Размер, байт', 'Ссылка'],
  },
}
