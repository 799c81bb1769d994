import type { Spelling } from '../../../../../preload/contract/files.ts'
import type { Status } from '../../../../../preload/contract/results.ts'
import { finishRoles, type ColumnRole } from '../../../../../preload/contract/roles.ts'
import { parseAgeGroup } from '../../../audit/rules/ageGroups.ts'
import { isDitto } from '../../../../kernel/gapTimes.ts'
import { clockText } from '../../../../kernel/text/clockText.ts'
import type { FinisherReader } from '../../../results/rules/finisher.ts'
import type { Sex } from '../../../columns/rules/headers/sexWords.ts'
import type { JsonObject } from '../../../columns/rules/body/json.ts'
import { parseDistance } from '../../../columns/rules/distances.ts'
import { parseTimeMs } from '../../../../kernel/times.ts'
import { gapBetween, type TimedRow } from '../../../results/rules/gaps.ts'
import { calendarDate } from './calendarDate.ts'
import { countryCode } from './countryCode.ts'
import { readNames, type Names, type NamesWanted, type RespeltField } from './names.ts'

/** A row as hand-over formats read it: what the roles of its columns say, nothing ranked anew. */
export type Entrant = {
  readonly distanceName: string
  readonly categoryName: string
  /** In its category. */
  readonly place: number | null
  readonly hasPlaces: boolean
  /** By the ranking of the file; the same as `place` where it goes category by category. */
  readonly rank: number | null
  readonly bib: string
  readonly names: Names
  /** Sex of the row, else from the name of its age group or category. */
  readonly sex: Sex | null
  readonly age: number | null
  readonly birthYear: number | null
  /** `code`: of the IOC. */
  readonly country: { readonly text: string; readonly code: string | null }
  /** `day`: YYYY-MM-DD. */
  readonly birthDate: { readonly text: string; readonly day: string | null }
  /** The club, else the team where that is not the name. */
  readonly club: string
  readonly city: string
  readonly region: string
  readonly status: Status
  /** Null without one, and for a status other than OK that came without. */
  readonly resultMs: number | null
  /** The result as received where it is a distance, a gap or unclear, not a time; otherwise ''. */
  readonly otherResult: string
  /** A time as received, a number as a clock shows it. */
  readonly resultText: string
  /** The gap as received; computed from the leader's result only if no row has a gap. */
  readonly gap: { readonly text: string; readonly ms: number | null }
  /** The row says how far behind the first it is, and no time of its own. */
  readonly isGapOnly: boolean
  readonly respellings: readonly RespeltField[]
}

type EntrantOptions = {
  readonly names: NamesWanted
  readonly isTransliterated: boolean
  readonly areFractionsCut: boolean
}

export type Ranking = 'place' | 'placeOverall'

/** Where a row stands. */
export type EntrantPlace = {
  readonly distanceName: string
  readonly categoryName: string
  /** By what the file ranks people: one ranking for all of it, never two mixed. */
  readonly ranking: Ranking
  /** The category's first place, where gaps are to be reckoned. */
  readonly leader: TimedRow | null
}

export const readEntrant = (
  reader: FinisherReader,
  row: JsonObject,
  { distanceName, categoryName, ranking, leader }: EntrantPlace,
  options: EntrantOptions,
  spelling?: Spelling,
): Entrant => {
  const text = (role: ColumnRole): string => reader.text(row, role)
  const names = readNames(reader, row, options, spelling)
  const country = text('country')
  const birthDate = text('birthDate')
  const result = readResult(reader, row, options.areFractionsCut)
  const status = reader.status(row)
  const otherResult =
    result.ms === null && (status === 'unknown' || reader.hasFinish(row)) ? reader.resultText(row) : ''
  const gap = readGap(reader, row, result.ms, leader)
  return {
    distanceName,
    categoryName,
    place: reader.place(row),
    hasPlaces: reader.has('place'),
    rank: reader.place(row, ranking),
    bib: text('bib'),
    names,
    sex: reader.sex(row) ?? sexOfGroup(text('ageGroup')) ?? sexOfGroup(categoryName),
    age: reader.age(row),
    birthYear: reader.birthYear(row),
    country: { text: country, code: country === '' ? null : countryCode(country) },
    birthDate: { text: birthDate, day: birthDate === '' ? null : calendarDate(birthDate) },
    club: text('club') || (text('team') === names.whole ? '' : text('team')),
    city: text('city'),
    region: text('region'),
    status,
    resultMs: result.ms,
    otherResult,
    resultText: result.text,
    gap,
    isGapOnly: result.ms === null && (gap.ms !== null || isDitto(otherResult)) && parseDistance(otherResult) === null,
    respellings: [
      ...names.respellings,
      ...(result.cutFrom === null || !isTimed(status) ? [] : [cutResult(result.cutFrom, result.text)]),
    ],
  }
}

/** A length such as "100 м" names no men; "40-44 м" does. */
const length = /\d+(?:[.,]\d+)?\s*(?:km|км|mi|k|к)(?!\p{L})|\d{3,}\s*[mм](?!\p{L})/giu

const sexOfGroup = (name: string): Sex | null =>
  name === '' ? null : (parseAgeGroup(name.replace(length, ' '))?.sex ?? null)

/** People of these statuses are in files with their time. */
export const isTimed = (status: Status): boolean => status === 'OK' || status === 'NC'

const cutResult = (value: string, written: string): RespeltField => ({ field: 'result', value, written })

/** `cutFrom`: as it would stand without the cut; null when nothing was cut. */
type ReadResult = { readonly ms: number | null; readonly text: string; readonly cutFrom: string | null }

const readResult = (reader: FinisherReader, row: JsonObject, areFractionsCut: boolean): ReadResult => {
  for (const role of finishRoles) {
    const ms = reader.finishMs(row, role)
    if (ms === null) continue
    const received = reader.text(row, role)
    const text = parseTimeMs(received) === null ? clockText(ms) : received
    if (!areFractionsCut || ms % 1000 === 0) return { ms, text, cutFrom: null }
    return { ms: wholeSeconds(ms), text: clockText(wholeSeconds(ms)), cutFrom: text }
  }
  return { ms: null, text: '', cutFrom: null }
}

/** Cuts fractions off, so that no time gets longer or changes its place. */
export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

const readGap = (
  reader: FinisherReader,
  row: JsonObject,
  resultMs: number | null,
  leader: TimedRow | null,
): Entrant['gap'] => {
  if (reader.has('gap') || reader.hasGapsForResults) {
    const ms = reader.gapMs(row)
    const received = reader.text(row, 'gap')
    const signedMs = reader.timeMs(row, 'gap')
    return { ms, text: signedMs === null || parseTimeMs(received) !== null ? received : behind(signedMs) }
  }
  const ms = leader === null ? null : gapBetween({ ms: resultMs, laps: reader.laps(row) }, leader)
  if (ms === null || ms < 0 || reader.status(row) !== 'OK') return { ms: null, text: '' }
  return { ms, text: behind(ms) }
}

const behind = (ms: number): string => (ms === 0 ? '' : `${ms > 0 ? '+' : ''}${clockText(ms)}`)
