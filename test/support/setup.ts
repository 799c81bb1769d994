import fc from 'fast-check'
import { afterAll } from 'vitest'
import { endFile } from './atEnd.ts'
import { limitCrypto } from './desktop/electronRuntime.ts'
import { takeTimings } from './timings.ts'

limitCrypto()

// So many cases of a property, unless its test says otherwise. `npm run soak -- properties` asks for more, of a seed of its own.
const { RACEDESK_PROPERTY_RUNS: numRuns = '30', RACEDESK_PROPERTY_SEED: seed } = process.env
fc.configureGlobal({ numRuns: Number(numRuns), ...(seed === undefined ? {} : { seed: Number(seed) }) })

// First of all hooks of a file, and so the last at its end.
afterAll(async ({}, file) => {
  await endFile()
  file.meta.timings = takeTimings()
})
