import type { ExportOptions, TableFormat } from '../../../preload/contract/files.ts'
import type { MenuAction } from '../../components/ActionMenu.tsx'
import type { TextKey } from '../../text/en/en.ts'
import type { Translate } from '../../text/text.ts'

type TableExport = ExportOptions<TableFormat>

const CHOICES: readonly (readonly [TextKey, TableExport])[] = [
  ['export.format.xlsx', { format: 'xlsx' }],
  ['stage.export.ru', { format: 'csv', preset: 'ru' }],
  ['stage.export.en', { format: 'csv', preset: 'en' }],
  ['stage.export.import', { format: 'csv', preset: 'import' }],
  ['stage.export.tsv', { format: 'csv', preset: 'tsv' }],
  ['export.format.html', { format: 'html' }],
  ['export.format.json', { format: 'json' }],
]

/** The files that any table can become, as entries of a menu. */
export const tableExports = (t: Translate, onChoose: (options: TableExport) => void): readonly MenuAction[] =>
  CHOICES.map(([key, options]) => ({ id: key, label: t(key), onChoose: () => onChoose(options) }))
