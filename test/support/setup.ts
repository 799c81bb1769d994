import fc from 'fast-check'
import { limitCrypto } from './desktop/electronRuntime.ts'

limitCrypto()

// So many cases of a property, unless its test says otherwise. `npm run soak -- properties` asks for more, of a seed of its own.
const { RACEDESK_PROPERTY_RUNS: numRuns = '50', RACEDESK_PROPERTY_SEED: seed } = process.env
fc.configureGlobal({ numRuns: Number(numRuns), ...(seed === undefined ? {} : { seed: Number(seed) }) })
