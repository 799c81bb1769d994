import type { Instant, StageGuid } from '../../../preload/contract/ids.ts'
import type { StartList } from '../../../preload/contract/columns.ts'
import { packBody, unpackBody } from '../../platform/sqlite/bodyCodec.ts'
import { number, parsed, text } from '../../platform/sqlite/rowCells.ts'
import type { Database, SqlRow } from '../../platform/sqlite/sqliteDatabase.ts'
import { joinedRoles, type JoinedList, type JoinedPerson } from '../columns/rules/joinedList.ts'
import type { StoredTable, TableStore } from '../columns/tableStore.ts'

export type StartListStore = Pick<TableStore, 'joinedOf'> & {
  readonly startList: (stage: StageGuid) => StartList | null
  /** In place of an earlier one. */
  readonly saveStartList: (stage: StageGuid, list: Omit<StartList, 'joinedAt'>, joined: JoinedList, at: Instant) => void
  readonly removeStartList: (stage: StageGuid) => void
}

export const startListTables = (database: Database): StartListStore => {
  /** The list read last: a stage's tables ask for the same one. */
  let last: { readonly id: number; readonly list: JoinedList } | null = null

  const listOf = (id: number): JoinedList | null => {
    if (last?.id === id) return last.list
    const row = database.get('SELECT columns, people FROM start_lists WHERE id = ?', id)
    if (!(row?.['people'] instanceof Uint8Array)) return null
    const people = JSON.parse(unpackBody(row['people']).toString('utf8')) as [string, JoinedPerson][]
    last = { id, list: { columns: joinedColumnsOf(row), people: new Map(people) } }
    return last.list
  }

  return {
    joinedOf: ({ startList }: StoredTable) => (startList === null ? null : listOf(startList)),
    startList: (stage) => {
      const row = database.get('SELECT file_name, joined_at, lines, columns FROM start_lists WHERE stage = ?', stage)
      return row === null
        ? null
        : {
            fileName: text(row, 'file_name'),
            joinedAt: text(row, 'joined_at') as Instant,
            lines: number(row, 'lines'),
            columns: columnsOf(row),
          }
    },
    saveStartList: (stage, { fileName, lines, columns }, { people }, at) => {
      database.transaction(() => {
        // A new number, by which everybody knows that it is another list.
        database.run('DELETE FROM start_lists WHERE stage = ?', stage)
        database.run(
          'INSERT INTO start_lists (stage, file_name, joined_at, lines, columns, people) VALUES (?, ?, ?, ?, ?, ?)',
          stage,
          fileName,
          at,
          lines,
          JSON.stringify(columns),
          packBody(Buffer.from(JSON.stringify([...people]))),
        )
      })
    },
    removeStartList: (stage) => {
      database.run('DELETE FROM start_lists WHERE stage = ?', stage)
    },
  }
}

const columnsOf = (row: SqlRow): StartList['columns'] => parsed<StartList['columns']>(row, 'columns') ?? []

const joinedColumnsOf = (row: SqlRow): JoinedList['columns'] =>
  columnsOf(row).flatMap(({ name, role, isJoined }) =>
    isJoined && role !== null && joinedRoles.has(role) ? [{ name, role }] : [],
  )
