import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Job } from '../preload/contract/jobs.ts'
import type { Result } from '../preload/contract/result.ts'
import type { Stage } from '../preload/contract/stages.ts'
import { ensureBuilt } from './support/appFaces.ts'
import { startBundle } from './support/desktop/bundleRig.ts'
import { canMount, useDisks } from './support/files/disks.ts'
import { runTerminal, startTerminal } from './support/processes/terminal.ts'

/** The archive that holds the installed app cannot be written, nor can its folder by most users. */

const root = fileURLToPath(new URL('..', import.meta.url))
const disk = useDisks()
let home = ''

beforeAll(async () => {
  await ensureBuilt()
  home = mkdtempSync(join(tmpdir(), 'racedesk-installed-'))
}, 120_000)
afterAll(() => {
  // Only root can empty a read-only folder.
  for (const path of everyPath(home)) chmodSync(path, statSync(path).mode | 0o200)
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const everyPath = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))

/** Each file with the hash of its bytes and the time of its last change. */
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
  const folder = mounted?.path ?? mkdtempSync(join(home, 'app-'))
  for (const part of ['out/main', 'out/renderer', 'out/preload', 'package.json', 'node_modules/keytar']) {
    cpSync(join(root, part), join(folder, part), { recursive: true, dereference: true })
  }
  if (mounted === null) for (const path of [folder, ...everyPath(folder)]) chmodSync(path, statSync(path).mode & 0o555)
  mounted?.makeReadOnly()
  return folder
}

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

it('is served and used in the terminal from a folder that cannot be written, and leaves it as it was', async () => {
  const app = installApp()
  const before = contentOf(app)
  const env = { CLI_OF_THE_TEST: pathToFileURL(join(app, 'out/main/cli.js')).href }
  const run = async (data: string, ...args: readonly string[]): Promise<void> => {
    const { code, stderr } = await runTerminal(home, [...args, '--data', data, '--json'], { env })
    expect(code, stderr).toBe(0)
  }

  const server = startTerminal(home, ['serve', '--demo', '--json', '--data', 'data'], {
    env,
    rendererDir: join(app, 'out/renderer'),
  })
  const { url, token } = JSON.parse(await server.firstLine) as { readonly url: string; readonly token: string }
  const ask = async <T>(operation: string, input: object = {}): Promise<T> => {
    const reply = await fetch(new URL(`/api/${operation}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return valueOf((await reply.json()) as Result<T>)
  }
  expect((await fetch(url)).status).toBe(200)
  const [stage] = await ask<readonly Stage[]>('stage:list')
  const guid = stage?.guid ?? ''
  await ask('stage:take', { stage: guid })
  await vi.waitUntil(async () => (await ask<readonly Job[]>('job:list')).some(({ state }) => state === 'done'), {
    timeout: 30_000,
  })
  server.child.kill('SIGTERM')
  await server.ended

  for (const format of ['csv', 'xlsx', 'html', 'json']) {
    await run('data', 'export', guid, '--format', format, '--receipt', '--out', `rows.${format}`)
  }
  await run('data', 'capsule', guid, '--out', 'stage.racestage')
  await run('data', 'keys', 'status')
  await run('elsewhere', 'open', 'stage.racestage')
  expect(contentOf(app)).toEqual(before)
})

it('opens its window from a folder that cannot be written, and leaves it as it was', async () => {
  const app = installApp()
  const before = contentOf(app)
  const data = join(home, 'desktop')
  const savePath = join(home, 'saved.csv')
  const options = { projectDir: app, documents: home, savePath, isPackaged: true, args: [`--data=${data}`] }
  const bundle = await startBundle(options)
  await bundle.open()
  const stage = await bundle.addDemo()
  await bundle.done('stage:take', { stage })
  await bundle.done('results:export', { stage, format: 'csv' })
  expect(existsSync(savePath)).toBe(true)
  await bundle.run(({ module }) => module.app.quit())
  expect(await bundle.ended).toBe(0)
  expect(bundle.complaints()).toBe('')
  expect(contentOf(app)).toEqual(before)
})
