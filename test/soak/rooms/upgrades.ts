import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { integerBetween, pick, type Random } from '../../../main/demo/random.ts'
import { snapshotBytes } from '../../../main/features/replies/snapshotBodies.ts'
import { examine } from '../../../main/platform/sqlite/condition.ts'
import type { Database } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { sha256 } from '../../support/capsuleRig.ts'
import { canMount, mountDisk } from '../../support/files/disks.ts'
import { oldSteps, unpackOldDatabase } from '../../support/files/oldDatabase.ts'
import { inFolders, type Campaign, type Fall, type Soak } from '../campaign.ts'
import { withDatabase } from '../storedState.ts'
import { endOf, findVerbFaults, runVerb, startVerb } from '../verbs.ts'

/** Columns that stay where others change: tables are derived again from their replies, and an export sets its mark. */
const lasting = new Map([
  ['category_tables', 1],
  ['shapes', 1],
  ['ledger_marks', 2],
])

type Contents = ReadonlyMap<string, { readonly columns: string; readonly rows: ReadonlySet<string> }>

const rowsOf = (database: Database, table: string, columns: string): ReadonlySet<string> =>
  new Set(
    database
      .all(`SELECT ${columns} FROM ${table}`)
      .map((row) => JSON.stringify(row, (_, value: unknown) => (value instanceof Uint8Array ? sha256(value) : value))),
  )

/** By table: its rows, as text, and the columns that it has in this schema. */
const contentsOf = (dataDir: string): Contents =>
  withDatabase(dataDir, (database) => {
    // `data_ages` replaces `last_upkeep`.
    const tables = database.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'last_upkeep'",
    )
    return new Map(
      tables.map(({ name: table }) => {
        const all = database.all(`PRAGMA table_info(${String(table)})`).map(({ name }) => String(name))
        const columns = all.slice(0, lasting.get(String(table))).join()
        return [String(table), { columns, rows: rowsOf(database, String(table), columns) }]
      }),
    )
  })

/** Every row that was there is there, and every reply has the bytes of its hash. */
const findLost = (dataDir: string, before: Contents): readonly Fall[] =>
  withDatabase(dataDir, (database) => {
    const { problems } = examine(database)
    if (problems > 0) return [{ what: 'quick_check finds the database damaged', detail: `${problems} problems` }]
    const lost = [...before].flatMap(([table, { columns, rows }]): readonly Fall[] => {
      const now = rowsOf(database, table, columns)
      const gone = [...rows].filter((row) => !now.has(row))
      return gone.length === 0
        ? []
        : [{ what: `rows of ${table} are gone`, detail: `${gone.length}: ${String(gone[0]).slice(0, 500)}` }]
    })
    const altered = database
      .all('SELECT * FROM snapshots')
      .filter((row) => sha256(snapshotBytes(database, { base: null, ...row })?.bytes ?? Buffer.of()) !== row['sha256'])
      .map((row) => ({ what: 'a reply has other bytes', detail: String(row['id']) }))
    return [...lost, ...altered]
  })

const argsOver = (dataDir: string, folder: string, stage: string) => ({
  results: ['results', stage, '--limit', '100000', '--data', dataDir, '--json'],
  stages: ['stages', '--data', dataDir, '--json'],
  export: ['export', stage, '--format', 'csv', '--out', join(folder, 'out.csv'), '--data', dataDir, '--json'],
  serve: ['serve', '--port', '0', '--data', dataDir, '--json'],
})

const attacks = ['killed', 'killed', 'full', 'read-only', 'served'] as const

/** An old database is opened while something is in the way, then in peace, and must have lost nothing. */
const tryUpgrade = async (folder: string, random: Random, soak: Soak): Promise<readonly Fall[]> => {
  soak.tried()
  const steps = pick(random, oldSteps)
  const attack = canMount ? pick(random, attacks) : pick(random, ['killed', 'served'] as const)
  const disk = attack === 'full' || attack === 'read-only' ? mountDisk(6_000 * 1024) : null
  try {
    const dataDir = join(disk?.path ?? folder, 'data')
    await unpackOldDatabase(steps, dataDir)
    const stage = withDatabase(dataDir, (database) => String(database.get('SELECT guid FROM stages')?.['guid']))
    const before = contentsOf(dataDir)
    const shownRows = [...(before.get('category_tables')?.rows ?? [])].length
    const verbs = argsOver(dataDir, folder, stage)
    const falls: Fall[] = []
    const readAll = async (state: string): Promise<void> => {
      for (const verb of ['results', ...(random() < 0.3 ? (['stages', 'export'] as const) : [])] as const) {
        const end = await runVerb(folder, verbs[verb])
        falls.push(...findVerbFaults(end))
        const isShown = verb !== 'results' || new Set(end.stdout.match(/"category":"[^"]+"/g)).size >= shownRows
        if (end.code !== 0 || !isShown)
          falls.push({
            what: `${verb} shows nothing ${state}`,
            detail: `${end.code} ${end.stdout} ${end.stderr}`.slice(0, 900),
          })
      }
    }
    const harm = { full: () => disk?.fill(integerBetween(random, 0, 150_000)), 'read-only': () => disk?.makeReadOnly() }
    if (attack === 'killed') await killWhileOpening(random, folder, verbs)
    else if (attack === 'served') falls.push(...(await useServed(folder, verbs.serve)))
    else {
      harm[attack]()
      await readAll(`on a ${attack} disk`)
      if (attack === 'full') disk?.free()
      else disk?.makeWritable()
      falls.push(...findLost(dataDir, before))
    }
    await readAll(`after it was ${attack}`)
    falls.push(...findLost(dataDir, before))
    return falls.map(({ what, detail }) => ({ what: `${what} (schema ${steps}, ${attack})`, detail }))
  } finally {
    disk?.unmount()
  }
}

type Verbs = ReturnType<typeof argsOver>

const killWhileOpening = async (random: () => number, folder: string, verbs: Verbs): Promise<void> => {
  for (let kills = integerBetween(random, 1, 3); kills > 0; kills -= 1) {
    const args = random() < 0.5 ? verbs.serve : verbs.results
    const opening = startVerb(folder, args)
    await Promise.race([sleep(integerBetween(random, 100, 900)), opening.ended])
    opening.child.kill('SIGKILL')
    await opening.ended
  }
}

/** Long enough for the upkeep, which begins after two seconds. */
const useServed = async (folder: string, args: readonly string[]): Promise<readonly Fall[]> => {
  const terminal = startVerb(folder, args)
  await Promise.race([terminal.firstLine.then(() => sleep(3_500)), terminal.ended])
  terminal.child.kill('SIGTERM')
  return findVerbFaults(await endOf(terminal, args, 40_000))
}

export const upgrades: Campaign = inFolders('upgrades', 2, tryUpgrade)
