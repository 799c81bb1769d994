import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from './support/appFaces.ts'
import { atEnd, closing, temporaryFolder } from './support/atEnd.ts'
import { startBundle } from './support/desktop/bundleRig.ts'
import { canMount, useDisks } from './support/files/disks.ts'
import { environmentKeys } from './support/openCore.ts'
import { isolatedEnv, startTerminal, stoppedCode } from './support/processes/terminal.ts'
import { bytesOf, startRaceService } from './support/services/raceService.ts'
import { inEnvelope } from './support/takenRows.ts'
import { flagsOf } from './support/terminalRig.ts'

/** The archive that holds the installed app cannot be written, nor can its folder by most users. */

const root = fileURLToPath(new URL('..', import.meta.url))
const disk = useDisks()
const home = temporaryFolder()

let app = ''
let before: ReadonlyMap<string, string>
beforeAll(async () => {
  await ensureBuilt()
  app = installApp()
  before = contentOf(app)
}, 120_000)
// Only root can empty a read-only folder.
atEnd(() => everyPath(home).forEach((path) => chmodSync(path, statSync(path).mode | 0o200)))

const everyPath = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))

const contentOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    everyPath(folder)
      .filter((path) => statSync(path).isFile())
      .map((path) => {
        const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
        return [path, `${sha256} ${statSync(path).mtimeMs}`]
      }),
  )

/** Copies the package's content to a folder that cannot be written; for root, to a read-only disk. */
const installApp = (): string => {
  const mounted = canMount ? disk(24_000_000) : null
  const folder = mounted?.path ?? join(home, 'app')
  mkdirSync(folder, { recursive: true })
  for (const part of ['out/main', 'out/renderer', 'out/preload', 'package.json', 'node_modules/keytar']) {
    cpSync(join(root, part), join(folder, part), { recursive: true, dereference: true })
  }
  if (mounted === null) for (const path of [folder, ...everyPath(folder)]) chmodSync(path, statSync(path).mode & 0o555)
  mounted?.makeReadOnly()
  return folder
}

it('is served and used in the terminal from a folder that cannot be written, and leaves it as it was', async () => {
  const cli = pathToFileURL(join(app, 'out/main/cli.js')).href
  const env = { ...environmentKeys, CLI_OF_THE_TEST: cli }
  const server = startTerminal(home, ['serve', '--demo', '--json', '--data', 'data'], {
    env,
    rendererDir: join(app, 'out/renderer'),
  })
  const { url, token } = JSON.parse(await server.firstLine) as { readonly url: string; readonly token: string }
  expect((await fetch(url)).status).toBe(200)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const listed = await fetch(new URL('/api/stage:list', url), { method: 'POST', headers, body: '{}' })
  expect(await listed.json()).toMatchObject({ ok: true, value: [{}] })
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(stoppedCode)

  const race = closing(await startRaceService('Men'))
  race.answer('Men', bytesOf(inEnvelope([{ number: '214', lastName: 'Ёлкина' }])))
  const commands = [
    ['take', race.stage, ...flagsOf(race), '--data', 'data'],
    ['export', race.stage, '--format', 'xlsx', '--receipt', '--out', 'rows.xlsx', '--data', 'data'],
    ['capsule', race.stage, '--out', 'stage.racestage', '--data', 'data'],
    ['open', 'stage.racestage', '--data', 'elsewhere'],
  ]
  // One after another in one process, since each start takes longer than its command.
  const script = `
    const { runCli } = await import(${JSON.stringify(cli)})
    for (const args of ${JSON.stringify(commands)}) {
      const code = await runCli([...args, '--json'])
      if (code !== 0) throw new Error(args[0] + ' ended with ' + code)
    }`
  const module = ['--input-type=module', '--eval', script]
  await promisify(execFile)(process.execPath, module, { cwd: home, env: { ...isolatedEnv(home), ...env } })
  expect(contentOf(app)).toEqual(before)
})

it('opens its window from a folder that cannot be written, downloads and exports over the bridge, and leaves the folder as it was', async () => {
  const savePath = join(home, 'saved.csv')
  const dataDir = join(home, 'desktop')
  const args = [`--data=${dataDir}`]
  const bundle = await startBundle({ projectDir: app, documents: home, savePath, isPackaged: true, args })
  await bundle.open()
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
  expect(readdirSync(dataDir).filter((name) => name.endsWith('-wal'))).toEqual([])
  expect(bundle.complaints()).toBe('')
  expect(contentOf(app)).toEqual(before)
})
