import type { PreflightProblem } from '../../../../../preload/contract.ts'

/** What a row lacks for a format. */
export type Finding = Pick<PreflightProblem, 'problem' | 'field' | 'value' | 'proposal'>
