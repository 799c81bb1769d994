import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../support/appFaces.ts'
import { temporaryFolder } from '../../support/atEnd.ts'
import { startBundle } from '../../support/desktop/bundleRig.ts'

/** `out/main/desktop.js`, as it is packed, run from its first line to its end on the double of Electron, with the preload bundle. */

beforeAll(ensureBuilt, 120_000)

const open = async (dataDir: string, savePath = '') => {
  const bundle = await startBundle({ documents: dataDir, savePath, args: [`--data=${dataDir}`] })
  await bundle.open()
  return bundle
}

const expectClosedStore = (dataDir: string): void => {
  const files = readdirSync(dataDir)
  expect(files).toContain('racedesk.db')
  expect(files.filter((name) => name.endsWith('-wal'))).toEqual([])
}

it('downloads the demo race over the bridge, sends its events to the page, exports to the path of the dialog, and quits with 0', async () => {
  const folder = temporaryFolder()
  const dataDir = temporaryFolder()
  const savePath = join(folder, 'Results.csv')
  const bundle = await open(dataDir, savePath)
  const stage = await bundle.addDemo()
  await bundle.done('stage:take', { stage })
  const exported = await bundle.done('results:export', { stage, format: 'csv' })
  expect(exported.file).toMatchObject({ path: savePath })
  expect(readFileSync(savePath, 'utf8').split('\n').length).toBeGreaterThan(100)
  await bundle.until(({ heard }) => heard.filter(({ name }) => name === 'job:finished').length > 1)
  const { heard, ...seen } = await bundle.run((inside) => ({
    heard: inside.heard.map(({ name }) => name),
    windows: inside.windows.map(({ webContents: { mainFrame, lost } }) => ({ url: mainFrame.url, lost })),
    hasMenu: (inside.applicationMenu()?.items.length ?? 0) > 1,
    errors: inside.errors,
  }))
  expect(heard).toEqual(expect.arrayContaining(['job:progressed', 'job:finished']))
  expect(seen).toEqual({ windows: [{ url: 'app://racedesk/', lost: [] }], hasMenu: true, errors: [] })
  await bundle.run(({ module }) => module.app.quit())
  expect(await bundle.ended).toBe(0)
  expectClosedStore(dataDir)
  expect(bundle.complaints()).toBe('')

  // The next start has it all, without a network.
  const again = await open(dataDir)
  expect(await again.call('results:page', { stage, offset: 0, limit: 1 })).toMatchObject({ rows: [{}] })
  await again.run(({ windows: [window] }) => (window as unknown as Electron.BrowserWindow).close())
  expect(await again.ended).toBe(0)
})

it.skipIf(process.platform === 'win32')('closes the store at SIGTERM during a download', async () => {
  const dataDir = temporaryFolder()
  const bundle = await open(dataDir)
  await bundle.call('stage:take', { stage: await bundle.addDemo() })
  process.kill(bundle.pid, 'SIGTERM')
  expect(await bundle.ended).toBe(0)
  expectClosedStore(dataDir)
})
