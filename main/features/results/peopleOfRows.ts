import { isBacked, personKeyFor, type Who } from './rules/identity.ts'
import type { RowFields } from './rowFields.ts'
import type { CodedTexts } from './rules/rowSort.ts'
import { placeOfTable, signatureOf, type Numbered, type RowNumbers } from './rowSelection.ts'
import type { StoredTable } from '../columns/tableStore.ts'
import { turn } from '../../kernel/turns.ts'

/** Which rows of some tables belong to one person, by the rules of the person card. */
export type PeopleOfRows = {
  /**
   * One row for each person: that in the largest category of the first part which holds the person. Parts are rising, and so
   * are those given back.
   */
  readonly onePerPerson: (parts: readonly RowNumbers[]) => readonly RowNumbers[]
  /** All rows of a row's person, rising. */
  readonly rowsOf: (row: number) => RowNumbers
  /** Of the row: a number from 0. */
  readonly personAt: (row: number) => number
}

/** The person of each row, by number from 0, and how many there are. */
export type NumberedPeople = { readonly personOf: Uint32Array<ArrayBuffer>; readonly people: number }

export type PeopleStore = {
  /**
   * `numberPeople` on a thread of its own; the rows it reads leave memory when the thread ends. Null when the thread failed: the
   * caller then reads the rows itself, and meets the error.
   */
  readonly numberPeopleApart: (tables: readonly StoredTable[]) => Promise<NumberedPeople | null>
}

type KnownPerson = { readonly person: number; readonly who: Who }

/**
 * From so many rows on, a thread's start takes less than what reading them would hold up and leave behind here. Fewer are read
 * here, where the next time only changed categories are.
 */
const leastRowsApart = 40_000

/** Rows known by person, over all choices of categories, 12 bytes each. */
const keptRows = 1_000_000

type Group = { readonly signature: string; readonly rows: number; readonly people: Promise<PeopleOfRows> }

/** Who is who in chosen categories, until one of them changes. */
export const createPeopleGroups = (
  fields: RowFields,
  store: PeopleStore,
): ((numbered: Numbered) => Promise<PeopleOfRows>) => {
  const groups = new Map<string, Group>()
  const group = async (numbered: Numbered, isFollowed: boolean): Promise<PeopleOfRows> => {
    const mayReadApart = numbered.total >= leastRowsApart && !isFollowed
    const apart = mayReadApart ? await store.numberPeopleApart(numbered.tables) : null
    return peopleOfRows(numbered, apart ?? (await numberPeople(numbered, fields)))
  }
  return (numbered) => {
    const signature = signatureOf(numbered.tables)
    const key = numbered.tables.map(({ category }) => category).join(' ')
    const known = groups.get(key)
    groups.delete(key)
    // The next change of a watched stage is near: then only changed categories are read.
    const people = known?.signature === signature ? known.people : group(numbered, known !== undefined)
    people.catch(() => groups.delete(key))
    groups.set(key, { signature, rows: numbered.total, people })
    let rows = [...groups.values()].reduce((sum, one) => sum + one.rows, 0)
    for (const [oldest, one] of groups) {
      if (rows <= keptRows || oldest === key) break
      groups.delete(oldest)
      rows -= one.rows
    }
    return people
  }
}

/** Reads every row. */
export const numberPeople = async ({ tables, starts, total }: Numbered, fields: RowFields): Promise<NumberedPeople> => {
  const shared = new Set<string>()
  for (const table of tables) {
    for (const id of await sharedIds(table, fields)) shared.add(id)
    await turn()
  }
  const coded: PersonKeys[] = []
  const ambiguous = new Set<string>()
  for (const table of tables) {
    const keys = await withoutIds(table, fields, shared)
    coded.push(keys)
    for (const key of repeatedNames(keys)) ambiguous.add(key)
    await turn()
  }
  const personOf = new Uint32Array(total)
  let people = 0
  const newPerson = (): number => (people += 1) - 1
  const byKey = new Map<string, number>()
  const byId = new Map<string, KnownPerson[]>()
  for (const [place, { codes, keys }] of coded.entries()) {
    const table = tables[place]
    const start = starts[place] ?? 0
    const whoAt = table !== undefined && keys.some(isId) ? await whoReader(table, fields) : () => ({})
    const known = new Map<number, number>()
    for (let row = 0; row < codes.length; row += 1) {
      if (row % 4_096 === 0) await turn()
      const code = codes[row] ?? 0
      const key = keys[code] ?? ''
      let person = known.get(code)
      if (key === '' || ambiguous.has(key)) person = newPerson()
      else if (person === undefined) {
        if (isId(key)) {
          const who = whoAt(row)
          const same = byId.get(key) ?? []
          person = same.find((other) => isBacked(key, other.who, who))?.person ?? newPerson()
          byId.set(key, [...same, { person, who }])
        } else {
          person = byKey.get(key) ?? newPerson()
          byKey.set(key, person)
        }
        known.set(code, person)
      }
      personOf[start + row] = person
    }
  }
  return { personOf, people }
}

