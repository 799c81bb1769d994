import { afterAll } from 'vitest'
import { limitCrypto } from './desktop/electronRuntime.ts'
import { takeTimings } from './timings.ts'

limitCrypto()

// Vitest reads the names of fixtures from the first parameter.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, file) => {
  file.meta.timings = takeTimings()
})
