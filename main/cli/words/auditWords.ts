import type { AuditReason, AuditSkip } from '../../../preload/contract/audit.ts'

const reasons: { readonly [reason in AuditReason]: string } = {
  'no-column': 'no column for it',
  rounded: 'times are whole seconds, so equal times are common',
  'not-leader': 'gaps are not measured from the leader',
  'larger-field': 'places are from a larger field',
  'other-order': 'places or points are not ordered by time',
  'other-clock': 'categories measure time differently',
  'other-meaning': 'too many rows differ; the column probably has another meaning',
  'several-races': 'places start over, and no column separates the races',
  teams: 'rows are members of teams',
}

/** Why a rule was not checked, and in how many categories. */
export const skipText = ({ rule, reason, roles, categories }: AuditSkip): string => {
  const why = reason === 'no-column' ? `no column for ${roles.join(', ')}` : reasons[reason]
  return `${rule}: not checked in ${categories} ${categories === 1 ? 'category' : 'categories'}, ${why}`
}
