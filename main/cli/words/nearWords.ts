import { fold } from '../../kernel/fold.ts'
import { editDistance } from '../../kernel/text/editDistance.ts'

const mostNear = 3

/** Up to three of the known words that a mistyped one may mean, the nearest first. */
const nearWords = (word: string, known: readonly string[]): readonly string[] => {
  const wanted = fold(word)
  const most = Math.max(wanted.length > 3 ? 2 : 1, Math.floor(wanted.length / 3))
  return known
    .map((one) => ({ one, steps: stepsBetween(wanted, fold(one)) }))
    .filter(({ steps }) => steps <= most)
    .toSorted((a, b) => a.steps - b.steps)
    .slice(0, mostNear)
    .map(({ one }) => one)
}

/** A question that names them; '' when none is near. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const near = nearWords(word, known)
  return near.length === 0 ? '' : `did you mean ${near.map((one) => `“${one}”`).join(' or ')}?`
}

/** A part of a dotted name counts as a step, however long the rest is. */
const stepsBetween = (wanted: string, known: string): number => {
  if (wanted !== '' && known.split(/[.\s]+/u).includes(wanted)) return Math.min(1, editDistance(wanted, known))
  return Math.abs(wanted.length - known.length) > wanted.length ? Infinity : editDistance(wanted, known)
}
