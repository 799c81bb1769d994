import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { integerBetween, pick, type Random } from '../../main/demo/random.ts'
import { withDatabase } from './storedState.ts'

const pageBytes = 4_096

const overwrite = (path: string, at: number, bytes: Uint8Array): void => {
  const file = readFileSync(path)
  const after = Buffer.alloc(Math.max(file.length, at + bytes.length))
  file.copy(after)
  after.set(bytes, at)
  writeFileSync(path, after)
}

const flip = (random: Random, path: string): void => {
  const file = readFileSync(path)
  const at = integerBetween(random, 0, file.length - 1)
  overwrite(path, at, Buffer.from([(file[at] ?? 0) ^ (1 << integerBetween(random, 0, 7))]))
}

const pageOf = (random: Random, path: string): number =>
  integerBetween(random, 1, Math.floor(statSync(path).size / pageBytes) - 1) * pageBytes

/** One bit within the packed bytes of a reply that is shown: SQLite cannot see it. */
const spoilBody = (random: Random, dataDir: string): string =>
  withDatabase(dataDir, (database) => {
    const rows = database.all(
      `SELECT c.category_name, s.id, s.body FROM category_tables t JOIN snapshots s ON s.id = t.snapshot
       JOIN categories c ON c.id = t.category ORDER BY c.id`,
    )
    const row = rows[integerBetween(random, 0, rows.length - 1)]
    const packed = row?.['body']
    if (row === undefined || !(packed instanceof Uint8Array)) throw new Error('nothing to spoil')
    const body = Uint8Array.from(packed)
    const at = integerBetween(random, 0, body.length - 1)
    body[at] = (body[at] ?? 0) ^ (1 << integerBetween(random, 0, 7))
    database.run('UPDATE snapshots SET body = ? WHERE id = ?', body, Number(row['id']))
    return String(row['category_name'])
  })

const replacing =
  (make: (path: string) => void) =>
  (_random: Random, path: string): void => {
    rmSync(path)
    make(path)
  }

const damages = {
  flip,
  'flip many': (random: Random, path: string): void => {
    for (let left = integerBetween(random, 2, 40); left > 0; left -= 1) flip(random, path)
  },
  'zero page': (random: Random, path: string) =>
    overwrite(path, pageOf(random, path), Buffer.alloc(pageBytes * integerBetween(random, 1, 3))),
  'copy page': (random: Random, path: string): void => {
    const from = pageOf(random, path)
    overwrite(path, pageOf(random, path), readFileSync(path).subarray(from, from + pageBytes))
  },
  header: (random: Random, path: string) =>
    overwrite(path, integerBetween(random, 0, 99), Buffer.from([integerBetween(random, 0, 255)])),
  truncate: (random: Random, path: string) => truncateSync(path, integerBetween(random, 0, statSync(path).size - 1)),
  append: (random: Random, path: string) =>
    overwrite(path, statSync(path).size, Buffer.alloc(integerBetween(random, 1, 10_000), 7)),
  empty: replacing((path) => writeFileSync(path, '')),
  text: replacing((path) => writeFileSync(path, 'number;name\n1;Anna\n'.repeat(500))),
  fifo: replacing((path) => execFileSync('mkfifo', [path])),
  folder: replacing((path) => mkdirSync(path)),
  'link to nowhere': replacing((path) => symlinkSync(join(path, '..', 'not there', 'racedesk.db'), path)),
} as const
type Damage = 'body' | keyof typeof damages

export const chooseDamage = (random: Random): Damage =>
  pick(random, ['body', 'body', 'body', 'flip', ...(Object.keys(damages) as (keyof typeof damages)[])])

/** Spoils the database of a folder. Gives the category whose stored reply was altered, if it was that alone. */
export const spoil = (random: Random, dataDir: string, damage: Damage): string | null => {
  if (damage === 'body') return spoilBody(random, dataDir)
  damages[damage](random, join(dataDir, 'racedesk.db'))
  return null
}
