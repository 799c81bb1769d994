import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { usualRetention } from '../../../main/features/storage/rules/retention.ts'
import { tidy } from '../../../main/features/storage/tidy.ts'
import { migrations } from '../../../main/platform/sqlite/migrations.ts'
import { openAgain } from '../../../main/platform/sqlite/sqliteDatabase.ts'
import { openDiskPlace } from '../../soak/diskPlace.ts'
import { openSoakCore } from '../../soak/soakCore.ts'
import { inputs } from '../validInputs.ts'
import { packedPath } from './oldDatabase.ts'

/**
 * `node test/support/files/packDatabase.ts` packs a database of today's schema, which becomes an old one with the next step. Its stage
 * has three downloads. The packed files are kept, so that a later codec still meets the bytes of this one.
 */

const furnishing = [
  ...(['screens:save', 'publish:save', 'stage:favourites', 'stage:views', 'memory:save', 'app:setSettings'] as const),
  ...(['results:markChanges', 'file:receive', 'startList:join'] as const),
]

const folder = mkdtempSync(join(tmpdir(), 'racedesk-old-'))
const { goodDir, service } = await openDiskPlace(folder)
await service.close()
const core = await openSoakCore({ dataDir: goodDir })
const list = Buffer.from('Bib,Club\n1001,Orel\n').toString('base64')
for (const operation of furnishing) {
  const input = JSON.stringify(inputs[operation]).replace('YWJj', list)
  const reply = await core.ask(operation, JSON.parse(input.replaceAll(inputs['stage:tree'].stage, service.stage)))
  if (!reply.ok) throw new Error(`${operation}: ${JSON.stringify(reply.error)}`)
}
await core.close()
const path = join(goodDir, 'racedesk.db')
const database = openAgain(path)
// An upkeep after the upgrade finds nothing to remove.
for (const _ of tidy(database, usualRetention(0)));
database.close()
writeFileSync(packedPath(migrations.length), zstdCompressSync(readFileSync(path)))
rmSync(folder, { recursive: true, maxRetries: 10 })
