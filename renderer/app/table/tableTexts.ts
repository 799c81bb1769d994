import type { TableTexts } from '../../components/dataTable/tableTypes.ts'
import { formatCount } from '../../text/format.ts'
import type { Language, Translate } from '../../text/text.ts'

/** Texts of the table for screen readers. */
export const tableTexts = (t: Translate, language: Language): TableTexts => {
  const count = (value: number): string => formatCount(value, language)
  return {
    headerHint: t('table.headerHint'),
    columnResized: (title, widthPx) => t('table.columnResized', { title, width: widthPx }),
    columnMoved: (title, position, columns) => t('table.columnMoved', { title, position, columns }),
    copied: ({ isCopied, rows, missingRows }) => {
      if (!isCopied) return t('table.notCopied')
      if (missingRows === 0) return t('table.copied', { count: rows, rows: count(rows) })
      return t('table.copyMissing', { count: rows, rows: count(rows), missing: count(missingRows) })
    },
  }
}
