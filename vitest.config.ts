import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Half of what a thread or a command that runs from sources takes would go into stripping the same types again. For
// vitest's own processes as for the threads and commands that tests start.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Whoever waits for a condition is done as soon as it holds; a loaded machine only takes longer.
    expect: { poll: { timeout: 15_000 } },
    // Two cores: a browser, a keyring and a service in several files at once starve each other.
    maxWorkers: 2,
  },
})
