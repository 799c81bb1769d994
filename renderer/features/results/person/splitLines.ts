import type { PersonSplit } from '../../../../preload/contract/results.ts'

/** How much longer than the median each lap took, in per cent; null where one of the two is missing. */
export const paceValues = (splits: readonly PersonSplit[]): readonly (number | null)[] =>
  splits.map(({ lapMs, medianLapMs }) =>
    lapMs === null || medianLapMs === null || medianLapMs === 0 ? null : (lapMs / medianLapMs - 1) * 100,
  )

type Positions = {
  readonly values: readonly (number | null)[]
  /** The middle of those who passed each point. */
  readonly middle: readonly (number | null)[]
  /** As the service says, else counted from the times at the points. */
  readonly isSaid: boolean
}

export const positionValues = (splits: readonly PersonSplit[]): Positions => {
  const passed = splits.filter(({ totalMs, lapMs }) => totalMs !== null || lapMs !== null)
  const isSaid = passed.length > 0 && passed.every(({ place }) => place !== null)
  return {
    values: splits.map(({ place, rank }) => (isSaid ? place : rank)),
    middle: splits.map(({ runners }) => (isSaid || runners === 0 ? null : (runners + 1) / 2)),
    isSaid,
  }
}

/** From 1 to at least the largest value, in round steps. */
export const positionTicks = (values: readonly (number | null)[]): readonly number[] => {
  const most = values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 2)
  const rough = (most - 1) / 3
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power * 10
  const ticks = [1]
  for (let tick = step; (ticks.at(-1) ?? 1) < most; tick += step) if (tick > 1) ticks.push(tick)
  return ticks
}
