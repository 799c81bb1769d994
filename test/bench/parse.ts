import { join } from 'node:path'
import { decodeBody } from '../../main/platform/sqlite/bodyCodec.ts'
import { deriveTable } from '../../main/features/replies/deriveTable.ts'
import { openShapeBook } from '../../main/features/columns/shapeBook.ts'
import { openDatabase } from '../../main/platform/sqlite/sqliteDatabase.ts'
import { findColumns } from '../../main/features/columns/rules/table/describeRows.ts'
import { hasAlteredDigits } from '../../main/kernel/text/exactNumbers.ts'
import { readBody } from '../../main/features/columns/rules/body/readBody.ts'
import { benchBodies } from './benchRace.ts'
import { useFolder } from './peers.ts'
import { alternate, median, timed, type BenchLine } from './report.ts'

/** Parsing 25 MB and making tables of it, beside JSON.parse alone: rows found, columns named; then all that a take derives. */
export const benchParse = async (): Promise<readonly BenchLine[]> => {
  const bodies = benchBodies().map(({ body }) => body)
  using folder = useFolder()
  const { database } = openDatabase(join(folder.path, 'parse.db'), '2026-01-01T00:00:00.000Z')
  const parse = (): void => {
    for (const body of bodies) JSON.parse(body.toString('utf8'))
  }
  const normalise = (): void => {
    for (const body of bodies) {
      const text = decodeBody(body)
      if (text === null || hasAlteredDigits(text)) throw new Error('The bench has no such numbers')
      const read = readBody(text, 'bench', 200)
      if (read.kind === 'rows') findColumns(read.rows)
    }
  }
  const derive = (): void => {
    // The meaning of columns is worked out once, as with the first body of a take.
    const book = openShapeBook(database)
    for (const body of bodies)
      deriveTable(book, { body, contentType: 'application/json', url: 'https://results.example.org/get', status: 200 })
  }
  const works = { normalise: () => timed(normalise), parse: () => timed(parse), derive: () => timed(derive) }
  const took = await alternate(9, works)
  database.close()
  const beside = { peer: median(took.parse), unit: 'ms', peerName: 'JSON.parse' } as const
  return [
    { row: 'parse + normalise', ours: median(took.normalise), goalRatio: 1.25, ...beside },
    { row: 'parse + normalise + roles + search text', ours: median(took.derive), goalRatio: null, ...beside },
  ]
}
