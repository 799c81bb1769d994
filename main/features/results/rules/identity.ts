import { fold } from '../../../kernel/fold.ts'
import type { FinisherReader } from './finisher.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'

/** By what two rows of different categories, or of different times, are taken for the same person. */
type IdentityRule = 'id' | 'bib-and-name' | 'name'

type PersonKey = { readonly rule: IdentityRule; readonly key: string }

/** As received; null and '' where a row gives none. */
export type Who = { readonly bib?: string | null; readonly name?: string | null }

/**
 * Ids that begin anew in each category name several people: of rows of different categories one id is believed only when
 * the name or the bib is the same, too, as far as both rows give any. Other keys hold these already.
 */
export const isBacked = (key: string, one: Who, other: Who): boolean => {
  if (!key.startsWith('id:')) return true
  const said = [
    [nameKey(one.name ?? ''), nameKey(other.name ?? '')] as const,
    [one.bib ?? '', other.bib ?? ''] as const,
  ].filter(([a, b]) => a !== '' && b !== '')
  return said.length === 0 || said.some(([a, b]) => a === b)
}

const nameKey = (name: string): string => {
  const folded = fold(name)
  return unevenSpace.test(folded) ? folded.replace(/\s+/g, ' ').trim() : folded
}

const unevenSpace = /\s\s|[^\S ]|^ | $/

/**
 * The service's own id where rows have one, else bib with name, else the name alone; null for a row that names nobody.
 * A bib alone does not identify a person: bibs are passed on.
 */
export const personKeyOf = (reader: FinisherReader, row: JsonObject): PersonKey | null => {
  const id = reader.text(row, 'id')
  if (id !== '') return { rule: 'id', key: `id:${id}` }
  const name = nameKey(reader.name(row))
  if (name === '') return null
  const bib = reader.text(row, 'bib')
  return bib === '' ? { rule: 'name', key: `name:${name}` } : { rule: 'bib-and-name', key: `bib:${bib}:${name}` }
}
