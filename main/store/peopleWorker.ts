import { parentPort, workerData } from 'node:worker_threads'
import { createCategoryRows } from '../features/columns/categoryRows.ts'
import type { StoredTable } from '../features/columns/tableStore.ts'
import { bodyTables } from '../features/replies/bodyTables.ts'
import { rulesOfReading } from '../features/replies/rulesOfReading.ts'
import { shapeTables } from '../features/replies/shapeTables.ts'
import { numberPeople, type NumberedPeople } from '../features/results/peopleOfRows.ts'
import { createRowFields } from '../features/results/rowFields.ts'
import { numberRows } from '../features/results/rowSelection.ts'
import { startListTables } from '../features/startList/startListTables.ts'
import { openForBulk, type DatabaseFile } from '../platform/sqlite/sqliteDatabase.ts'

/** The thread that tells the people of some tables apart. It ends by itself after its answer. */

export type PeopleTask = { readonly file: DatabaseFile; readonly tables: readonly StoredTable[] }

export type PeopleAnswer = NumberedPeople | null

const { file, tables } = workerData as PeopleTask
const port = parentPort
if (port === null) throw new Error('The people worker runs only as a worker thread')

const number = async (): Promise<NumberedPeople> => {
  const database = openForBulk(file)
  try {
    const rules = rulesOfReading(database)
    const store = {
      ...bodyTables(database, file.path, rules),
      ...shapeTables(database, file.path, rules),
      ...startListTables(database),
    }
    const cache = createCategoryRows(store)
    await cache.load()
    return await numberPeople(numberRows(tables), createRowFields(cache))
  } finally {
    database.close()
  }
}

// What fails here fails where it is asked for again, too, and is reported there.
const answer: PeopleAnswer = await number().catch(() => null)
port.postMessage(answer)
