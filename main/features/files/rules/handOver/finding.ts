import type { PreflightProblem } from '../../../../../preload/contract/files.ts'

/** A problem of a row for a format. */
export type Finding = Pick<PreflightProblem, 'problem' | 'field' | 'value' | 'proposal'>
