import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleChildren, bundledFolder } from '../bundledChildren.ts'
import { isInstalled, startChild, startService, timeCommand } from '../peers.ts'
import { median, type BenchLine } from '../report.ts'

type Exported = { readonly ms: number }

/** Writing 100,000 stored rows of 12 columns as CSV, beside Python's csv module and the sqlite3 program over plain rows. */
export const benchExportCsv = async (): Promise<readonly BenchLine[]> => {
  await bundleChildren()
  const folder = mkdtempSync(join(tmpdir(), 'racedesk-bench-'))
  const server = await startService(0)
  const { url, resultsUrl } = server
  const child = startChild(new URL('exportChild.js', bundledFolder), [url, resultsUrl, folder])
  await child.firstLine
  await child.ask('take')
  await child.ask('plain')
  await server.end()
  const database = join(folder, 'plain.db')
  const python = isInstalled('python3')
  const sqlite = isInstalled('sqlite3')
  const ours: Exported[] = []
  const pythonMs: number[] = []
  const sqliteMs: number[] = []
  for (let round = 0; round <= 7; round += 1) {
    ours.push(JSON.parse(await child.ask('export csv')) as Exported)
    if (python) pythonMs.push(await timeCommand('python3', ['-c', pythonExport, database, join(folder, 'python.csv')]))
    if (sqlite)
      sqliteMs.push(
        await timeCommand('sqlite3', [
          '-csv',
          '-header',
          database,
          `.once ${join(folder, 'sqlite.csv')}`,
          'SELECT * FROM rows',
        ]),
      )
  }
  await child.end()
  const lines = countLines(join(folder, 'ours'))
  if (python && countLines(join(folder, 'python.csv')) !== lines)
    throw new Error('The files differ in their count of lines')
  rmSync(folder, { recursive: true, force: true })
  const oursMs = median(ours.slice(1).map(({ ms }) => ms))
  const row = 'export 100,000 x 12: CSV'
  return [
    python
      ? { row, ours: oursMs, peer: median(pythonMs.slice(1)), unit: 'ms', peerName: 'Python csv', goalRatio: 1.05 }
      : { row, skipped: 'python3 is not installed' },
    sqlite
      ? { row, ours: oursMs, peer: median(sqliteMs.slice(1)), unit: 'ms', peerName: 'sqlite3 -csv', goalRatio: null }
      : { row, skipped: 'sqlite3 is not installed' },
  ]
}

const countLines = (path: string): number =>
  existsSync(path) && statSync(path).size > 0 ? readFileSync(path, 'utf8').split('\n').length : 0

const pythonExport = `
import csv, sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute('SELECT * FROM rows')
with open(sys.argv[2], 'w', newline='', encoding='utf-8-sig') as out:
    writer = csv.writer(out)
    writer.writerow([column[0] for column in rows.description])
    writer.writerows(rows)
`
