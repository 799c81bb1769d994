import type { Column } from '../../../../preload/contract/columns.ts'
import { labelHeads } from '../../columns/rules/sourceColumns.ts'
import { columnHeads } from '../rules/printed/columns.ts'
import { pageWords } from '../rules/printed/words.ts'
import type { FileDocument, FormatOptions } from './format.ts'

/** Heads for people, one per column: results in the file's language, or as the service names them where all that it sent was asked for; other tables, federation formats too, name their columns themselves. */
export const headsOf = (
  { results }: FileDocument,
  columns: readonly Column[],
  { language, birthDates = 'year', areAllSent = false }: FormatOptions,
): readonly string[] =>
  areAllSent
    ? columns.map(({ name }) => name)
    : results === undefined
      ? labelHeads(columns)
      : columnHeads(columns, pageWords[language], birthDates)
