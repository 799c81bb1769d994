import type { TableFormat } from '../../../preload/contract.ts'
import { csv } from './csv.ts'
import type { Format } from './format.ts'

/** What a table may be written as. */
export const formats: { readonly [F in TableFormat]: Format } = { csv }
