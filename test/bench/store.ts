import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { decodeBody } from '../../main/platform/sqlite/bodyCodec.ts'
import { isObject } from '../../main/features/columns/rules/body/json.ts'
import { readBody } from '../../main/features/columns/rules/body/readBody.ts'
import { benchBodies } from './benchRace.ts'
import { useFolder } from './peers.ts'
import { alternate, median, timed, type BenchLine } from './report.ts'
import { findingsOf, ingestAll, stageIn } from './stageDatabase.ts'

type PeerDatabase = {
  readonly exec: (sql: string) => unknown
  readonly prepare: (sql: string) => { readonly run: (...values: readonly (string | number)[]) => unknown }
  readonly close: () => unknown
}

/** Keeping 100,000 parsed rows: bodies packed, columns, search text, on disk; beside one SQL row a finisher with an index. */
export const benchStore = async (): Promise<readonly BenchLine[]> => {
  const bodies = benchBodies().map(({ body }) => body)
  const peer = loadPeer()
  using folder = useFolder()
  let made = 0
  const next = (): string => join(folder.path, `${(made += 1)}.db`)
  const took = await alternate(7, {
    ours: () => storeOurs(next(), bodies),
    theirs: () => storeTheirs(peer.open(next()), bodies),
  })
  const row = { row: 'store 100,000 rows + search', ours: median(took.ours), peer: median(took.theirs), unit: 'ms' }
  return [{ ...row, peerName: peer.name, goalRatio: 0.85, note: 'parsing taken off both sides' }]
}

const rowsOf = (body: Uint8Array) => {
  const read = readBody(decodeBody(body), '', 200)
  return read.kind === 'rows' ? read.rows : []
}

const storeOurs = (path: string, bodies: readonly Uint8Array[]): number => {
  const database = stageIn(path)
  const findings = findingsOf(bodies)
  const parseMs = timed(() => bodies.forEach(rowsOf))
  const allMs = timed(() => ingestAll(database, findings))
  database.close()
  return allMs - parseMs
}

const storeTheirs = (database: PeerDatabase, bodies: readonly Uint8Array[]): number => {
  const parsed = bodies.map(rowsOf)
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
    const name = 'node:sqlite rows + index (better-sqlite3 is not installed)'
    return { name, open: (path) => new DatabaseSync(path) }
  }
}
