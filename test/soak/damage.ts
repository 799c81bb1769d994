import { execFileSync } from 'node:child_process'
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { integerBetween, pick, type Random } from '../../main/demo/random.ts'
import { withDatabase } from './storedState.ts'

const pageBytes = 4_096

/** Ways in which disks and people spoil a database. */
const damages = [
  'body',
  'body',
  'body',
  'flip',
  'flip',
  'flip many',
  'zero page',
  'copy page',
  'header',
  'truncate',
  'append',
  'empty',
  'text',
  'fifo',
  'folder',
  'link to nowhere',
] as const
export type Damage = (typeof damages)[number]

export const chooseDamage = (random: Random): Damage => pick(random, damages)

const overwrite = (path: string, at: number, bytes: Uint8Array): void => {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

const flip = (random: Random, path: string): void => {
  const at = integerBetween(random, 0, statSync(path).size - 1)
  const byte = Buffer.alloc(1)
  const file = openSync(path, 'r')
  readSync(file, byte, 0, 1, at)
  closeSync(file)
  overwrite(path, at, Buffer.from([(byte[0] ?? 0) ^ (1 << integerBetween(random, 0, 7))]))
}

/** Spoils the database of a folder. Gives the category whose stored reply was altered, if it was that alone. */
export const spoil = (random: Random, dataDir: string, damage: Damage): string | null => {
  const path = join(dataDir, 'racedesk.db')
  const { size } = statSync(path)
  const page = (): number => integerBetween(random, 1, Math.floor(size / pageBytes) - 1) * pageBytes
  const replaceWith = (make: () => void): void => {
    rmSync(path)
    make()
  }
  switch (damage) {
    case 'body':
      return spoilBody(random, dataDir)
    case 'flip':
      flip(random, path)
      break
    case 'flip many':
      for (let left = integerBetween(random, 2, 40); left > 0; left -= 1) flip(random, path)
      break
    case 'zero page':
      overwrite(path, page(), Buffer.alloc(pageBytes * integerBetween(random, 1, 3)))
      break
    case 'copy page': {
      const bytes = Buffer.alloc(pageBytes)
      const file = openSync(path, 'r')
      readSync(file, bytes, 0, pageBytes, page())
      closeSync(file)
      overwrite(path, page(), bytes)
      break
    }
    case 'header':
      overwrite(path, integerBetween(random, 0, 99), Buffer.from([integerBetween(random, 0, 255)]))
      break
    case 'truncate': {
      const file = openSync(path, 'r+')
      ftruncateSync(file, integerBetween(random, 0, size - 1))
      closeSync(file)
      break
    }
    case 'append':
      overwrite(path, size, Buffer.alloc(integerBetween(random, 1, 10_000), 7))
      break
    case 'empty':
      replaceWith(() => writeFileSync(path, ''))
      break
    case 'text':
      replaceWith(() => writeFileSync(path, 'number;name\n1;Anna\n'.repeat(500)))
      break
    case 'fifo':
      replaceWith(() => execFileSync('mkfifo', [path]))
      break
    case 'folder':
      replaceWith(() => mkdirSync(path))
      break
    case 'link to nowhere':
      replaceWith(() => symlinkSync(join(dataDir, 'not there', 'racedesk.db'), path))
      break
  }
  return null
}

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
