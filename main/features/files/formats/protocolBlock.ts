import type { ProtocolHead } from '../../../../preload/contract/settings.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import { categoryRows, surveyCategory, type CheckedRow, type HandOverOptions } from '../handOverRows.ts'
import { cellText } from '../../../kernel/text/cellText.ts'
import { sayingTeamsOnce, type HandOverColumn } from '../rules/handOver/profile.ts'
import { protocol } from '../rules/handOver/protocol.ts'
import { protocolWords } from '../rules/handOver/protocolWords.ts'
import { selectionText } from '../rules/printed/selection.ts'
import { pageCount, pageTime, pageWords, type PageLanguage } from '../rules/printed/words.ts'
import type { CategorySheet, FileDocument, Line } from './format.ts'

/** `language` is that of the file. */
export type ProtocolOptions = HandOverOptions & { readonly language: PageLanguage; readonly head: ProtocolHead }

type NamedText = readonly [name: string, text: string]

/** The protocol of one category, as paper and workbook alike have it. */
export type ProtocolBlock = {
  readonly title: string
  /** Preliminary or final. */
  readonly state: string
  readonly facts: readonly NamedText[]
  /** Distance and category, which stand on every sheet. */
  readonly place: readonly NamedText[]
  /** The choice of rows, their age, and whether the unit of their times is unknown. */
  readonly note: string
  readonly columns: readonly HandOverColumn[]
  readonly lines: readonly Line[]
  /** Posts and names of those who sign; '' where the name is unknown. */
  readonly signs: readonly NamedText[]
}

const notStarted: readonly Status[] = ['DNS', 'unknown']

/** Starters and finishers are counted over all rows of the choice, those left out of the table too. */
export const protocolBlock = async (
  document: FileDocument,
  sheet: CategorySheet,
  options: ProtocolOptions,
): Promise<ProtocolBlock> => {
  const { language, head, isFinal } = options
  const { table } = sheet
  const rows: CheckedRow[] = []
  for await (const some of categoryRows(document, sheet, await surveyCategory(sheet), protocol, options)) {
    rows.push(...some)
  }
  const words = protocolWords[language]
  const count = (is: (status: Status) => boolean): string =>
    pageCount(rows.filter(({ entrant }) => is(entrant.status)).length, language)
  const facts: readonly NamedText[] = [
    [words.date, head.date ?? ''],
    [words.venue, head.venue ?? ''],
    [words.weather, head.weather ?? ''],
    [words.starters, count((status) => !notStarted.includes(status))],
    [words.finishers, count((status) => status === 'OK')],
  ]
  const place: readonly NamedText[] = [
    [words.distance, table.distanceName],
    [words.category, table.categoryName],
  ]
  const selection = selectionText(document.about.choice, pageWords[language])
  const asOf = pageWords[language].asOf(pageTime(table.fetchedAt, language))
  const open = sheet.reader.isUnitOpen ? words.unitOpen : null
  const once = sayingTeamsOnce(protocol)
  const taken = rows.flatMap(({ findings, entrant }) => (findings.length === 0 ? [once(entrant)] : []))
  const columns = words.columns.filter(
    ({ isLeftOutIfEmpty, fill }) =>
      isLeftOutIfEmpty !== true || taken.some((entrant) => cellText(fill(entrant)) !== ''),
  )
  return {
    title: document.title,
    state: isFinal === true ? words.final : words.preliminary,
    facts: facts.filter(([, text]) => text !== ''),
    place: place.filter(([, text]) => text !== ''),
    note: [selection, asOf, open].filter((text) => text !== null).join(' · '),
    columns,
    lines: taken.map((entrant) => columns.map(({ fill }) => fill(entrant))),
    signs: [
      [words.judge, head.judge ?? ''],
      [words.secretary, head.secretary ?? ''],
    ],
  }
}
