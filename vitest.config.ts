import { readFileSync, realpathSync, statfsSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, defineProject } from 'vitest/config'
import { mayCrashInBaselineCode } from './main/nodeVersion.mjs'
import { durations, retried } from './test/reporters.ts'
import { bundledThreads } from './test/support/processes/bundledThreads.ts'

// Stripping types takes half the start of a thread or command that runs from sources, so the compiled code is cached: for
// vitest's own processes and for the threads and commands that tests start.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

const memory = '/dev/shm'

/**
 * Whether temporary folders can lie in memory, where the app does not wait for the disk at each change: on a Linux with room there, that
 * runs programs from there and keeps extended attributes there, which Swift needs, as Linux does since 6.6.
 */
const hasMemory = (): boolean => {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8').match(/^tmpfs \/dev\/shm tmpfs (\S+)/mu)?.[1] ?? 'noexec'
    const [major = 0, minor = 0] = release().split('.').map(Number)
    const { bavail, bsize } = statfsSync(memory)
    return !mount.includes('noexec') && major * 100 + minor >= 606 && bavail * bsize > 1e9
  } catch {
    return false
  }
}

// The temporary folder is a link on macOS and a short name on Windows; commands started there report the real path.
const temporary = realpathSync.native((process.env['TMPDIR'] ?? '') === '' && hasMemory() ? memory : tmpdir())
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary

/** Tests that read files of the project and need neither a bundle nor a server. */
const aboutFiles = ['test/architecture.test.ts', 'test/readmes.test.ts']

const isSlowMachine = (process.env['RACEDESK_SLOW_MACHINE'] ?? '') !== ''

const project = (name: string, include: readonly string[], exclude: readonly string[] = []) =>
  defineProject({
    // The bundle is made while the units run.
    plugins: name === 'unit' ? [] : [bundledThreads()],
    test: {
      name,
      include: [...include],
      exclude: ['**/node_modules/**', ...exclude],
      setupFiles: ['test/support/setup.ts'],
      ...(name === 'unit' ? {} : { globalSetup: ['test/support/sharedServers.ts'] }),
      // Files of a worker share modules: loading the app anew for each took longer than most of their tests.
      isolate: false,
      testTimeout: 90_000,
      hookTimeout: 60_000,
      // Polling ends as soon as the condition holds; a loaded machine only takes longer.
      expect: { poll: { timeout: 15_000, interval: 20 } },
      retry: isSlowMachine ? { count: 1, condition: /Timeout \d+ms exceeded/u } : 0,
      // nodejs/node#62393: test/README.md, Sparkplug. Remove once Node 24 has the backport, nodejs/node#65753.
      execArgv: mayCrashInBaselineCode(process.versions.node, process.arch) ? ['--no-sparkplug'] : [],
    },
  })

export default defineConfig({
  test: {
    // Two cores: a browser, a keyring and a service in several files at once starve each other.
    maxWorkers: 2,
    reporters: ['default', retried, ...(process.env['RACEDESK_DURATIONS'] === '1' ? [durations] : [])],
    projects: [
      project('unit', ['test/unit/**/*.test.ts', ...aboutFiles]),
      project('integration', ['test/integration/**/*.test.ts', 'test/*.test.ts'], aboutFiles),
      project('e2e', ['test/e2e/**/*.test.ts']),
    ],
  },
})
