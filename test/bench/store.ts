import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CategoryId, Instant, JobId } from '../../preload/contract/ids.ts'
import { decodeBody } from '../../main/platform/sqlite/bodyCodec.ts'
import { ingest, type Finding } from '../../main/features/replies/ingest.ts'
import { openDatabase } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { isObject } from '../../main/features/columns/rules/body/json.ts'
import { readBody } from '../../main/features/columns/rules/body/readBody.ts'
import { benchBodies, benchGroup, benchStage, type BenchCategory } from './benchRace.ts'
import { median, type BenchLine } from './report.ts'

type PeerDatabase = {
  readonly exec: (sql: string) => unknown
  readonly prepare: (sql: string) => { readonly run: (...values: readonly (string | number)[]) => unknown }
  readonly close: () => unknown
}

const job = 'bench' as JobId
const at = '2026-01-01T00:00:00.000Z' as Instant

/** Keeping 100,000 parsed rows: bodies packed, columns, search text, on disk; beside one SQL row a finisher with an index. */
export const benchStore = async (): Promise<readonly BenchLine[]> => {
  const bodies = benchBodies()
  const peer = loadPeer()
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= 7; round += 1) {
    const keptMs = storeOurs(join(folder, `ours-${round}.db`), bodies)
    const peerMs = storeTheirs(peer.open(join(folder, `peer-${round}.db`)), bodies)
    if (round === 0) continue
    ours.push(keptMs)
    theirs.push(peerMs)
  }
  rmSync(folder, { recursive: true, force: true })
  const note = 'parsing taken off both sides'
  return [
    {
      row: 'store 100,000 rows + search',
      ours: median(ours),
      peer: median(theirs),
      peerName: peer.name,
      unit: 'ms',
      goalRatio: 0.85,
      note,
    },
  ]
}

const timed = (work: () => void): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

const storeOurs = (path: string, bodies: readonly BenchCategory[]): number => {
  const { database } = openDatabase(path, at)
  database.run("INSERT INTO stages (guid, name, added_at) VALUES (?, 'Bench', ?)", benchStage, at)
  const findings = bodies.map(({ index, guid, body }): Finding => {
    const category = database.run(
      `INSERT INTO categories (stage, distance_guid, distance_name, category_guid, category_name, url, position, is_listed)
       VALUES (?, ?, '10 km', ?, 'Category', '', ?, 1)`,
      benchStage,
      benchGroup,
      guid,
      index,
    )
    const fetched = { category: String(category) as CategoryId, job, url: '', fetchedAt: at, status: 200 }
    const kept = new Uint8Array(body)
    return {
      kind: 'body',
      fetched: { ...fetched, contentType: 'application/json', etag: null, lastModified: null, body: kept },
    }
  })
  const parseMs = timed(() => {
    for (const { body } of bodies) readBody(decodeBody(body), '', 200)
  })
  const allMs = timed(() => {
    for (let first = 0; first < findings.length; first += 8) ingest(database, findings.slice(first, first + 8))
  })
  database.close()
  return allMs - parseMs
}

const storeTheirs = (database: PeerDatabase, bodies: readonly BenchCategory[]): number => {
  const parsed = bodies.map(({ body }) => {
    const read = readBody(decodeBody(body), '', 200)
    return read.kind === 'rows' ? read.rows : []
  })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  database.exec('CREATE TABLE rows (category INTEGER, position INTEGER, bib TEXT, name TEXT, cells TEXT)')
  const insert = database.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?)')
  const tookMs = timed(() => {
    database.exec('BEGIN')
    for (const [category, rows] of parsed.entries()) {
      for (const [position, row] of rows.entries()) {
        const account = isObject(row['account']) ? row['account'] : {}
        insert.run(category, position, String(row['number']), String(account['lastName']), JSON.stringify(row))
      }
    }
    database.exec('CREATE INDEX by_bib ON rows (bib); CREATE INDEX by_name ON rows (name);')
    database.exec('COMMIT')
  })
  database.close()
  return tookMs
}

/** better-sqlite3 where somebody has installed it; else the same inserts through node:sqlite, which is the faster of the two. */
const loadPeer = (): { readonly name: string; readonly open: (path: string) => PeerDatabase } => {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => PeerDatabase
    return { name: 'better-sqlite3 rows + index', open: (path) => new Database(path) }
  } catch {
    return {
      name: 'node:sqlite rows + index (better-sqlite3 is not installed)',
      open: (path) => new DatabaseSync(path),
    }
  }
}
