import { keyIssue } from '../../../preload/shared/keyLike.ts'
import type { Problem } from '../../api.ts'
import type { TextKey } from '../../text/en/en.ts'

/** Whether the core refused what was typed into the field `name`; its form says so at the field, in the user's language. */
export const isRefused = (problem: Problem | null, name: string): boolean =>
  problem?.kind === 'invalid-input' && problem.issues.some(({ path }) => path.split('.').at(-1) === name)

/** Whether some text was refused because a key would be stored in clear with it. */
export const isKeyMisplaced = (problem: Problem | null): boolean =>
  problem?.kind === 'invalid-input' && problem.issues.some(({ message }) => message === keyIssue)

/** Text for the field at that whole path: null when the core took it, `refused` or that it looks like a key when it did not. */
export const refusalOf = <Refused extends TextKey>(
  problem: Problem | null,
  at: string,
  refused: Refused,
): Refused | 'form.key' | null => {
  const issue = problem?.kind === 'invalid-input' ? problem.issues.find(({ path }) => path === at) : undefined
  if (issue === undefined) return null
  return issue.message === keyIssue ? 'form.key' : refused
}
