import type { FinisherReader } from './finisher.ts'
import { identitiesOf } from './identity.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'

/**
 * By what the ledger finds a row of a table again: the key of the person, else the bare bib, which says something within one category
 * only and so begins otherwise. Null for a row that has neither.
 */
export const ledgerKeyOf = (reader: FinisherReader, rows: readonly JsonObject[], row: JsonObject): string | null => {
  const person = identitiesOf(reader, rows).key(row)
  if (person !== null) return person.key
  const bib = reader.text(row, 'bib')
  return bib === '' ? null : `only-bib:${bib}`
}

/** True for keys that mean the same person in every category of a stage. */
export const isPersonKey = (key: string): boolean => !key.startsWith('only-bib:')
