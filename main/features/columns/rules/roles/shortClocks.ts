import type { TimeUnit } from '../../../../../preload/contract/roles.ts'
import { timeOfNumberMs } from '../../../../kernel/times.ts'
import { cellText } from '../../../../kernel/text/cellText.ts'
import { isCoursePaced, isPaceImpossible } from '../cells/courseKm.ts'
import { isRated } from '../cells/timeRates.ts'
import { meaningReader } from '../table/columns.ts'
import type { JsonObject } from '../body/json.ts'
import type { JudgedColumn, JudgedTable } from './judgedColumn.ts'

/** Clocks of two parts below ten: minutes of a short race, or hours of a long one. */
const shortClock = /^[+\-−]?\s?0?\d:[0-5]\d$/
const minutesAndSeconds = /m:ss/i
const hoursAndMinutes = /h:mm?(?!m|:)/i

/** All clocks of the column are such as 1:12. */
export const areShortClocks = ({ column, facts }: JudgedColumn, { rows }: JudgedTable['sample']): boolean => {
  const read = meaningReader(column)
  const isShort = (row: JsonObject, at: number): boolean =>
    !facts.timesMs[at] || shortClock.test(cellText(read(row)).trim())
  return facts.clocks > 0 && rows.every(isShort)
}

/** The same times in milliseconds, hundredths or in the unit that the header says. */
const areFractions = ({ facts: { numbers }, name: { unit } }: JudgedColumn, timesMs: Float64Array): boolean =>
  [unit ?? 'ms', 'cs' as const].some((one) =>
    numbers.every((number, at) => timeOfNumberMs(number, one) === timesMs[at]),
  )

/**
 * The units that 1:12 may have in a table without longer times: what the header, a pace or the length of the course says,
 * else both. None where a longer time among `times` shows that they are minutes and seconds.
 */
export const unitsOfShortClocks = (times: readonly JudgedColumn[], table: JudgedTable): readonly TimeUnit[] => {
  const timed = times.filter(({ name }) => !name.claims.some(({ role }) => role === 'pace'))
  if (!timed.every((column) => areShortClocks(column, table.sample))) return []
  const results = timed.filter(({ name }) => !name.claims.some(({ role }) => role === 'gap'))
  for (const column of results) {
    const { said, name, facts } = column
    const asHours = facts.timesMs.map((ms) => ms * 60)
    if (minutesAndSeconds.test(said) || name.unit === 'min' || name.unit === 's') return []
    if (hoursAndMinutes.test(said) || name.unit === 'h' || isRated(column, asHours, table)) return ['h']
    const [isSlow, isFast] = [isPaceImpossible(asHours, table, 0), isPaceImpossible(facts.timesMs, table, 0)]
    if (isFast !== isSlow) return isFast ? ['h'] : []
    if (isCoursePaced(column, table) || table.columns.some((other) => areFractions(other, facts.timesMs))) return []
  }
  return results.length === 0 ? [] : ['min', 'h']
}
