import { defineConfig } from 'vitest/config'

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
