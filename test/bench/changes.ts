import { hash } from 'node:crypto'
import { join } from 'node:path'
import { decodeBody, packBody } from '../../main/platform/sqlite/bodyCodec.ts'
import type { Database } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { searchTextOf } from '../../main/features/columns/rules/searchText.ts'
import { findColumns } from '../../main/features/columns/rules/table/describeRows.ts'
import { readBody } from '../../main/features/columns/rules/body/readBody.ts'
import { benchBodies } from './benchRace.ts'
import { useFolder } from './peers.ts'
import { alternate, median, timed, type BenchLine } from './report.ts'
import { at, findingsOf, inBatches, ingestAll, stageIn } from './stageDatabase.ts'

/** Every so many rows one has another result in the second take. */
const changedEvery = 20

/**
 * A first take, in which nothing can have changed yet, and a second one in which 5 % of the rows of every category have another
 * result: all that is done with a body, roles of its shape and comparison with the body before included; beside the same bodies
 * parsed, named, made searchable, packed and stored without either.
 */
export const benchChanges = async (): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  const first = benchBodies().map(({ body }) => body)
  const second = first.map(withChanges)
  let made = 0
  let note = ''
  const inStage = <T>(work: (database: Database) => T): T => {
    const database = stageIn(join(folder.path, `${(made += 1)}.db`))
    const result = work(database)
    database.close()
    return result
  }
  const ours = () =>
    inStage((database) => {
      const [before, after] = [findingsOf(first), findingsOf(second)]
      const firstMs = timed(() => ingestAll(database, before))
      const bytes = bodyBytes(database)
      const secondMs = timed(() => ingestAll(database, after))
      const growth = (bodyBytes(database) - bytes) / bytes
      const entries = Number(database.get('SELECT count(*) AS n FROM ledger WHERE headline IS NULL')?.['n'])
      note = `${entries} changes found; bodies grew by ${(growth * 100).toFixed(1)} %`
      return { firstMs, secondMs }
    })
  const plain = () =>
    inStage((database) => ({
      firstMs: timed(() => storePlainly(database, first)),
      secondMs: timed(() => storePlainly(database, second)),
    }))
  const took = await alternate(5, { ours, plain })
  const compared = (of: 'firstMs' | 'secondMs') => {
    const medians = { ours: median(took.ours.map((one) => one[of])), peer: median(took.plain.map((one) => one[of])) }
    return { ...medians, peerName: 'parse + store without them', unit: 'ms', goalRatio: 1.4 }
  }
  return [
    { row: 'first take: shape + roles + ledger', ...compared('firstMs') },
    { row: 'second take: shape + roles + ledger', ...compared('secondMs'), note },
  ]
}

const withChanges = (body: Buffer): Buffer => {
  let count = 0
  const text = body.toString('utf8').replace(/("resultTime":")\d/g, (whole, start: string) => {
    count += 1
    return count % changedEvery === 0 ? `${start}9` : whole
  })
  return Buffer.from(text)
}

const bodyBytes = (database: Database): number =>
  Number(database.get('SELECT sum(length(body)) AS bytes FROM snapshots')?.['bytes'])

const storePlainly = (database: Database, bodies: readonly Uint8Array[]): void =>
  inBatches([...bodies.entries()], (some) => {
    const prepared = some.map(([index, body]) => {
      const sha256 = hash('sha256', body, 'hex')
      const read = readBody(decodeBody(body), '', 200)
      const rows = read.kind === 'rows' ? read.rows : []
      const columns = findColumns(rows)
      const described = { columns: JSON.stringify(columns), searchText: searchTextOf(rows, columns) }
      return {
        category: index + 1,
        sha256,
        rows: rows.length,
        ...described,
        packed: packBody(body),
        sizeBytes: body.byteLength,
      }
    })
    database.transaction(() => {
      for (const one of prepared) {
        const snapshot = database.run(
          `INSERT INTO snapshots (category, url, fetched_at, status, content_type, sha256, size_bytes, rows, body)
           VALUES (?, '', ?, 200, 'application/json', ?, ?, ?, ?)`,
          one.category,
          at,
          one.sha256,
          one.sizeBytes,
          one.rows,
          one.packed,
        )
        database.run('UPDATE categories SET last_snapshot = ? WHERE id = ?', snapshot, one.category)
        database.run(
          `INSERT OR REPLACE INTO category_tables (category, snapshot, rows, columns, search_text) VALUES (?, ?, ?, ?, ?)`,
          one.category,
          snapshot,
          one.rows,
          one.columns,
          one.searchText,
        )
      }
    })
  })
