import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { bundleApp } from '../../main/bundleApp.mjs'
import { electronVersion } from '../../main/desktop/start/electronBinary.ts'
import { findElectron } from '../support/electronLaunch.ts'
import { askedSteps } from './askedSteps.ts'
import { createPlace } from './desk.ts'
import { machineSteps } from './machineSteps.ts'
import { markdownOf, reportOf, type Private, type Session } from './report.ts'
import { walk } from './walk.ts'

/** `npm run first-run -- [--yes-to-none] [--again] [--out DIR]`: walks through what only a real Electron shows. */

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
    // The root of a disk is in every path.
    folders: folders.filter((folder) => folder.length > 3),
    names: [username, hostname(), hostname().split('.', 1)[0] ?? ''].filter((name) => name.length > 2),
  }
}

/** Null for one that is finished, of another version, or not there. */
const readSession = (path: string, versions: Session['versions']): Session | null => {
  try {
    const session = JSON.parse(readFileSync(path, 'utf8')) as Session
    const isSame = session.versions.app === versions.app && session.versions.electron === versions.electron
    return session.schemaVersion === 1 && session.finishedAt === null && isSame ? session : null
  } catch {
    return null
  }
}

/** Asks in the terminal; a closed input or Ctrl+C stops the walk. */
const createAsk = () => {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const stop = new AbortController()
  lines.once('SIGINT', () => stop.abort())
  lines.once('close', () => stop.abort())
  return {
    ask: (question: string): Promise<string | null> =>
      lines.question(question, { signal: stop.signal }).catch(() => null),
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
    process.stderr.write('`npm run electron` downloads it; then run this again.\n')
    return noElectron
  }
  const versions = { app: versionOfApp(), electron: electronVersion(join(projectDir, 'node_modules/electron')) ?? '' }
  const outDir = options.out ?? join(projectDir, 'out', 'first-run')
  mkdirSync(outDir, { recursive: true })
  const sessionPath = join(outDir, 'session.json')
  if (options.again === true) rmSync(sessionPath, { force: true })
  const built = await bundleApp(projectDir, process.env)
  if (built !== 0) return built

  const person = process.stdin.isTTY && options['yes-to-none'] !== true ? createAsk() : null
  // Where nobody answers, all is tried anew, and what somebody answered earlier stays as it is.
  const earlier = person === null ? null : readSession(sessionPath, versions)
  if (earlier !== null) say('Going on where the walk was stopped; --again begins anew.\n')
  const fresh = { schema: 'racedesk.first-run', schemaVersion: 1, versions, finishedAt: null, results: {} } as const
  let session: Session = earlier ?? { ...fresh, startedAt: new Date().toISOString() }
  const steps = [...machineSteps, ...askedSteps]
  const write = (): void => {
    if (person !== null) writeFileSync(sessionPath, JSON.stringify(session))
    const report = reportOf(session, steps, secrets())
    writeFileSync(join(outDir, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
    writeFileSync(join(outDir, 'report.md'), markdownOf(report))
  }

  const place = createPlace(electronPath)
  const { isStopped } = await walk({
    steps,
    place,
    done: session.results,
    keep: (results) => {
      session = { ...session, results }
      write()
    },
    say,
    ask: person?.ask ?? null,
    show: async ({ shown }) => {
      await shown()
    },
    limitMs: 120_000,
    platform: process.platform,
  })
  person?.close()
  await place.close()
  if (!isStopped && person !== null) session = { ...session, finishedAt: new Date().toISOString() }
  write()
  say(
    `\n${isStopped ? 'Stopped; run it again to go on. ' : ''}The report: ${join(outDir, 'report.md')} and report.json\n`,
  )
  return Object.values(session.results).some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

process.exit(await run())