const peopleOfRows = ({ tables, starts }: Numbered, { personOf, people }: NumberedPeople): PeopleOfRows => {
  const { ends, rows } = gatherRows(personOf, people)
  const personAt = (row: number): number => personOf[row] ?? 0
  const sizeAt = (row: number): number => tables[placeOfTable(starts, row)]?.rows ?? 0
  return {
    personAt,
    rowsOf: (row) => {
      const person = personAt(row)
      return rows.slice(person === 0 ? 0 : ends[person - 1], ends[person])
    },
    onePerPerson: (parts) => {
      const isChosen = new Uint8Array(people)
      return parts.map((part) => {
        /** Of each person: the row's number and one, 0 for none. */
        const best = new Uint32Array(people)
        for (const row of part) {
          const person = personAt(row)
          const known = best[person] ?? 0
          if (isChosen[person] === 1 || (known > 0 && sizeAt(row) <= sizeAt(known - 1))) continue
          best[person] = row + 1
        }
        const chosen = part.filter((row) => best[personAt(row)] === row + 1)
        for (const row of chosen) isChosen[personAt(row)] = 1
        return chosen
      })
    },
  }
}

type PersonKeys = Pick<CodedTexts, 'codes' | 'keys'>

/** Ids that are none of the table's people: of several rows, or of an unknown finisher. */
const sharedIds = async (table: StoredTable, fields: RowFields): Promise<ReadonlySet<string>> => {
  const shared = new Set<string>()
  if (!fields.reader(table).has('id')) return shared
  const ids = await fields.texts(table, { role: 'id' })
  const { codes, keys } = await fields.texts(table, { person: true })
  for (const [row, code] of codes.entries()) {
    if (!isId(keys[code] ?? '')) shared.add(`id:${ids.labels[ids.codes[row] ?? -1] ?? ''}`)
  }
  return shared
}

/** The keys of the table's people; by bib and name where another table of the stage has the id of several people. */
const withoutIds = async (table: StoredTable, fields: RowFields, shared: ReadonlySet<string>): Promise<PersonKeys> => {
  const texts = await fields.texts(table, { person: true })
  if (!texts.keys.some((key) => shared.has(key))) return texts
  const whoAt = await whoReader(table, fields)
  const keys = [...texts.keys]
  const codeOf = new Map(keys.map((key, code) => [key, code]))
  const codes = texts.codes.map((code, row) => {
    if (!shared.has(keys[code] ?? '')) return code
    const key = personKeyFor('', whoAt(row))?.key ?? ''
    const known = codeOf.get(key) ?? keys.push(key) - 1
    codeOf.set(key, known)
    return known
  })
  return { codes, keys }
}

const isId = (key: string): boolean => key.startsWith('id:')

/** Without bibs and ids, two rows of one name in a category are two people, and nobody knows who is who elsewhere. */
const repeatedNames = ({ codes, keys }: PersonKeys): readonly string[] => {
  const counts = new Uint32Array(keys.length)
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return keys.filter((key, code) => key.startsWith('name:') && (counts[code] ?? 0) > 1)
}

const whoReader = async (table: StoredTable, fields: RowFields): Promise<(row: number) => Who> => {
  const bibs = await fields.texts(table, { role: 'bib' })
  const names = await fields.texts(table, { role: 'name' })
  return (row) => ({ bib: bibs.labels[bibs.codes[row] ?? -1] ?? '', name: names.labels[names.codes[row] ?? -1] ?? '' })
}

/** The rows of each person one after the other; those of person `p` end before `ends[p]`. */
const gatherRows = (
  personOf: Uint32Array,
  people: number,
): { readonly ends: Uint32Array; readonly rows: RowNumbers } => {
  const next = new Uint32Array(people + 1)
  for (const person of personOf) next[person + 1] = (next[person + 1] ?? 0) + 1
  for (let person = 0; person < people; person += 1) next[person + 1] = (next[person + 1] ?? 0) + (next[person] ?? 0)
  const rows = new Uint32Array(personOf.length)
  for (const [row, person] of personOf.entries()) {
    const at = next[person] ?? 0
    rows[at] = row
    next[person] = at + 1
  }
  return { ends: next, rows }
}
