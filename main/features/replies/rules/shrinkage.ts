/** In smaller tables one person is a third of the rows. */
const fewestRows = 4
const fewestLost = 2

/**
 * Whether the loss of a table must be announced: more than a third of its rows, or most of its people. `lost`: rows of
 * the table before whose people are missing in the one after.
 */
export const isShrunk = ({
  before,
  after,
  lost,
}: {
  readonly before: number
  readonly after: number
  readonly lost: number
}): boolean => {
  if (before < fewestRows) return false
  const gone = before - after
  return (gone >= fewestLost && gone * 3 > before) || (lost >= fewestLost && lost * 2 > before)
}
