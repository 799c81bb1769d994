import type { Cell } from '../../preload/contract/ids.ts'
import type { ColumnUnit } from '../../preload/contract/roles.ts'
import { cellTimeMs } from './times.ts'

/** "+ 45", "à 1'07''", "a 45''" and "@ 0:45". */
const sign = /^\s*(?:\+|(?:à|a|@)\s)\s*(?=\d)/
const bareSeconds = /^(\d{1,5}(?:[.,]\d{1,9})?)\s?(?:s|sec|sek|seg|с|сек|"|″|”|'')?\.?$/i
/** The same time as in the row before. */
const ditto =
  /^(?:,,|"|″|”|''|„|〃|[smzт]\.\s?[tжв]\.?|s\.\s?č\.?|id(?:em)?\.?|ditt?o|dto\.?|to\s?že|то\s?же(?: время)?|same(?: time)?|gl\.?(?: zeit)?|gleiche zeit|m[eê]me temps|mismo tiempo|stesso tempo|samma(?: tid)?|sama aika|zelfde tijd|ten sam czas)$/iu

export const isDitto = (cell: Cell | undefined): boolean =>
  typeof cell === 'string' && cell.length <= 14 && ditto.test(cell.trim())

const isGapText = (text: string): boolean => sign.test(text)

const gapTextMs = (text: string): number | null => {
  const rest = text.replace(sign, '').trim()
  const number = bareSeconds.exec(rest)?.[1]
  return number === undefined ? cellTimeMs(rest, undefined) : Math.round(Number(number.replace(',', '.')) * 1e6) / 1000
}

/** `gapsBelowMs`: as `gapLimitOf` gives it for the column. */
type Timed = { readonly unit?: ColumnUnit; readonly signs?: { readonly gapsBelowMs?: number } }

/** Milliseconds of a cell of results; null for one that says how far it is behind the first. */
export const elapsedMs = (cell: Cell | undefined, { unit, signs }: Timed): number | null => {
  if (typeof cell === 'string' && isGapText(cell)) return null
  const ms = cellTimeMs(cell, unit)
  return ms === null || ms >= (signs?.gapsBelowMs ?? ms) ? ms : null
}

/** Milliseconds behind the first that a cell among results says; null for a time, and for a distance in laps. */
export const gapInResultsMs = (cell: Cell | undefined, { signs }: Timed): number | null => {
  if (typeof cell !== 'string') return null
  if (isGapText(cell)) return gapTextMs(cell)
  const ms = signs === undefined || signs.gapsBelowMs === undefined ? null : gapTextMs(cell)
  return ms !== null && ms < (signs?.gapsBelowMs ?? 0) ? ms : null
}

/** A gap among results as a time, or NaN where the cell says that it is the same as before; null for other cells. */
export const reckonedMs = (cell: string, column: Timed): number | null => {
  const leaderMs = column.signs?.gapsBelowMs
  if (leaderMs === undefined) return null
  const gapMs = isDitto(cell) ? Number.NaN : gapInResultsMs(cell, column)
  return gapMs === null ? null : leaderMs + gapMs
}

/** The first row of a field has so many times what the next are behind it, also where that is the only field. */
const drop = { each: 10, only: 2 }
const fewestBehind = 4

/** 99:59:59. */
export const isNoTime = (ms: number): boolean => ms % 360_000_000 === 359_999_000

/** The least of the numbers that gaps follow, where the first is such a number: all others rise from one to the next. */
export const leaderOf = (numbers: readonly number[]): number | undefined => {
  const leaders = numbers.filter((number, at) => number > (numbers[at + 1] ?? number))
  const least = leaders.length === 1 && numbers.length > fewestBehind ? drop.only : drop.each
  const areGaps = numbers.every((number, at) => {
    const before = numbers[at - 1] ?? number
    return number >= before || before >= number * least
  })
  return areGaps && numbers.length >= Math.max(3, leaders.length * 3) && leaders[0] === numbers[0]
    ? Math.min(...leaders)
    : undefined
}

/** Short times below such a one may be clocks past midnight. */
const isEvening = (ms: number): boolean => ms >= 43_200_000 && ms < 86_400_000

/**
 * Where the first cell is a time and the others are gaps to it, or say that they are the same: the time that gaps are
 * shorter than; 0 where no cell without a sign is one. Undefined for other columns.
 */
export const gapLimitOf = (cells: readonly (Cell | undefined)[]): number | undefined => {
  const times: number[] = []
  const gaps: number[] = []
  let dittos = 0
  let blanks = 0
  for (const cell of cells) {
    if (cell === undefined || cell === null) blanks += 1
    else if (typeof cell !== 'string') return undefined
    else if (/^\s*[\dP]/.test(cell)) {
      const ms = cellTimeMs(cell, undefined)
      if (ms !== null) times.push(ms)
    } else if (isDitto(cell)) dittos += 1
    else if (!/[\p{L}\p{N}]/u.test(cell)) blanks += 1
    else if (isGapText(cell)) gaps.push(gapTextMs(cell) ?? 0)
    else if (times.length + gaps.length === 0) return undefined
  }
  const [first = 0] = times
  if (first <= 0 || isNoTime(first)) return undefined
  if (gaps.length > 0) {
    const middle = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
    const least = Math.min(...times)
    return gaps.length >= times.length && middle < least ? least : undefined
  }
  if (times.some((ms, at) => ms > (times[at + 1] ?? ms))) return times.some(isEvening) ? undefined : leaderOf(times)
  const isOnlyFirst =
    times.length === 1 && blanks > 1 && blanks === cells.length - 1 && cellTimeMs(cells[0], undefined) === first
  return isOnlyFirst || dittos > 1 ? 0 : undefined
}
