import type { PreflightCode, PreflightProblem } from '../../../preload/contract/files.ts'

/** One problem of one person, told once although it is that of rows in several categories. */
export type PersonProblem = {
  readonly key: string
  readonly first: PreflightProblem
  readonly rows: readonly PreflightProblem[]
}

/** By reason, in the order in which the reasons occur. */
export const groupProblems = (
  problems: readonly PreflightProblem[],
): ReadonlyMap<PreflightCode, readonly PersonProblem[]> => {
  const people = Map.groupBy(problems, ({ problem, distanceName, bib, name, field, value, category, index }) =>
    // Rows without bib and name are people that nothing tells apart.
    JSON.stringify([problem, distanceName, bib, name, field, value, bib + name === '' ? [category, index] : null]),
  )
  const told = [...people].flatMap(([key, rows]) => rows.slice(0, 1).map((first) => ({ key, first, rows })))
  return Map.groupBy(told, ({ first }) => first.problem)
}
