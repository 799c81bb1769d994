let last = 0

/** A number higher than any before it, for what must be told apart from what it was. */
export const nextVersion = (): number => (last += 1)
