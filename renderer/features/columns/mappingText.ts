import type { MappedColumn, RoleReason } from '../../../preload/contract/columns.ts'
import type { Translate } from '../../text/text.ts'

const PATTERNS = [
  'clock',
  'number-of-time',
  'growing',
  'plus',
  'places',
  'unique',
  'row-numbers',
  'names',
  'first-names',
  'sex',
  'ages',
  'years',
  'dates',
  'age-groups',
  'statuses',
  'country-codes',
  'numbers',
  'words',
  'pace',
] as const

/** Pattern of cells in words; falls back to the core's word. */
const patternText = (word: string, t: Translate): string => {
  const pattern = PATTERNS.find((known) => known === word)
  return pattern === undefined ? word : t(`mapping.pattern.${pattern}`)
}

const reasonText = ({ code, word }: RoleReason, column: MappedColumn, t: Translate): string => {
  switch (code) {
    case 'name':
      return word === undefined || word === column.name
        ? t('mapping.reason.name.plain')
        : t('mapping.reason.name', { word })
    case 'values':
      return word === undefined || word === 'other'
        ? t('mapping.reason.values.plain')
        : t('mapping.reason.values', { word: patternText(word, t) })
    case 'taken':
      return word === undefined ? t('mapping.reason.taken.plain') : t('mapping.reason.taken', { word })
    case 'user':
      return t(column.correction === 'carried' ? 'mapping.reason.carried' : 'mapping.reason.user')
    case 'unit-open':
      return t('mapping.reason.unitOpen')
    case 'doubt':
      return t('mapping.reason.doubt')
  }
}

/** Why the column has its role or none. */
export const whyText = (column: MappedColumn, t: Translate): string => {
  const { role } = column
  const { reasons } = role
  if (reasons.length === 0) return t('mapping.reason.doubt')
  // Hints too weak for a meaning would look like reasons for one.
  const [first] = reasons
  const told = role.role === null && first?.code === 'doubt' ? [first] : reasons
  const [byName, byCells] = told
  if (told.length === 2 && byName?.code === 'name' && byName.word === column.name && byCells?.code === 'values') {
    const { word = 'other' } = byCells
    if (word !== 'other') return t('mapping.reason.both', { word: patternText(word, t) })
  }
  return told.map((reason) => reasonText(reason, column, t)).join('; ')
}

/** From 0 to 1 in a word. */
export const confidenceWord = ({ role, correction }: MappedColumn, t: Translate): string => {
  if (correction !== 'none') return t('mapping.certain')
  if (role.role === null || role.confidence < 0.6) return t('mapping.doubt')
  if (role.confidence >= 0.9) return t('mapping.sure')
  return t(role.confidence >= 0.75 ? 'mapping.likely' : 'mapping.leaning')
}
