import type { PreflightProblem } from '../../../../../preload/contract/files.ts'

/** What a row lacks for a format. */
export type Finding = Pick<PreflightProblem, 'problem' | 'field' | 'value' | 'proposal'>
