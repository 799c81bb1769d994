import type { Guid, StageGuid } from '../../../preload/contract/ids.ts'
import { copyAtOnce } from '../../components/dataTable/copyRows.ts'

/** The link that opens a stage or an order in Racedesk, on this machine or another; main/features/stages/rules/appLinks.ts reads it. */
export const appLink = (to: { readonly stage: StageGuid } | { readonly order: Guid }): string =>
  'stage' in to ? `racedesk://stage/${to.stage}` : `racedesk://order/${to.order}`

/** Copies cells as tables do, with tabs and with formulas disarmed. */
export const copyLine = (cells: readonly string[]): boolean => copyAtOnce([cells])

/** Plain text only: an editor would paste a cell as a table. */
export const copyText = (text: string): void => void navigator.clipboard.writeText(text).catch(() => undefined)

/** The texts of a row of a plain table, as they are read. */
export const rowTexts = (row: HTMLTableRowElement): readonly string[] =>
  [...row.cells].map(({ innerText }) => innerText.replaceAll(/\s+/gu, ' ').trim())
