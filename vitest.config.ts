import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { bundledThreads } from './test/support/processes/bundledThreads.ts'

// Stripping types takes half the start of a thread or command that runs from sources, so the compiled code is cached: for
// vitest's own processes and for the threads and commands that tests start.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

// The temporary folder is a link on macOS and a short name on Windows; commands started there report the real path.
const temporary = realpathSync.native(tmpdir())
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary

export default defineConfig({
  plugins: [bundledThreads()],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    globalSetup: ['test/support/sharedServers.ts'],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Polling ends as soon as the condition holds; a loaded machine only takes longer.
    expect: { poll: { timeout: 15_000 } },
    // Browsers on two cores may time out without a fault: only a timeout is retried,
    // once, and the reporter names the test. Any other failure counts at once.
    retry: { count: 1, condition: /Timeout \d+ms exceeded/u },
    // V8's baseline compiler may leave a stale register during garbage collection, and the process dies of SIGSEGV:
    // nodejs/node#62393. Remove once Node 24 has the backport, nodejs/node#65753.
    execArgv: ['--no-sparkplug'],
    // Two cores: a browser, a keyring and a service in several files at once starve each other.
    maxWorkers: 2,
  },
})
