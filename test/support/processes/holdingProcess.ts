import { openCore } from '../openCore.ts'

// Has the data folder open until it is killed.
await openCore({ dataDir: process.argv[2] ?? '' })
process.stdout.write('open\n')
setInterval(() => undefined, 60_000)
