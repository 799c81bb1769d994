import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBundled } from '../bundledChildren.ts'
import { isInstalled, startService, timeCommand, useFolder } from '../peers.ts'
import { alternate, median, medianMs, type BenchLine } from '../report.ts'

/** Writing 100,000 stored rows of 12 columns as CSV, beside Python's csv module and the sqlite3 program over plain rows. */
export const benchExportCsv = async (): Promise<readonly BenchLine[]> => {
  using folder = useFolder()
  await using service = await startService(0)
  await using child = await startBundled('export', service, folder.path)
  await child.ask('take')
  await child.ask('plain')
  const inFolder = (name: string): string => join(folder.path, name)
  const database = inFolder('plain.db')
  const once = `.once ${inFolder('sqlite.csv')}`
  const peer = async (program: string, ...args: readonly string[]): Promise<number> =>
    isInstalled(program) ? await timeCommand(program, args) : NaN
  const took = await alternate(7, {
    ours: () => child.ask<{ readonly ms: number }>('export csv'),
    python: () => peer('python3', '-c', pythonExport, database, inFolder('python.csv')),
    sqlite: () => peer('sqlite3', '-csv', '-header', database, once, 'SELECT * FROM rows'),
  })
  const hasPython = isInstalled('python3')
  if (hasPython && countLines(inFolder('python.csv')) !== countLines(inFolder('ours')))
    throw new Error('The files differ in their count of lines')
  const row = { row: 'export 100,000 x 12: CSV', ours: medianMs(took.ours), unit: 'ms' }
  return [
    hasPython
      ? { ...row, peer: median(took.python), peerName: 'Python csv', goalRatio: 1.05 }
      : { row: row.row, skipped: 'python3 is not installed' },
    isInstalled('sqlite3')
      ? { ...row, peer: median(took.sqlite), peerName: 'sqlite3 -csv', goalRatio: null }
      : { row: row.row, skipped: 'sqlite3 is not installed' },
  ]
}

const countLines = (path: string): number => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length : 0)

const pythonExport = `
import csv, sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute('SELECT * FROM rows')
with open(sys.argv[2], 'w', newline='', encoding='utf-8-sig') as out:
    writer = csv.writer(out)
    writer.writerow([column[0] for column in rows.description])
    writer.writerows(rows)
`
