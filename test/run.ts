import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isBuildStale } from '../main/desktop/start/buildAge.ts'

/**
 * `npm test`: types, lint, format and the bundle beside the tests that need no bundle, then everything else.
 * `npm test -- PATTERN…` runs only the files named, `npm run test:quick` ends before the bundle is needed.
 * `--durations` lists where the time went. Other flags are Vitest's.
 */
const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const rest = args.filter((arg) => !['--quick', '--durations'].includes(arg))
if (args.includes('--durations')) process.env['RACEDESK_DURATIONS'] = '1'
const patterns = rest.filter((arg) => !arg.startsWith('-'))

const project = join(import.meta.dirname, '..')
const vitestProgram = join(project, 'node_modules', 'vitest', 'vitest.mjs')

type Ended = { readonly name: string; readonly isGreen: boolean; readonly output: string; readonly seconds: number }

/** Output is kept until the end, so that commands side by side do not mix theirs; `isShown` prints it at once. */
const run = (name: string, command: string, commandArgs: readonly string[], isShown = false): Promise<Ended> =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const child = spawn(command, commandArgs, {
      cwd: project,
      stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
      // Windows starts npm through its shell only.
      shell: process.platform === 'win32' && command === 'npm',
    })
    const output: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('close', (code) => {
      const seconds = (performance.now() - startedAt) / 1000
      resolve({ name, isGreen: code === 0, output: Buffer.concat(output).toString(), seconds })
    })
  })

const script = (name: string): Promise<Ended> => run(name, 'npm', ['run', '-s', name])

const vitest = (name: string, vitestArgs: readonly string[]): Promise<Ended> =>
  run(name, process.execPath, [vitestProgram, 'run', ...vitestArgs], true)

const say = (ended: readonly Ended[]): void => {
  for (const { isGreen, output } of ended) if (!isGreen) process.stdout.write(output)
  const line = ended.map(({ name, isGreen, seconds }) => `${name} ${isGreen ? 'ok' : 'FAILED'} ${seconds.toFixed(0)} s`)
  process.stdout.write(`\n${line.join(', ')}\n`)
  if (ended.some(({ isGreen }) => !isGreen)) process.exitCode = 1
}

const runAll = async (): Promise<void> => {
  const first = await Promise.all([
    script('typecheck'),
    script('lint'),
    script('format:check'),
    ...(isQuick ? [] : [script('bundle')]),
    vitest('units', ['--project', 'unit', ...rest]),
  ])
  say(first)
  if (isQuick || first.some(({ isGreen }) => !isGreen)) return
  say([await vitest('integration and end-to-end', ['--project', 'integration', '--project', 'e2e', ...rest])])
}

const runNamed = async (): Promise<void> => {
  if (!patterns.every((pattern) => pattern.includes('unit')) && isBuildStale(project)) {
    const bundled = await script('bundle')
    if (!bundled.isGreen) return say([bundled])
  }
  say([await vitest('tests', rest)])
}

await (patterns.length === 0 || isQuick ? runAll() : runNamed())
