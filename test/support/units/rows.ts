/** The rows of a table that is written as lines of cells, with ` | ` between the cells. */
export const rowsIn = (table: string): [string, string, ...string[]][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | ') as [string, string, ...string[]])

/** Pairs that are written as `one=other`, with bars between them. */
export const pairsIn = (text: string): [string, string][] =>
  text.split('|').map((pair) => {
    const [one = '', other = ''] = pair.split('=')
    return [one, other]
  })
