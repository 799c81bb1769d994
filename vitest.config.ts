import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: a browser, a keyring and a service in several files at once starve each other.
    maxWorkers: 2,
  },
})
