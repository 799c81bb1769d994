import { finishRoles, placeRoles, type ColumnRole } from '../../../../preload/contract/roles.ts'
import { finisherReader } from '../../results/rules/finisher.ts'
import { cellReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { tells } from './cellWords.ts'

/** The signs of a race table, and the rows. */
export type ReplyTable = { readonly columns: readonly TableColumn[]; readonly rows: readonly JsonObject[] }

/** Signs of race results: columns with a meaning whose cells match it. */
type TableSigns = {
  readonly hasBib: boolean
  readonly hasName: boolean
  readonly hasTime: boolean
  /** A time, a place, points. */
  readonly hasMeasure: boolean
  /** Distinct meanings, these included; without ids and statuses, which other lists have, too. */
  readonly count: number
  /** Different people among the rows looked at, at most so many as these are. */
  readonly people: number
}

const sampledRows = 64

export const sampleOf = <T>(rows: readonly T[], most = sampledRows): readonly T[] => {
  const step = Math.max(1, Math.floor(rows.length / most))
  return step === 1 ? rows : rows.filter((_, index) => index % step === 0)
}

const nameRoles = ['name', 'lastName', 'firstName', 'team'] as const
const timeRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([...finishRoles, 'split', 'lap'])
const measureRoles: ReadonlySet<ColumnRole> = new Set<ColumnRole>([...timeRoles, ...placeRoles, 'points'])
const plainRoles = ['club', 'city', 'region', 'country', 'ageGroup', 'birthDate', 'gap', 'pace'] as const

const hasDigit = /[1-9]/
const hasLetter = /\p{L}/u

/** Some row has a bib or a name, and a time or a place: found in the first row of most tables. */
export const hasFinisher = ({ columns, rows }: ReplyTable): boolean => {
  const reader = finisherReader(columns)
  return sampleOf(rows).some(
    (row) =>
      (hasDigit.test(reader.text(row, 'bib')) || hasLetter.test(reader.name(row))) &&
      (reader.hasFinish(row) || reader.place(row) !== null),
  )
}

export const signsOf = ({ columns, rows }: ReplyTable): TableSigns => {
  const reader = finisherReader(columns)
  const sample = sampleOf(rows)
  const found = new Set<ColumnRole>()
  const people = new Set<string>()
  for (const row of sample) {
    const bib = reader.text(row, 'bib')
    if (bib.length <= 20 && hasDigit.test(bib)) found.add('bib')
    for (const role of nameRoles) if (hasLetter.test(reader.text(row, role))) found.add(role)
    for (const role of finishRoles) if (reader.finishMs(row, role) !== null) found.add(role)
    if (reader.finishDistance(row) !== null) found.add('result')
    for (const role of placeRoles) if (reader.place(row, role) !== null) found.add(role)
    if (reader.points(row) !== null) found.add('points')
    for (const role of plainRoles) if (tells(reader.cell(row, role))) found.add(role)
    if (reader.sex(row) !== null) found.add('sex')
    if (reader.age(row) !== null) found.add('age')
    if (reader.birthYear(row) !== null) found.add('birthYear')
    const who = `${bib} ${reader.name(row) || reader.text(row, 'team')}`.trim()
    if (tells(who)) people.add(who)
  }
  for (const column of columns) {
    if (column.role !== 'split' && column.role !== 'lap') continue
    const read = cellReader(column)
    if (sample.some((row) => tells(read(row)))) found.add(column.role)
  }
  return {
    hasBib: found.has('bib'),
    hasName: nameRoles.some((role) => found.has(role)),
    hasTime: [...found].some((role) => timeRoles.has(role)),
    hasMeasure: [...found].some((role) => measureRoles.has(role)),
    count: found.size,
    people: people.size,
  }
}
