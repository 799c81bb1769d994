import { limitCrypto } from './electronRuntime.ts'

limitCrypto()
