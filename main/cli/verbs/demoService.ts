import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
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
  const common: DemoServiceOptions = { port: port.value ?? 0, stageSeed: 'racedesk rehearsal stage' }
  const live = readLive(line)
  if (!live.ok) return live
  if (results === undefined) return { ok: true, value: { ...common, ...live.value } }
  const bytes = await readResults(results, cwd)
  if (!bytes.ok) return bytes
  return { ok: true, value: { ...common, race: { fileName: results, bytes: bytes.value, groupBy } } }
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
    // Only this verb needs it.
    const { startDemoService } = await import('../../demo/demoService.ts')
    const service = renameIssues(await startDemoService(options.value), {
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
