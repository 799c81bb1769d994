type Row = [string, string, ...string[]]

/** The rows of a table that is written as lines of cells, with ` | ` between the cells. */
export const rowsIn = (table: string): Row[] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | ') as Row)
