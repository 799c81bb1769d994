import { fold } from './fold.ts'
import type { FinisherReader } from './finisher.ts'
import type { JsonObject } from './shape/findRows.ts'

/** By what two rows of different categories, or of different times, are taken for the same person. */
export type IdentityRule = 'id' | 'bib-and-name' | 'name'

export type PersonKey = { readonly rule: IdentityRule; readonly key: string }

/**
 * The service's own id where rows have one, else bib with name, else the name alone; null for a row that names nobody.
 * A bib alone is no person: bibs are handed on.
 */
export const personKeyOf = (reader: FinisherReader, row: JsonObject): PersonKey | null => {
  const id = reader.text(row, 'id')
  if (id !== '') return { rule: 'id', key: `id:${id}` }
  const name = fold(reader.name(row)).replace(/\s+/g, ' ').trim()
  if (name === '') return null
  const bib = reader.text(row, 'bib')
  return bib === '' ? { rule: 'name', key: `name:${name}` } : { rule: 'bib-and-name', key: `bib:${bib}:${name}` }
}
