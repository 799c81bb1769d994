import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CategoryId, Instant, JobId } from '../../preload/contract/ids.ts'
import { decodeBody, packBody } from '../../main/platform/sqlite/bodyCodec.ts'
import { ingest, type Finding } from '../../main/features/replies/ingest.ts'
import { openDatabase, type Database } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { searchTextOf } from '../../main/features/columns/rules/searchText.ts'
import { findColumns } from '../../main/features/columns/rules/table/describeRows.ts'
import { readBody } from '../../main/features/columns/rules/body/readBody.ts'
import { benchBodies, benchGroup, benchStage } from './benchRace.ts'
import { median, type BenchLine } from './report.ts'

const job = 'bench' as JobId
const at = '2026-01-01T00:00:00.000Z' as Instant
/** Every so many rows one has another result in the second take. */
const changedEvery = 20
const batch = 8

type Body = { readonly category: number; readonly body: Uint8Array }

/**
 * A first take, in which nothing can have changed yet, and a second one in which 5 % of the rows of every category have another result: all that is done with a body, roles of its
 * shape and comparison with the body before included; beside the same bodies parsed, named, made searchable, packed and
 * stored without either.
 */
export const benchChanges = async (): Promise<readonly BenchLine[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const first = benchBodies().map(({ body }) => body)
  const second = first.map(withChanges)
  const ours = { first: [] as number[], second: [] as number[] }
  const plain = { first: [] as number[], second: [] as number[] }
  let entries = 0
  let growth = 0
  for (let round = 0; round <= 5; round += 1) {
    const mine = stageIn(join(folder, `ours-${round}.db`))
    const firstMs = timed(() => ingestAll(mine, first))
    const bytesBefore = bodyBytes(mine)
    const tookMs = timed(() => ingestAll(mine, second))
    growth = (bodyBytes(mine) - bytesBefore) / bytesBefore
    entries = Number(mine.get('SELECT count(*) AS n FROM ledger WHERE headline IS NULL')?.['n'])
    mine.close()
    const theirs = stageIn(join(folder, `plain-${round}.db`))
    const plainFirstMs = timed(() => storePlainly(theirs, first))
    const plainMs = timed(() => storePlainly(theirs, second))
    theirs.close()
    if (round === 0) continue
    ours.first.push(firstMs)
    ours.second.push(tookMs)
    plain.first.push(plainFirstMs)
    plain.second.push(plainMs)
  }
  rmSync(folder, { recursive: true, force: true })
  const beside = { peerName: 'parse + store without them', unit: 'ms', goalRatio: 1.4 } as const
  return [
    {
      row: 'first take: shape + roles + ledger',
      ours: median(ours.first),
      peer: median(plain.first),
      ...beside,
    },
    {
      row: 'second take: shape + roles + ledger',
      ours: median(ours.second),
      peer: median(plain.second),
      ...beside,
      note: `${entries} changes found; bodies grew by ${(growth * 100).toFixed(1)} %`,
    },
  ]
}

const timed = (work: () => void): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
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

const stageIn = (path: string): Database => {
  const { database } = openDatabase(path, at)
  database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, 'Bench', ?)", benchStage, at)
  for (const { index, guid } of benchBodies()) {
    database.run(
      `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
       VALUES (?, ?, '10 km', ?, 'Category', '', ?, 1)`,
      benchStage,
      benchGroup,
      guid,
      index,
    )
  }
  return database
}

const inBatches = (bodies: readonly Uint8Array[], store: (some: readonly Body[]) => void): void => {
  const numbered = bodies.map((body, index) => ({ category: index + 1, body }))
  for (let from = 0; from < numbered.length; from += batch) store(numbered.slice(from, from + batch))
}

const ingestAll = (database: Database, bodies: readonly Uint8Array[]): void =>
  inBatches(bodies, (some) => {
    const findings = some.map(({ category, body }): Finding => {
      const named = { category: String(category) as CategoryId, job, url: 'https://results.example.org/get' }
      const described = { fetchedAt: at, status: 200, contentType: 'application/json', etag: null, lastModified: null }
      return { kind: 'body', fetched: { ...named, ...described, body: new Uint8Array(body) } }
    })
    ingest(database, findings)
  })

const storePlainly = (database: Database, bodies: readonly Uint8Array[]): void =>
  inBatches(bodies, (some) => {
    const prepared = some.map(({ category, body }) => {
      const sha256 = hash('sha256', body, 'hex')
      const read = readBody(decodeBody(body), '', 200)
      const rows = read.kind === 'rows' ? read.rows : []
      const columns = findColumns(rows)
      const described = { columns: JSON.stringify(columns), searchText: searchTextOf(rows, columns) }
      return { category, sha256, rows: rows.length, ...described, packed: packBody(body), sizeBytes: body.byteLength }
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
