import type { Json } from '../../../../../preload/contract/ids.ts'
import type { Incomplete } from '../../../../../preload/contract/stages.ts'
import type { JsonObject } from './json.ts'
import type { Labels } from './labels.ts'

export type FoundRows = {
  readonly rows: readonly JsonObject[]
  /** Each row as received: an object, a list of cells, a line of text. One per row. */
  readonly sources: readonly Json[]
  /** The page says there are more rows than it holds. */
  readonly incomplete: Incomplete | null
  /** Labels of described columns; absent in delimited text. */
  readonly labels?: Labels
}
