import type { Preflight } from '../../preload/contract/files.ts'
import type { Translate } from '../text/text.ts'

/** Column titles shown; the rest is counted. */
const SHOWN_TITLES = 8

/** Columns with personal data by the titles that they have in the table. */
export const personalText = (personal: Preflight['personal'], t: Translate): string => {
  const titles = [...new Set(personal.map(({ column, role }) => (role === null ? column : t(`role.${role}`))))]
  const shown = titles.slice(0, SHOWN_TITLES).join(', ')
  const more = titles.length - SHOWN_TITLES
  return more > 0 ? t('export.personal.more', { columns: shown, count: more }) : shown
}
