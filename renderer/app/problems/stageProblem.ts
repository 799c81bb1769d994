import type { Problem } from '../../api.ts'
import type { Translate } from '../../text/text.ts'
import { isRefused } from './issues.ts'

/** Why a stage was not added, as far as it is said beside its GUID: there is none, or the service does not know it. */
export const stageProblem = (problem: Problem | null, t: Translate): string | null => {
  if (isRefused(problem, 'text')) return t('connect.stage.invalid')
  return problem?.kind === 'http' || problem?.kind === 'refused-by-service' ? t('connect.stage.unknown') : null
}
