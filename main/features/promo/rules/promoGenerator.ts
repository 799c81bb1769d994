import { distinctCharacters, lookAlikeKeys } from '../../../kernel/text/lookAlikes.ts'

type WantedCodes = { readonly count: number; readonly length: number; readonly prefix: string }

/** Share of all possible codes that may be taken, so that they cannot be guessed by trying and drawing ends soon. */
const sparseness = 100

/** True when there are far more codes of that length than are asked for. */
export const isRoomFor = ({ count, length }: WantedCodes): boolean =>
  distinctCharacters.length ** length >= count * sparseness

/**
 * Random codes without characters that look alike, none of which equals or resembles a taken one. `pick` gives a
 * whole number below its argument, each as likely as the others. Call `isRoomFor` first.
 */
export const drawCodes = (
  { count, length, prefix }: WantedCodes,
  taken: readonly string[],
  pick: (below: number) => number,
): readonly string[] => {
  const keys = new Set(taken.flatMap(lookAlikeKeys))
  const drawn: string[] = []
  // Random draws rarely meet a taken code; the bound ends a `pick` that is not random.
  for (let draws = 0; drawn.length < count && draws < 100 * count; draws += 1) {
    let code = prefix
    for (let index = 0; index < length; index += 1) code += distinctCharacters[pick(distinctCharacters.length)] ?? ''
    const own = lookAlikeKeys(code)
    if (own.some((key) => keys.has(key))) continue
    for (const key of own) keys.add(key)
    drawn.push(code)
  }
  return drawn
}
