import type { Cell } from '../../../../preload/contract/ids.ts'
import type { StartListReport } from '../../../../preload/contract/columns.ts'
import { readTable } from '../../columns/rules/body/readBody.ts'
import { joinedRoles, personReader, type JoinedList, type JoinedPerson } from '../../columns/rules/joinedList.ts'
import { meaningReader, type TableColumn } from '../../columns/rules/table/columns.ts'

/** A start list as its text says it. */
export type ReadList = Pick<StartListReport, 'lines' | 'columns' | 'withoutBib'> & {
  readonly joined: JoinedList
  /** Bibs that stand for several people. */
  readonly repeated: ReadonlySet<string>
}

/** `no-rows`: no lines were found · `no-bibs`: no column holds bibs · `no-columns`: nothing in it describes a person. */
export type ListFault = 'no-rows' | 'no-bibs' | 'no-columns'

/** By the rules that read results: any separator, any header in 21 languages. */
export const readList = (text: string): ReadList | ListFault => {
  const { read, table } = readTable(text, '', 200)
  if (read.kind !== 'rows' || table === null) return 'no-rows'
  const personOf = personReader(table.columns)
  if (personOf === null) return 'no-bibs'
  const taken = oneOfEachRole(table.columns)
  if (taken.length === 0) return 'no-columns'
  const readers = taken.map((column) => meaningReader(column))
  const people = new Map<string, JoinedPerson>()
  const repeated = new Set<string>()
  let withoutBib = 0
  for (const row of read.rows) {
    const { bib, names } = personOf(row)
    if (bib === '') {
      withoutBib += 1
      continue
    }
    const cells = Object.fromEntries(
      readers.flatMap((read, at): [string, Cell][] => {
        const cell = read(row)
        return cell === undefined || cell === null || cell === '' ? [] : [[String(at), cell]]
      }),
    )
    const person: JoinedPerson = { names, cells }
    const known = people.get(bib)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(person)) repeated.add(bib)
    people.set(bib, person)
  }
  for (const bib of repeated) people.delete(bib)
  return {
    lines: read.rows.length,
    columns: table.columns.map((column) => ({
      name: column.name,
      role: column.role ?? null,
      isJoined: taken.includes(column),
    })),
    withoutBib,
    joined: { columns: taken.flatMap(({ name, role }) => (role === undefined ? [] : [{ name, role }])), people },
    repeated,
  }
}

const oneOfEachRole = (columns: readonly TableColumn[]): readonly TableColumn[] =>
  columns.filter(
    ({ role }, at) =>
      role !== undefined && joinedRoles.has(role) && columns.findIndex((other) => other.role === role) === at,
  )
