import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Half of what a thread or a command that runs from sources takes would go into stripping the same types again. For
// vitest's own processes as for the threads and commands that tests start.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

// macOS has its temporary folder behind a link, Windows under a short name: a command that is started there tells the other one.
const temporary = realpathSync.native(tmpdir())
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Whoever waits for a condition is done as soon as it holds; a loaded machine only takes longer.
    expect: { poll: { timeout: 15_000 } },
    // Browsers on two cores may run out of time where nothing is wrong: only a wait that ended without its condition is tried
    // once more, and the reporter names the test. Any other failure, as of a property, counts at once.
    retry: { count: 1, condition: /Timeout \d+ms exceeded/u },
    // V8's first compiler may leave a stale register where a collection looks for objects, and the process dies of SIGSEGV:
    // nodejs/node#62393. To go when a Node 24 has the backport, nodejs/node#65753.
    execArgv: ['--no-sparkplug'],
    // Two cores: a browser, a keyring and a service in several files at once starve each other.
    maxWorkers: 2,
  },
})
