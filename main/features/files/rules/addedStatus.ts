import type { Column } from '../../../../preload/contract/columns.ts'
import type { ExportOptions } from '../../../../preload/contract/files.ts'
import type { Cell } from '../../../../preload/contract/ids.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import { isFinishRole } from '../../../../preload/contract/roles.ts'
import { isForPrograms } from './csv.ts'
import { pageWords, type PageLanguage } from './printed/words.ts'
import { flagOfColumn, isCodeColumn } from '../../results/rules/finisher.ts'

/** How a table for people shows the status that the app derives from a row. */
export type StatusWords = {
  readonly header: string
  readonly statuses: { readonly [S in Status]: string }
  /** The column stands after the finish times, where readers look; otherwise after all columns, so that no column of the service moves. */
  readonly isBesideTimes: boolean
}

const codes: StatusWords = {
  header: 'status',
  statuses: {
    OK: 'OK',
    DNF: 'DNF',
    DNS: 'DNS',
    DSQ: 'DSQ',
    OTL: 'OTL',
    NC: 'NC',
    'on course': 'on course',
    unknown: '',
  },
  isBesideTimes: false,
}

/** The language asked for, else that of a CSV preset for spreadsheets, else the one of the app. */
export const languageOfFile = (
  { format, preset, language }: Pick<ExportOptions, 'format' | 'preset' | 'language'>,
  languageNow: PageLanguage,
): PageLanguage => language ?? (format === 'csv' && (preset === 'ru' || preset === 'en') ? preset : languageNow)

/**
 * Null where the format shows statuses itself. A CSV file for programs has the service's own columns, and a status only if some of those were left out.
 */
export const statusWordsOf = (
  options: Pick<ExportOptions, 'format' | 'preset' | 'language'>,
  areColumnsChosen: boolean,
  languageNow: PageLanguage,
): StatusWords | null => {
  const { format, preset } = options
  if (format !== 'csv' && format !== 'xlsx') return null
  if (format === 'csv' && isForPrograms(preset)) return areColumnsChosen ? codes : null
  const { roles, statuses } = pageWords[languageOfFile(options, languageNow)]
  return { header: roles.status, statuses, isBesideTimes: format === 'xlsx' && areColumnsChosen }
}

/** Whether the columns in `shown` give the status of every row. */
export const tellStatus = (columns: readonly Column[], shown: ReadonlySet<string>): boolean => {
  const status = columns.find(({ role }) => role === 'status')
  return status !== undefined && shown.has(status.name) && !columns.some(isReason)
}

const isReason = (column: Column): boolean => {
  const flag = flagOfColumn(column)
  return isCodeColumn(column) || flag === 'DSQ' || flag === 'DNF' || flag === 'DNS' || flag === 'NC'
}

type Line = readonly (Cell | undefined)[]

type StatusColumn = {
  readonly columns: readonly Column[]
  /** Inserts the status into a line. */
  readonly withStatus: (line: Line, status: () => Status) => Line
}

/** Inserts the status column; unchanged without `words`. */
export const addStatus = (columns: readonly Column[], words: StatusWords | null): StatusColumn => {
  if (words === null) return { columns, withStatus: (line) => line }
  const lastTime = columns.findLastIndex(({ role, split }) => split === undefined && isFinishRole(role))
  const at = words.isBesideTimes && lastTime >= 0 ? lastTime + 1 : columns.length
  const taken = new Set(columns.map(({ name }) => name))
  let name = words.header
  while (taken.has(name)) name += ' (Racedesk)'
  return {
    columns: columns.toSpliced(at, 0, { name, kind: 'text', role: 'status' }),
    withStatus: (line, status) => line.toSpliced(at, 0, words.statuses[status()]),
  }
}
