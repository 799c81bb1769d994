import type { ColumnRole } from '../../../../../preload/contract/roles.ts'
import { finishRoles } from '../cells/valuePoints.ts'
import type { RoleClaim } from './claims.ts'
import { fitOf, type Context, type Fit } from './fits.ts'
import type { JudgedColumn } from './judgedColumn.ts'
import { claimsOfValues } from './valuesOnly.ts'

/** A time beside another says not what it is, and a number behind a place counts who is placed. */
const untold: ReadonlySet<ColumnRole> = new Set<ColumnRole>(['result', 'place', 'birthDate', 'name'])

/**
 * Claims for the second parts of a column's cells, by their values and by the first parts: a number behind a sex is a
 * place by sex. `main` is the role of the first parts.
 */
export const claimsOfRest = (column: JudgedColumn, main: ColumnRole | null, context: Context): readonly RoleClaim[] => {
  const claims = claimsOfValues(column, context)
    .filter(({ role }) => !untold.has(role) && (role !== 'bib' || main === 'name'))
    .map(({ role, confidence, fit }) => claimOf(column, role, confidence, fit))
  const beside = roleBeside(column, main)
  if (beside === null || claims.some(({ role }) => role === beside)) return claims
  // The sex or category before the number says what the place is in.
  const fit = fitOf(beside.startsWith('place') ? 'place' : beside, column, context)
  return fit.fit < 0 ? claims : [...claims, claimOf(column, beside, 0.7, fit)]
}

const claimOf = (column: JudgedColumn, role: ColumnRole, confidence: number, fit: Fit): RoleClaim => ({
  column,
  role,
  strength: 0,
  confidence,
  reasons: [{ code: 'values', word: fit.pattern }],
})

const roleBeside = ({ facts }: JudgedColumn, main: ColumnRole | null): ColumnRole | null => {
  if (facts.paces > facts.filled / 2) return 'pace'
  if (facts.ints < facts.filled * 0.9) return null
  if (main === 'sex') return 'placeSex'
  if (main === 'ageGroup') return 'placeCategory'
  return finishRoles.has(main ?? '') ? 'place' : null
}
