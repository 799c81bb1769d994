import { readFileSync } from 'node:fs'
import { homedir, hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { bundleApp } from '../../main/bundleApp.mjs'
import { electronVersion } from '../../main/desktop/start/electronBinary.ts'
import { findElectron } from '../support/desktop/electronLaunch.ts'
import { askedSteps } from './askedSteps.ts'
import { conduct } from './conduct.ts'
import { createPlace } from './desk.ts'
import { machineSteps } from './machineSteps.ts'
import type { Private } from './report.ts'

/** `npm run first-run -- [--yes-to-none] [--again] [--out DIR]`: checks that need a real Electron. */

const projectDir = join(import.meta.dirname, '..', '..')
const noElectron = 5

const say = (text: string): void => {
  process.stdout.write(text)
}

const readOptions = () => {
  const options = { 'yes-to-none': { type: 'boolean' }, again: { type: 'boolean' }, out: { type: 'string' } } as const
  try {
    return parseArgs({ options }).values
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : ''}\n`)
    process.stderr.write('Usage: npm run first-run -- [--yes-to-none] [--again] [--out DIR]\n')
    return process.exit(2)
  }
}

const secrets = (): Private => {
  const { username } = userInfo()
  const folders = [homedir(), projectDir, tmpdir(), process.env['USERPROFILE'] ?? '', process.env['APPDATA'] ?? '']
  return {
    // Every path contains the root of a disk.
    folders: folders.filter((folder) => folder.length > 3),
    names: [username, hostname(), hostname().split('.', 1)[0] ?? ''].filter((name) => name.length > 2),
  }
}

const createPerson = () => {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const stop = new AbortController()
  lines.once('SIGINT', () => stop.abort())
  lines.once('close', () => stop.abort())
  return {
    ask: (question: string): Promise<string | null> =>
      lines.question(question, { signal: stop.signal }).catch(() => null),
    stop: stop.signal,
    close: () => lines.close(),
  }
}

const versionOfApp = (): string => {
  const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { readonly version: string }
  return version
}

const run = async (): Promise<number> => {
  const options = readOptions()
  const electronPath = findElectron()
  if (electronPath === null) {
    process.stderr.write("Electron's program is not here, and nothing of this can be tried without it.\n")
    process.stderr.write('`npm run electron` downloads it, or `npm start` through a proxy; then run this again.\n')
    return noElectron
  }
  const built = await bundleApp(projectDir, process.env)
  if (built !== 0) return built
  const person = process.stdin.isTTY && options['yes-to-none'] !== true ? createPerson() : null
  const place = createPlace(electronPath)
  const code = await conduct({
    steps: [...machineSteps, ...askedSteps],
    place,
    show: async ({ shown }) => {
      await shown()
    },
    outDir: options.out ?? join(projectDir, 'out', 'first-run'),
    versions: { app: versionOfApp(), electron: electronVersion(join(projectDir, 'node_modules/electron')) ?? '' },
    isAnew: options.again === true,
    person,
    secrets: secrets(),
    say,
    limitMs: 120_000,
  })
  person?.close()
  await place.close()
  return code
}

// Playwright leaves a promise behind when Electron ends before it is ready; the step has failed then, and the others go on.
process.on('unhandledRejection', () => undefined)
process.exit(await run())
