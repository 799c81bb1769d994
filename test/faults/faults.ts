import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { plantedFaults, type PlantedFault } from './plantedFaults.ts'

/**
 * `npm run faults -- [PATTERN] [--control]`: plants known faults in a copy of the project, one by one, and runs the test that must
 * catch each. `--control` plants nothing: each test must pass.
 */
const projectDir = join(import.meta.dirname, '..', '..')
/** Not copied: made anew, linked, or of no use to a test. */
const leftOut = new Set(['node_modules', 'out', 'dist', '.git', join('test', 'soak', 'falls')])
/** Written to by builds and tests. */
const ownCaches = new Set(['.cache', '.vite', '.vitest'])

const print = (line: string): void => void process.stdout.write(`${line}\n`)

type Ended = { readonly code: number | null; readonly output: string }

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

const node = (cwd: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal: stop.signal })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
    child.once('error', (error) => resolve({ code: null, output: error.message }))
    child.once('close', (code) => resolve({ code, output }))
  })

const copyProject = async (copy: string): Promise<void> => {
  const isWanted = (path: string): boolean => !leftOut.has(relative(projectDir, path))
  await cp(projectDir, copy, { recursive: true, filter: isWanted })
  const modules = join(projectDir, 'node_modules')
  await mkdir(join(copy, 'node_modules'))
  for (const name of await readdir(modules)) {
    if (!ownCaches.has(name)) await symlink(join(modules, name), join(copy, 'node_modules', name), 'junction')
  }
}

/** Arguments of `vite build`, by the folder whose files it bundles; the first that fits counts. */
const bundles: readonly (readonly [folder: string, ...args: string[]])[] = [
  ['renderer/board/', 'renderer/board'],
  ['renderer/site/', 'renderer/site'],
  ['renderer/', 'renderer'],
  ['preload/preload.ts', '-c', 'preload/vite.config.ts'],
  ['', '-c', 'main/vite.config.ts'],
]

const bundle = async (copy: string, args: readonly string[]): Promise<void> => {
  const vite = join(copy, 'node_modules', 'vite', 'bin', 'vite.js')
  const { code, output } = await node(copy, [vite, 'build', ...args, '--logLevel', 'warn'])
  if (code !== 0) throw new Error(`vite build ${args.join(' ')}: ${output}`)
}

type Report = {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** The fault is a mistake in the table: every test would fail alike. */
const isBroken = (message: string): boolean =>
  /^(?:SyntaxError(?!.*JSON)|ReferenceError)|Transform failed|PARSE_ERROR/.test(message)

/** `caught`: the test `what` failed. `unknown`: no test could tell, because of `what`. */
type Found = { readonly kind: 'caught' | 'passed' | 'unknown'; readonly what: string }

const runTest = async (copy: string, { caughtBy, test }: PlantedFault): Promise<Found> => {
  const report = join(copy, 'report.json')
  await rm(report, { force: true })
  const name = test === undefined ? [] : ['-t', test]
  const how = ['--bail=1', '--retry=0', '--reporter=json', `--outputFile=${report}`]
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const { output } = await node(copy, [vitest, 'run', `test/${caughtBy}`, ...name, ...how])
  const text = await readFile(report, 'utf8').catch(() => null)
  if (text === null) return { kind: 'unknown', what: output }
  const { testResults } = JSON.parse(text) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const [failed] = tests.filter(({ status }) => status === 'failed')
  const why = failed?.failureMessages.join('\n') ?? ''
  if (isBroken(why)) return { kind: 'unknown', what: why }
  if (failed !== undefined) return { kind: 'caught', what: failed.fullName }
  if (tests.some(({ status }) => status === 'passed')) return { kind: 'passed', what: caughtBy }
  return { kind: 'unknown', what: `no test ran: ${testResults.map(({ message }) => message).join(' ')}` }
}

/** Bundles as they are without a fault, to begin with each time. */
const goodOut = (copy: string): string => join(copy, 'out.good')

const tryFault = async (copy: string, fault: PlantedFault, isControl: boolean): Promise<Found> => {
  const path = join(copy, ...fault.file.split('/'))
  const good = await readFile(path, 'utf8')
  if (good.split(fault.before).length !== 2)
    return { kind: 'unknown', what: 'its line does not stand once in the file' }
  if (fault.isBundled) {
    await rm(join(copy, 'out'), { recursive: true })
    await cp(goodOut(copy), join(copy, 'out'), { recursive: true, preserveTimestamps: true })
  }
  try {
    if (isControl) return await runTest(copy, fault)
    await writeFile(
      path,
      good.replace(fault.before, () => fault.after),
    )
    const [, ...args] = bundles.find(([folder]) => fault.file.startsWith(folder)) ?? ['']
    if (fault.isBundled) await bundle(copy, args)
    return await runTest(copy, fault)
  } finally {
    await writeFile(path, good)
  }
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { control: { type: 'boolean' } } })
const pattern = new RegExp(positionals.join(' '), 'iu')
const chosen = plantedFaults.filter(({ name, file }) => pattern.test(name) || pattern.test(file))
const isControl = values.control === true
const wanted = isControl ? 'passed' : 'caught'
const copy = await realpath(await mkdtemp(join(tmpdir(), 'racedesk-faults-')))
let missed = 0
try {
  await copyProject(copy)
  // A test that finds no bundles makes them, and would keep a planted fault in them.
  if (chosen.some(({ caughtBy }) => !caughtBy.startsWith('unit/'))) {
    for (const [, ...args] of bundles) await bundle(copy, args)
    await cp(join(copy, 'out'), goodOut(copy), { recursive: true, preserveTimestamps: true })
  }
  for (const fault of chosen) {
    if (stop.signal.aborted) break
    const startedAt = performance.now()
    const broke = (thrown: unknown): Found => ({ kind: 'unknown', what: String(thrown) })
    const { kind, what } = await tryFault(copy, fault, isControl).catch(broke)
    if (kind !== wanted) missed += 1
    const told = kind === 'passed' && !isControl ? 'NOT CAUGHT' : kind === wanted ? kind : kind.toUpperCase()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    print(`${told}: ${fault.name} (${fault.file}), ${seconds} s\n  ${what.slice(-500)}`)
  }
} finally {
  await rm(copy, { recursive: true, force: true, maxRetries: 10 })
}
print(`${chosen.length} faults, ${missed} not ${wanted}`)
process.exitCode = missed > 0 || chosen.length === 0 || stop.signal.aborted ? 1 : 0
