import { writeSync } from 'node:fs'
import { openCore } from '../openCore.ts'

/** Run by the store's tests: opens a data folder, writes into it, and says how that went. */
const [dataDir = '', scale = '100'] = process.argv.slice(2)
const open = await openCore({ dataDir })
const saved = await open.call('app:setSettings', { scale: Number(scale) })
await open.close()
writeSync(1, JSON.stringify({ scale: saved.scale, movedAsideTo: open.core.movedAsideTo }))
