import type { AuditReason, AuditSkip } from '../../preload/contract/audit.ts'

const reasons: { readonly [reason in AuditReason]: string } = {
  'no-column': 'no column for it',
  rounded: 'times are whole seconds, and equal ones are common',
  'not-leader': 'gaps are not counted from the leader',
  'larger-field': 'places are those of a larger field',
  'other-order': 'places follow something else than times',
  'other-clock': 'categories count times differently',
  'other-meaning': 'too many would contradict it',
  'several-races': 'places start over, and no column tells the races apart',
  teams: 'most rows share a bib with another one, as members of teams do',
}

/** Why a rule was not looked into, and in how many categories. */
export const skipText = ({ rule, reason, roles, categories }: AuditSkip): string => {
  const why = reason === 'no-column' ? `no column for ${roles.join(', ')}` : reasons[reason]
  return `${rule}: not checked in ${categories} ${categories === 1 ? 'category' : 'categories'}, ${why}`
}
