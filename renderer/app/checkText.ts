import type { ServiceCheck } from '../../preload/contract.ts'
import { formatCount } from '../text/format.ts'
import type { Language, Translate } from '../text/text.ts'
import { describeProblem } from './describeProblem.ts'

/** The answer of one service in words. */
export const checkText = (check: ServiceCheck, t: Translate, language: Language): string => {
  if (check.ok) return t('check.ok', { ms: formatCount(Math.round(check.tookMs), language) })
  const { what, todo } = describeProblem(check.error, t, language)
  return `${what} ${todo}`
}
