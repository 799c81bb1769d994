import { limitCrypto } from './desktop/electronRuntime.ts'

limitCrypto()
