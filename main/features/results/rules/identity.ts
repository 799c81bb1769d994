import { fold } from '../../../kernel/fold.ts'
import { isAlikeName } from './alikeNames.ts'
import type { FinisherReader } from './finisher.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'

/** By what two rows of different categories, or of different times, are taken for the same person. */
type IdentityRule = 'id' | 'bib-and-name' | 'name'

export type PersonKey = { readonly rule: IdentityRule; readonly key: string }

/** As received; null and '' where a row gives none. */
export type Who = { readonly bib?: string | null; readonly name?: string | null }

/** Zeros alone, as in an empty GUID, negative numbers, and words for none. */
export const isNoId = (id: string): boolean => noId.test(id)

const noId = /^(?:[\s{}()0-]*|-\d+|[{(]?f{8}(?:-f{4}){3}-f{12}[)}]?|none|nil|empty|unknown|anonymous|неизвестно|нет)$/i
const noBib = /^[0\-–—.\s]*$/
/** Written where services do not know who finished. Folded. */
const noNames: ReadonlySet<string> = new Set(
  'unknown|unknown athlete|unknown runner|unknown finisher|unknown person|unknown name|name unknown|not known|no name|noname|anonymous|anonym|nn|n.n.|n. n.|tba|unbekannt|unbekannter laufer|inconnu|inconnue|anonyme|desconocido|desconhecido|sconosciuto|onbekend|okand|ukjent|ukendt|tuntematon|tundmatu|neznamy|nieznany|nezinams|nezinomas|ismeretlen|bilinmiyor|неизвестный|неизвестно|неизвестен|неизвестный участник|аноним|без имени|невідомий|不明|未知'.split(
    '|',
  ),
)

/** Without leading zeros; '' for marks of none. */
export const plainBib = (bib: string): string => (noBib.test(bib) ? '' : bib.replace(/^0+(?=\d)/, ''))

const nameKey = (name: string): string => {
  const folded = fold(name)
  return unevenSpace.test(folded) ? folded.replace(/\s+/g, ' ').trim() : folded
}

const unevenSpace = /\s\s|[^\S ]|^ | $/

const givenName = (name: string): string => {
  const key = nameKey(name)
  return noNames.has(key) ? '' : key
}

/**
 * Ids may begin anew in each category, and bibs do: of rows of different categories an id is believed only with the same name,
 * or with the same bib and much the same name, as far as both rows give any. Other keys hold these already.
 */
export const isBacked = (key: string, one: Who, other: Who): boolean => {
  if (!key.startsWith('id:')) return true
  const [name, otherName] = [givenName(one.name ?? ''), givenName(other.name ?? '')]
  const [bib, otherBib] = [plainBib(one.bib ?? ''), plainBib(other.bib ?? '')]
  const areBibs = bib !== '' && otherBib !== ''
  if (name === '' || otherName === '') return !areBibs || bib === otherBib
  return name === otherName || (areBibs && bib === otherBib && isAlikeName(name, otherName))
}

/**
 * The service's own id where rows have one, else bib with name, else the name alone; null for a row that names nobody.
 * A bib alone does not identify a person: bibs are passed on.
 */
export const personKeyFor = (id: string, { bib, name }: Who): PersonKey | null => {
  const known = nameKey(name ?? '')
  const number = noBib.test(bib ?? '') ? '' : (bib ?? '')
  if (number === '' && noNames.has(known)) return null
  if (!isNoId(id)) return { rule: 'id', key: `id:${id}` }
  if (known === '') return null
  return number === ''
    ? { rule: 'name', key: `name:${known}` }
    : { rule: 'bib-and-name', key: `bib:${number}:${known}` }
}

const whoOf = (reader: FinisherReader, row: JsonObject): Who => ({
  bib: reader.text(row, 'bib'),
  name: reader.name(row),
})

/** Ids that stand on rows of several people of one table: e-mails of clubs, phones, numbers for unknown finishers. */
const sharedIds = (reader: FinisherReader, rows: readonly JsonObject[]): ReadonlySet<string> => {
  const shared = new Set<string>()
  if (!reader.has('id')) return shared
  const first = new Map<string, JsonObject>()
  for (const row of rows) {
    const id = reader.text(row, 'id')
    const other = first.get(id)
    if (other === undefined) first.set(id, row)
    else if (!isNoId(id) && !shared.has(id)) {
      const [one, same] = [personKeyFor('', whoOf(reader, other)), personKeyFor('', whoOf(reader, row))]
      // Without a bib, two rows of one name are two people.
      if (one?.rule !== 'bib-and-name' || one.key !== same?.key) shared.add(id)
    }
  }
  return shared
}

/** Identities of the rows of one table. */
export type Identities = {
  /** The service's id of the row's person; '' where it has none of its own. */
  readonly id: (row: JsonObject) => string
  readonly key: (row: JsonObject) => PersonKey | null
}

const known = new WeakMap<readonly JsonObject[], { readonly reader: FinisherReader; readonly identities: Identities }>()

/** Goes once over all rows, when first asked. */
export const identitiesOf = (reader: FinisherReader, rows: readonly JsonObject[]): Identities => {
  const found = known.get(rows)
  if (found?.reader === reader) return found.identities
  let shared: ReadonlySet<string> | null = null
  const id = (row: JsonObject): string => {
    const text = reader.text(row, 'id')
    return isNoId(text) || (shared ??= sharedIds(reader, rows)).has(text) ? '' : text
  }
  const identities: Identities = { id, key: (row) => personKeyFor(id(row), whoOf(reader, row)) }
  known.set(rows, { reader, identities })
  return identities
}
