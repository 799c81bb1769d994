import type { Instant } from '../../../preload/contract/ids.ts'
import { openSqliteStore } from '../../../main/store/sqliteStore.ts'

// Has the data folder open until it is killed.
openSqliteStore(process.argv[2] ?? '', new Date().toISOString() as Instant)
process.stdout.write('open\n')
setInterval(() => undefined, 60_000)
