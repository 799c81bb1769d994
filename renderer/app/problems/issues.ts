import type { Problem } from '../../api.ts'

/** Whether the core refused what was typed into the field `name`; its form says so at the field, in the user's language. */
export const isRefused = (problem: Problem | null, name: string): boolean =>
  problem?.kind === 'invalid-input' && problem.issues.some(({ path }) => path.split('.').at(-1) === name)

/** The same for a field named by its whole path, where several are called alike. */
export const isRefusedAt = (problem: Problem | null, at: string): boolean =>
  problem?.kind === 'invalid-input' && problem.issues.some(({ path }) => path === at)
