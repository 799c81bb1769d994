import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DatabaseSync } from 'node:sqlite'
import { writeXlsxStream, type CellValue } from 'hucre/xlsx'
import { answerOrders } from './benchCore.ts'

/** hucre's stream writer over plain SQL rows: `node hucreChild.ts DATABASE FILE`; each line on its input is answered with {ms}. */
const [database = '', file = ''] = process.argv.slice(2)
const opened = new DatabaseSync(database, { readOnly: true })

const write = async (): Promise<number> => {
  const startedAt = performance.now()
  const select = opened.prepare('SELECT * FROM rows')
  const columns = select.columns().map(({ name }) => ({ header: name, width: 12 }))
  const rows = function* (): Generator<CellValue[]> {
    for (const row of select.iterate()) yield Object.values(row) as CellValue[]
  }
  const stream = writeXlsxStream(rows(), { name: 'All', columns, freezePane: { rows: 1 } })
  await pipeline(Readable.from(stream), createWriteStream(file))
  return performance.now() - startedAt
}

await answerOrders(async () => ({ ms: await write() }))
