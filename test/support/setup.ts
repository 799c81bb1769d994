import fc from 'fast-check'
import { afterAll } from 'vitest'
import { limitCrypto } from './desktop/electronRuntime.ts'
import { takeTimings } from './timings.ts'

limitCrypto()

// So many cases of a property, unless its test says otherwise. `npm run soak -- properties` asks for more, of a seed of its own.
const { RACEDESK_PROPERTY_RUNS: numRuns = '50', RACEDESK_PROPERTY_SEED: seed } = process.env
fc.configureGlobal({ numRuns: Number(numRuns), ...(seed === undefined ? {} : { seed: Number(seed) }) })

afterAll(({}, file) => {
  file.meta.timings = takeTimings()
})
