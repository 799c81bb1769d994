/** A cache of stages whose content can be made again. */
export type Keeper = { readonly forget: () => void }

/** More rows than these need the room that other views of them take. */
const mostRowsBeside = 500_000

/** Before a view of so many rows is made, others let go of theirs if there are too many rows for both. */
export const makeRoomFor = (rows: number, others: readonly Keeper[]): void => {
  if (rows > mostRowsBeside) for (const { forget } of others) forget()
}
