import type { Facts, StepResult } from './step.ts'

/*
 * Each is sent as text into Electron's main process, so it stands on its own: no import, nothing around it. What Electron
 * hands over first is left aside.
 */

export const versionsOf = (): Facts => {
  const { type, release, arch, version } = process.getBuiltinModule('node:os')
  const { electron, chrome, node, v8, sqlite, zstd, openssl, icu, modules } = process.versions
  return {
    electron: electron ?? null,
    chrome: chrome ?? null,
    node,
    v8,
    sqlite: sqlite ?? null,
    zstd: zstd ?? null,
    openssl: openssl ?? null,
    icu: icu ?? null,
    modules,
    system: type(),
    release: release(),
    'system version': version(),
    arch: arch(),
    session: process.env['XDG_SESSION_TYPE'] ?? null,
    desktop: process.env['XDG_CURRENT_DESKTOP'] ?? null,
  }
}

/** Features of SQLite that the store needs: write-ahead log on this disk, full text, dbstat and JSON. */
export const probeSqlite = (_electron: unknown, folder: string): StepResult => {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const { join } = process.getBuiltinModule('node:path')
  const database = new DatabaseSync(join(folder, 'probe.db'))
  const works = (sql: string): boolean => {
    try {
      database.prepare(sql).all()
      return true
    } catch {
      return false
    }
  }
  const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'] === 'wal'
  const facts = {
    version: String(database.prepare('SELECT sqlite_version() AS v').get()?.['v']),
    'write-ahead log': mode,
    FTS5: works('CREATE VIRTUAL TABLE words USING fts5(text)'),
    dbstat: works('SELECT sum(pgsize) FROM dbstat'),
    JSON: works("SELECT value FROM json_each('[1]')"),
  }
  database.close()
  const missing = Object.entries(facts).flatMap(([name, fact]) => (fact === false ? [name] : []))
  return missing.length === 0
    ? { outcome: 'passed', facts }
    : { outcome: 'failed', note: `missing: ${missing.join(', ')}`, facts }
}

/** The store compresses a body with an older one as its dictionary. */
export const probeZstd = (): StepResult => {
  const { randomBytes } = process.getBuiltinModule('node:crypto')
  const { zstdCompressSync, zstdDecompressSync } = process.getBuiltinModule('node:zlib')
  const dictionary = randomBytes(60_000)
  const body = Buffer.concat([dictionary.subarray(0, 50_000), Buffer.from('one more row')])
  const packed = zstdCompressSync(body, { dictionary })
  const isSame = zstdDecompressSync(packed, { dictionary }).equals(body)
  const facts = { 'bytes of 50,012': packed.length }
  if (!isSame) return { outcome: 'failed', note: 'what was unpacked is not what was packed', facts }
  return packed.length < 10_000
    ? { outcome: 'passed', facts }
    : { outcome: 'failed', note: 'the dictionary was not used', facts }
}

/** Charsets that services send, as the ICU of this process knows them. */
export const probeEncodings = (): StepResult => {
  const samples: readonly (readonly [string, readonly number[]])[] = [
    ['windows-1251', [0xc8, 0xe2, 0xe0, 0xed]],
    ['koi8-r', [0xe9, 0xd7, 0xc1, 0xce]],
    ['utf-16le', [0x18, 0x04, 0x32, 0x04, 0x30, 0x04, 0x3d, 0x04]],
  ]
  const wrong = samples.flatMap(([charset, bytes]) => {
    try {
      return new TextDecoder(charset).decode(new Uint8Array(bytes)) === 'Иван' ? [] : [charset]
    } catch {
      return [charset]
    }
  })
  const collation = ['ё', 'е', 'ж'].toSorted(new Intl.Collator('ru').compare).join('')
  if (collation !== 'еёж') wrong.push('Russian order')
  return wrong.length === 0 ? { outcome: 'passed' } : { outcome: 'failed', note: `wrong: ${wrong.join(', ')}` }
}

export const probeCertificates = (): StepResult => {
  const { getCACertificates, rootCertificates } = process.getBuiltinModule('node:tls')
  const { createHash } = process.getBuiltinModule('node:crypto')
  const facts = {
    system: getCACertificates('system').length,
    bundled: rootCertificates.length,
    sha256: createHash('sha256').update('').digest('hex').slice(0, 8),
    sha512: createHash('sha512').update('').digest('hex').slice(0, 8),
  }
  if (facts.sha256 !== 'e3b0c442' || facts.sha512 !== 'cf83e135')
    return { outcome: 'failed', note: 'a digest is wrong', facts }
  return facts.system > 0
    ? { outcome: 'passed', facts }
    : { outcome: 'failed', note: 'no certificate of the system is read', facts }
}
