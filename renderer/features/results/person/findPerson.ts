import type { CategoryId } from '../../../../preload/contract/ids.ts'
import type { PersonCard, Row } from '../../../../preload/contract/results.ts'
import type { LoadedRow } from '../../../app/stage/useResults.ts'

/** Content of the panel: the current card, or that the row is gone. */
export type PersonFound =
  | { readonly kind: 'found'; readonly card: PersonCard }
  | { readonly kind: 'gone'; readonly before: PersonCard | null }

export type PersonQuestions = {
  /** Null when there is no such row. */
  readonly cardAt: (category: CategoryId, index: number) => Promise<PersonCard | null>
  /** Rows of the category that the search finds, an exact bib first. */
  readonly search: (category: CategoryId, words: string) => Promise<readonly Row[]>
}

export type Opened = {
  readonly row: Pick<LoadedRow, 'id' | 'category' | 'index'>
  /** As the table told it when the row was opened; '' when it has none. */
  readonly bib: string
}

/** A card costs a question; a person with more namesakes than this is not looked for among all of them. */
const MOST_CARDS = 10

const idOf = ({ category, identity }: Row): string => `${category}/${identity}`

/** An identity by the place of the row says nothing of who stands there. */
const isByPlace = (row: Opened['row']): boolean => row.id.startsWith(`${row.category}/${row.category}#`)

const isNamedAlike = (a: PersonCard, b: PersonCard): boolean =>
  a.bib === b.bib && a.name === b.name && (a.bib + a.name !== '' || a.rawJson === b.rawJson)

/** The opened person, wherever their row is now; never another person at the same position. */
export const findPerson = async (
  { cardAt, search }: PersonQuestions,
  { row, bib }: Opened,
  last: PersonFound | undefined,
): Promise<PersonFound> => {
  const before = last === undefined ? null : last.kind === 'found' ? last.card : last.before
  // With the same bib and another name it may be a corrected name, or a row that shares the bib.
  const rank = (card: PersonCard): 0 | 1 | 2 => {
    if (before !== null && isNamedAlike(card, before)) return 2
    return idOf(card.row) === row.id && (before === null || !isByPlace(row)) ? 1 : 0
  }
  const enough = before === null ? 1 : 2
  let best: PersonCard | null = null
  const consider = (card: PersonCard | null): boolean => {
    if (card === null) return false
    if (rank(card) > (best === null ? 0 : rank(best))) best = card
    return rank(card) >= enough
  }
  const places = [...new Set([row.index, before?.row.index ?? row.index])]
  for (const index of places) {
    const card = await cardAt(row.category, index)
    if (consider(card) && card !== null) return { kind: 'found', card }
  }
  const words = (before === null ? bib : before.bib || before.name).trim()
  const rows = words === '' ? [] : await search(row.category, words)
  const likely = rows.toSorted((a, b) => Number(idOf(b) === row.id) - Number(idOf(a) === row.id))
  for (const { index } of likely.slice(0, MOST_CARDS)) {
    const card = await cardAt(row.category, index)
    if (consider(card) && card !== null) return { kind: 'found', card }
  }
  return best === null ? { kind: 'gone', before } : { kind: 'found', card: best }
}
