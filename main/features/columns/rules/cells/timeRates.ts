import type { TimeUnit } from '../../../../../preload/contract/roles.ts'
import { timeOfNumberMs } from '../../../../kernel/times.ts'
import { nameWords, wordSet } from '../headers/nameWords.ts'
import type { JudgedColumn } from '../roles/judgedColumn.ts'
import type { TableFacts } from '../roles/tableFacts.ts'

/** Lengths that a course may have, in kilometres. */
const courseKm = { least: 0.9, most: 250 }
const speedWords = wordSet('speed kmh kph mph vitesse velocidad velocidade velocita geschwindigkeit hastighet скорость')

/**
 * The units in which time and pace, or time and speed, agree on one course in every row, as long as courses are; null where there
 * is no such column beside.
 */
export const unitsByRate = (
  { index, facts }: JudgedColumn,
  { columns }: TableFacts,
  units: readonly TimeUnit[],
): readonly TimeUnit[] | null => {
  for (const other of columns) {
    if (other.index === index || other.column.split !== undefined) continue
    const paces = pacesOf(other)
    if (paces === null) continue
    const lengths = units.map((unit) =>
      steady(facts.numbers.map((number, at) => timeOfNumberMs(number, unit) / 1000 / (paces[at] ?? Number.NaN))),
    )
    const fits = units.filter((_, at) => isCourse(lengths[at] ?? 0))
    if (fits.length > 0) return fits
  }
  return null
}

const isCourse = (km: number): boolean => km >= courseKm.least && km <= courseKm.most
/** Seconds for a kilometre or a mile, by row; null for a column that tells none. */
const pacesOf = ({ column, facts, name }: JudgedColumn): Float64Array | null => {
  if (facts.filled < 3) return null
  const words = nameWords(column.name)
  if (words.some((word) => speedWords.has(word))) return facts.numbers.map((speed) => 3600 / speed)
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
