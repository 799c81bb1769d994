import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FileReason, Result } from '../../../preload/contract/result.ts'
import type { DemoService, DemoServiceOptions } from '../../demo/demoService.ts'
import { invalid, readInteger, renameIssues, type CommandLine, type OptionSpecs } from '../commandLine.ts'
import { jsonText, plain } from '../words/plain.ts'
import { listenForStop, untilAborted } from '../stopRequest.ts'
import type { Context, Verb } from '../verb.ts'

const fileReasons: ReadonlyMap<string, FileReason> = new Map([
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'not-a-folder'],
  ['ENAMETOOLONG', 'name-too-long'],
  ['EBUSY', 'locked'],
])

const readResults = async (path: string, cwd: string): Promise<Result<Uint8Array>> => {
  try {
    return { ok: true, value: await readFile(resolve(cwd, path)) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { ok: false, error: { kind: 'file', reason: fileReasons.get(code) ?? 'denied', path } }
  }
}

export const liveOptions: OptionSpecs = { live: { type: 'boolean' }, 'live-speed': { type: 'string' } }

/** `--live`, and how many seconds of the race pass in one. */
export const readLive = (line: CommandLine): Result<Pick<DemoServiceOptions, 'isLive' | 'liveSpeed'>> => {
  const speed = readInteger(line, 'live-speed', { min: 1, max: 3_600 })
  if (!speed.ok) return speed
  if (speed.value !== undefined && !line.has('live')) return invalid('--live-speed', 'needs --live')
  const isLive = line.has('live')
  return { ok: true, value: speed.value === undefined ? { isLive } : { isLive, liveSpeed: speed.value } }
}

const readOptions = async ({ line, cwd }: Context): Promise<Result<DemoServiceOptions>> => {
  const port = readInteger(line, 'port', { min: 0, max: 65_535 })
  if (!port.ok) return port
  const results = line.text('results')
  const groupBy = line.text('group-by')?.split(',') ?? []
  if (results === undefined && groupBy.length > 0) return invalid('--group-by', 'needs --results')
  if (results !== undefined && line.has('live')) return invalid('--live', 'cannot be used with --results')
  // A rehearsal in the data folder of the app leaves its demo race alone.
  const common: DemoServiceOptions = {
    ...(port.value === undefined ? {} : { port: port.value }),
    stageSeed: 'racedesk rehearsal stage',
  }
  const live = readLive(line)
  if (!live.ok) return live
  if (results === undefined) return { ok: true, value: { ...common, ...live.value } }
  const bytes = await readResults(results, cwd)
  if (!bytes.ok) return bytes
  return { ok: true, value: { ...common, race: { fileName: results, bytes: bytes.value, groupBy } } }
}

/** Keys are derived from the seed; the file contains none. */
type KeptService = { readonly keySeed: string; readonly port?: number }

const readKept = async (path: string): Promise<KeptService> => {
  try {
    const kept: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof kept === 'object' && kept !== null && 'keySeed' in kept && typeof kept.keySeed === 'string') {
      const { keySeed } = kept
      return 'port' in kept && typeof kept.port === 'number' ? { keySeed, port: kept.port } : { keySeed }
    }
  } catch {
    // A missing or unreadable file starts a new seed.
  }
  return { keySeed: randomBytes(24).toString('base64url') }
}

/** If the folder is read-only, the next start has new keys. */
const saveKept = async (dataDir: string, path: string, kept: KeptService): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(path, JSON.stringify(kept), { mode: 0o600 })
  } catch {
    return
  }
}

/** Reuses the last keys, and the last ports if they are free and none is given. */
const startAgain = async ({ dataDir }: Context, asked: DemoServiceOptions): Promise<Result<DemoService>> => {
  // Only this verb needs it.
  const { startDemoService } = await import('../../demo/demoService.ts')
  const path = join(dataDir, 'demo-service.json')
  const kept = await readKept(path)
  const { keySeed } = kept
  if (asked.port !== undefined) {
    await saveKept(dataDir, path, kept)
    return await startDemoService({ ...asked, keySeed })
  }
  const again = await startDemoService({ ...asked, ...kept })
  const isTaken = !again.ok && again.error.kind === 'invalid-input' && again.error.issues[0]?.path === 'port'
  const started = isTaken ? await startDemoService({ ...asked, keySeed }) : again
  // The stored port belongs to another service that is running.
  if (started.ok && !isTaken) await saveKept(dataDir, path, { keySeed, port: Number(new URL(started.value.url).port) })
  return started
}

type Answer = Omit<DemoService, 'isLive' | 'promoCodes' | 'close'>

const wordsOf = ({ url, resultsUrl, accessKey, resultsKey, stages, races, orders }: Answer): string =>
  [
    ['Main URL', url],
    ['Results URL', resultsUrl],
    ['Access key', accessKey],
    ['Results key', resultsKey],
    ...stages.map(({ guid, name }) => ['Stage', `${guid}  ${plain(name)}`] as const),
    ...races.map((guid) => ['Race', guid] as const),
    ...orders.map((guid) => ['Order', guid] as const),
  ]
    .map(([label, value]) => `${label.padEnd(13)}${value}\n`)
    .join('')

export const demoServiceVerb: Verb = {
  words: 'demo-service',
  synopsis: '[--port N] [--results FILE [--group-by COL[,COL]] | --live [--live-speed N]]',
  summary: 'run an event service for rehearsals until Ctrl+C or SIGTERM',
  options: {
    port: { type: 'string' },
    results: { type: 'string' },
    'group-by': { type: 'string' },
    ...liveOptions,
  },
  positionals: [],
  run: async (context) => {
    const options = await readOptions(context)
    if (!options.ok) return options
    const stop = listenForStop(context)
    const service = renameIssues(await startAgain(context, options.value), {
      port: '--port',
      results: '--results',
      groupBy: '--group-by',
    })
    if (!service.ok) return service
    const { url, resultsUrl, accessKey, resultsKey, stages, races, orders } = service.value
    const answer = { url, resultsUrl, accessKey, resultsKey, stages, races, orders }
    // Scripts read the line of JSON on stdout with or without --json.
    if (!context.isJson) await context.output.say(`The demo service runs until Ctrl+C.\n\n${wordsOf(answer)}\n`)
    const printed = await context.output.print([`${jsonText(answer)}\n`])
    if (printed.ok) await untilAborted(stop.signal)
    stop.dispose()
    await service.value.close()
    return printed.ok ? { ok: true, value: 0 } : printed
  },
}
