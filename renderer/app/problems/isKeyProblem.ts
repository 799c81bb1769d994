import type { AppError } from '../../../preload/contract/result.ts'
import type { Problem } from '../../api.ts'

type KeyProblem = Extract<AppError, { kind: 'key-missing' | 'key-rejected' }>

/** A key typed here may solve it. */
export const isKeyProblem = (problem: Problem): problem is KeyProblem =>
  problem.kind === 'key-missing' || problem.kind === 'key-rejected'
