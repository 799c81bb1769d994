import { isDistanceName } from '../../columns/rules/cells/courseKm.ts'
import { kmOfText } from '../../columns/rules/cells/distances.ts'
import { cellReader } from '../../columns/rules/table/columns.ts'
import type { AuditCategory, AuditRow } from './auditTypes.ts'

/** The course of a row, as far as its columns and names tell. */
export type Course = {
  readonly km: number
  /** Fewer seconds per kilometre than this are impossible. */
  readonly fastest: number
  /** A column or the word for runners says so; the name of a distance may be that of another race. */
  readonly isSure: boolean
}

const word = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})`, 'iu')
const runs = word(
  'runn?|jog|marathon|half|laufen|lauf|course à pied|corsa|carrera|bieg|бег|пробег|забег|кросс|марафон|полумарафон|本|マラソン',
)
const otherSports = word(
  'bike|bici|vélo|velo|cycl|mtb|rad|rower|вело|мтб|ski|лыж|roller|inline|skat|ролик|wheel|hand|roll|коляс|колес|tri|три|du?athlon|дуатл|swim|плав|kayak|rowing|sup|car|auto|авто|moto|мото|relay|staffel|estafet|эстафет|virtual',
)

/** World records, in seconds per kilometre, of runners over at least so many kilometres. */
const records = [
  [0, 95],
  [0.4, 107],
  [0.8, 125],
  [1, 131],
  [3, 146],
  [5, 151],
  [10, 156],
  [20, 161],
  [42, 170],
  [60, 200],
  [100, 215],
] as const
/** Fastest pace on wheels, snow or water, in s/km. */
const fastestAnyhow = 40
/** Where only a name says how long the course is, which may be that of a longer race. */
const fastestByName = 20
/** The slowest walk with all its rests. */
export const slowest = 3_600

/** By a column that names a distance, else the name of the distance or the category; rows of one course get the same object. */
export const courseReader = ({ table, reader, columns }: AuditCategory): ((row: AuditRow) => Course | null) => {
  const cells = columns
    .filter(({ name, role, split }) => role === undefined && split === undefined && isDistanceName(name))
    .map((column) => cellReader(column))
  const known = new Map<string, Course | null>()
  const courses = new Map<string, Course>()
  const sameCourse = (course: Course): Course => {
    const key = JSON.stringify(course)
    const found = courses.get(key) ?? course
    courses.set(key, found)
    return found
  }
  const names = [table.categoryName, table.distanceName]
  if (cells.length === 0 && names.every((name) => kmOfText(name) === null)) return () => null
  return ({ row }) => {
    const group = reader.text(row, 'ageGroup')
    const texts = cells.map((read) => read(row)).filter((cell) => typeof cell === 'string')
    const key = texts.length === 0 ? group : `${texts.join('\n')}\n\n${group}`
    const found = known.get(key)
    if (found !== undefined) return found
    const ownKm = texts.map(kmOfText).find((one) => one !== null) ?? null
    const km = ownKm ?? names.map(kmOfText).find((one) => one !== null) ?? null
    const said = [...texts, ...names, group].join(' ')
    const isRun = runs.test(said) && !otherSports.test(said)
    const course =
      km === null
        ? null
        : sameCourse({
            km,
            fastest: isRun ? recordOf(km) : ownKm === null ? fastestByName : fastestAnyhow,
            isSure: isRun || ownKm !== null,
          })
    known.set(key, course)
    return course
  }
}

const recordOf = (km: number): number => records.findLast(([from]) => from <= km)?.[1] ?? fastestAnyhow
