import { isBacked, type Who } from '../../results/rules/identity.ts'

/** A row that came to a category or left it, while polls of a stage were stored. */
type Passage = Who & {
  readonly isNew: boolean
  /** Key of the person. */
  readonly person: string
  readonly category: string
  readonly distance: string
}

type Move<P extends Passage> = { readonly from: P; readonly to: P }

/**
 * Pairs people who left one category with those who entered another. People in several categories at once are paired
 * within a distance first, so that a change of age group and one of distance are not crossed. Passages are in order of
 * time, which only decides who came back.
 */
export const pairMoves = <P extends Passage>(passages: readonly P[]): readonly Move<P>[] => {
  const byPerson = new Map<string, P[]>()
  for (const passage of passages) {
    const known = byPerson.get(passage.person)
    if (known === undefined) byPerson.set(passage.person, [passage])
    else known.push(passage)
  }
  return [...byPerson.values()].flatMap(pairOf)
}

const pairOf = <P extends Passage>(passages: readonly P[]): readonly Move<P>[] => {
  const left = new Set(passages.filter(({ isNew }) => !isNew))
  const waiting = new Set(passages.filter(({ isNew }) => isNew))
  const moves: Move<P>[] = []
  const pair = (isFit: (from: P, to: P) => boolean): void => {
    for (const to of waiting) {
      const from = [...left].find(
        (candidate) => candidate.category !== to.category && isBacked(to.person, candidate, to) && isFit(candidate, to),
      )
      if (from === undefined) continue
      left.delete(from)
      waiting.delete(to)
      moves.push({ from, to })
    }
  }
  // People who return to the category they left did not move.
  for (const [place, to] of passages.entries()) {
    const from = to.isNew ? passages.slice(0, place).find((one) => left.has(one) && one.category === to.category) : null
    if (from === null || from === undefined) continue
    left.delete(from)
    waiting.delete(to)
  }
  pair((from, to) => from.distance === to.distance)
  pair(() => true)
  return moves
}
