import { firstSerialDate } from '../../../../kernel/times.ts'

/** Signs of a unit in the digits of a column of numbers. */
export type Digits = {
  /** Positive values in rising order, each once; numbers of nothing but nines stand for no time. */
  readonly values: readonly number[]
  /** The most decimals that a value has. */
  readonly decimals: number
}

/** More digits are noise of binary fractions, such as 58.309999999999995. */
const preciseDigits = 14

export const digitsOf = (numbers: Float64Array): Digits => {
  const values = [...new Set(numbers)].filter((value) => value > 0 && !isAllNines(value)).toSorted((a, b) => a - b)
  return { values, decimals: values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0) }
}

const isAllNines = (value: number): boolean => /^9{2,}(?:\.9+)?$/.test(String(value)) && value >= 999

const decimalsOf = (value: number): number => {
  const [plain = '', exponent = '0'] = String(Number(value.toPrecision(preciseDigits))).split('e')
  return (plain.split('.')[1]?.length ?? 0) - Number(exponent)
}

/** Dates of a spreadsheet with a time of day, as in 45291.0293; no race's seconds lie within so few of each other. */
export const areDates = ({ values, decimals }: Digits): boolean => {
  const [first = 0, last = 0] = [values.at(0), values.at(-1)]
  return decimals > 1 && first >= firstSerialDate && first < firstSerialDate * 2 && last - first <= 4
}

/** Whole numbers at one even step, each once, as cards and codes of a list are; no field finishes so. `count`: that of the cells. */
export const areCounted = ({ values, decimals }: Digits, count: number): boolean => {
  const [first = 0, second = 0] = values
  const step = second - first
  const isFull = values.length === count && (values.at(-1) ?? 0) - first === step * (count - 1)
  return decimals === 0 && isFull && count >= 3
}

/**
 * How sure the digits make it that each value is a whole number of steps of `stepS` seconds when it counts `unitS` seconds, as a
 * natural logarithm of the odds against chance; null when some value is none. 0: every number would be.
 */
export const onGrid = ({ values, decimals }: Digits, unitS: number, stepS: number): number | null => {
  const resolution = unitS / 10 ** decimals
  if (resolution >= stepS) return 0
  const off = values.map((value) => value * unitS - Math.round((value * unitS) / stepS) * stepS)
  const least = resolution + stepS * 1e-6
  const isRounded = off.every((rest) => Math.abs(rest) <= least / 2)
  const isCut = off.every((rest) => rest <= stepS * 1e-6 && rest >= -least)
  if (!isRounded && !isCut) return null
  return values.filter((value) => !Number.isInteger(value)).length * Math.log(stepS / resolution)
}

/** The same for whole numbers that all end with as many zeros as make them a multiple of `by`. */
export const areMultiples = ({ values }: Digits, by: number): number | null =>
  values.every((value) => value % by === 0) ? values.length * Math.log(by) : null

/** The same for clocks without colons: pairs of digits never above 59, and the minutes not all the same. */
export const areClockDigits = ({ values }: Digits): number | null => {
  const isClock = (value: number): boolean => value % 100 < 60 && Math.floor(value / 100) % 100 < 60
  if (!values.every((value) => Number.isInteger(value) && isClock(value))) return null
  const minutes = new Set(values.map((value) => Math.floor(value / 100)))
  const odds = values.reduce((sum, value) => sum + (value >= 6000 ? 2 : value >= 60 ? 1 : 0), 0)
  return minutes.size < 2 ? 0 : odds * -Math.log(0.6)
}

/** The same for fractions that count sixtieths, as in 83.59 for 83 minutes and 59 seconds. */
export const areSixtieths = ({ values }: Digits): number | null => {
  const sixtieths = values.map((value) => Math.round((value - Math.floor(value)) * 1e6) / 1e4)
  if (sixtieths.some((rest) => rest >= 60)) return null
  return sixtieths.filter((rest) => rest > 0).length * -Math.log(0.6)
}
