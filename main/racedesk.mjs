// The terminal face. Everything here must load on Node 20, to say that it is too old.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { mayCrashInBaselineCode, nodeProblem } from './nodeVersion.mjs'

// Before the app is loaded, so that none of its code is compiled so; threads follow.
if (mayCrashInBaselineCode(process.versions.node, process.arch)) setFlagsFromString('--no-sparkplug')

const exitCodeOfAFailure = 5

const projectDir = fileURLToPath(new URL('..', import.meta.url))
const bundle = new URL('../out/main/cli.js', import.meta.url)

// A reader that stops reading (`| head`) ends the command without a stack trace.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
  process.exit(code === 'EPIPE' ? 0 : exitCodeOfAFailure),
)

process.exitCode = await run(process.argv.slice(2)).catch((thrown) =>
  fail(`Racedesk ended by a fault of its own (${thrown instanceof Error ? thrown.name : 'unknown'}).`),
)
await flush(process.stdout)
await flush(process.stderr)
// A keychain call that never settles must not hold a finished command.
process.exit()

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function run(args) {
  const problem = nodeProblem(process.versions.node, process.platform, process.arch)
  if (problem !== null) return fail(problem)
  if (!existsSync(bundle)) {
    const { bundleApp } = await import('./bundleApp.mjs')
    const code = await bundleApp(projectDir, process.env)
    if (code !== 0) return fail('Racedesk could not be built; `npm ci` installs what the build needs.')
  }
  // Threads find the cache by the environment only; Node's usual folder is open to other users of the computer.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../out/compiled', import.meta.url))
  nodeModule.enableCompileCache()
  /** @type {unknown} */
  const loaded = await import(bundle.href)
  const { runCli } = /** @type {{ runCli: (args: string[]) => Promise<number> }} */ (loaded)
  return runCli(args)
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`)
  return exitCodeOfAFailure
}

/** @param {NodeJS.WriteStream} stream */
function flush(stream) {
  return new Promise((resolve) => stream.write('', resolve))
}
