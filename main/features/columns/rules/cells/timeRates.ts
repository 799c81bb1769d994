import type { TimeUnit } from '../../../../../preload/contract/roles.ts'
import { timeOfNumberMs } from '../../../../kernel/times.ts'
import { nameWords, wordSet } from '../headers/nameWords.ts'
import type { JudgedColumn, JudgedTable } from '../roles/judgedColumn.ts'

/** Lengths that a course may have, in kilometres. */
const courseKm = { least: 0.9, most: 250 }
const speedWords = wordSet('speed kmh kph mph vitesse velocidad velocidade velocita geschwindigkeit hastighet скорость')

export const isSpeedName = (name: string): boolean =>
  /[kк][mм]\s?\/\s?[hч]/i.test(name) || nameWords(name).some((word) => speedWords.has(word))

/**
 * The units in which time and pace, or time and speed, agree on one course in every row, as long as courses are; null where there
 * is no such column beside.
 */
export const unitsByRate = (
  column: JudgedColumn,
  table: Pick<JudgedTable, 'columns'>,
  units: readonly TimeUnit[],
): readonly TimeUnit[] | null => {
  const { numbers } = column.facts
  const fits = units.filter((unit) =>
    isRated(
      column,
      numbers.map((number) => timeOfNumberMs(number, unit)),
      table,
    ),
  )
  return fits.length === 0 ? null : fits
}

/** Whether times and a pace or a speed beside them make one course of all rows, as long as courses are. */
export const isRated = (
  { index }: JudgedColumn,
  timesMs: Float64Array,
  { columns }: Pick<JudgedTable, 'columns'>,
): boolean =>
  columns.some((other) => {
    const paces = other.index === index || other.column.split !== undefined ? null : pacesOf(other)
    const km = paces && steady(timesMs.map((ms, at) => ms / 1000 / (paces[at] ?? Number.NaN)))
    return km !== null && km >= courseKm.least && km <= courseKm.most
  })

/** Seconds for a kilometre or a mile, by row; null for a column that tells none. */
const pacesOf = ({ column, facts, name }: JudgedColumn): Float64Array | null => {
  if (facts.filled < 3) return null
  if (isSpeedName(column.name)) return facts.numbers.map((speed) => 3600 / speed)
  if (!name.claims.some(({ role, strength }) => role === 'pace' && strength >= 0.7)) return null
  if (facts.clocks >= facts.filled * 0.8) return facts.timesMs.map((ms) => ms / 1000)
  if (facts.least >= 1.5 && facts.most <= 30) return facts.numbers.map((minutes) => minutes * 60)
  return facts.least >= 80 && facts.most <= 1_800 ? facts.numbers : null
}

/** The middle of values that are all the same but for rounding; null for others. */
const steady = (values: Float64Array): number | null => {
  const sorted = values.filter((value) => value > 0).toSorted()
  if (sorted.length < 3) return null
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return (at(0.9) - at(0.1)) / at(0.5) < 0.02 ? at(0.5) : null
}
