import { readdirSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { startBundle } from '../../support/desktop/bundleRig.ts'

/** `out/main/desktop.js`, as it is packed, on the double of Electron; `test/readOnlyApp.test.ts` runs it from its first line to its end. */

beforeAll(ensureBuilt, 120_000)

it.skipIf(process.platform === 'win32')('closes the store at SIGTERM during a download', async () => {
  const dataDir = temporaryFolder()
  const bundle = await startBundle({ documents: dataDir, savePath: '', args: [`--data=${dataDir}`] })
  await bundle.open()
  await bundle.call('stage:take', { stage: await bundle.addDemo() })
  process.kill(bundle.pid, 'SIGTERM')
  expect(await bundle.ended).toBe(0)
  const files = readdirSync(dataDir)
  expect(files).toContain('racedesk.db')
  expect(files.filter((name) => name.endsWith('-wal'))).toEqual([])
})
