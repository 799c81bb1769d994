import fc from 'fast-check'

type Property<Ts extends [unknown, ...unknown[]]> = [
  ...arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
  predicate: (...args: Ts) => boolean | void,
]

/** Fails with the smallest case for which the predicate throws or is false. */
export const expectAll = <Ts extends [unknown, ...unknown[]]>(...property: Property<Ts>): void =>
  fc.assert(fc.property(...property))

export const expectAllIn = <Ts extends [unknown, ...unknown[]]>(numRuns: number, ...property: Property<Ts>): void =>
  fc.assert(fc.property(...property), { numRuns })
