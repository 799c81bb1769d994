import type { FinisherReader } from '../../results/rules/finisher.ts'
import { cellReader, type TableColumn } from '../../columns/rules/table/columns.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import type { AuditRow } from './auditTypes.ts'

/** Something that rows may be told apart by, so that each part counts places and gaps of its own. */
export type Grouping = (row: JsonObject) => string

/** Rows looked at to see whether a column has few different cells. */
const sampleRows = 400
/** Groups of fewer rows than this on average are hardly races. */
const leastRows = 3
const mostColumns = 12
const longestCell = 80

/** Sex and age group, then every column without a role whose cells repeat: course, race, class, event. */
export const groupingsOf = (
  reader: FinisherReader,
  columns: readonly TableColumn[],
  rows: readonly AuditRow[],
): readonly Grouping[] => {
  const step = Math.max(1, Math.floor(rows.length / sampleRows))
  const sample = rows.filter((_, at) => at % step === 0)
  const others = columns
    .filter(({ role, split, of }) => split === undefined && of === undefined && role === undefined)
    .map(keyReader)
    .filter((keyOf) => isRepeated(sample, keyOf))
    .slice(0, mostColumns)
  return [
    ...(reader.has('sex') ? [sexKey(reader)] : []),
    ...(reader.has('ageGroup') ? [groupKey(reader)] : []),
    ...others,
  ]
}

export const sexKey =
  (reader: FinisherReader): Grouping =>
  (row) =>
    reader.sex(row) ?? reader.text(row, 'sex')

export const groupKey =
  (reader: FinisherReader): Grouping =>
  (row) =>
    reader.text(row, 'ageGroup')

const keyReader = (column: TableColumn): Grouping => {
  const read = cellReader(column)
  return (row) => {
    const cell = read(row) ?? ''
    return typeof cell === 'object' ? '' : String(cell).trim()
  }
}

const isRepeated = (sample: readonly AuditRow[], keyOf: Grouping): boolean => {
  const keys = new Set<string>()
  for (const { row } of sample) {
    const key = keyOf(row)
    if (key.length > longestCell) return false
    keys.add(key)
  }
  return keys.size > 1 && keys.size * leastRows <= sample.length
}

/** The rows by key, in the order in which the keys come. */
export const groupRows = (rows: readonly AuditRow[], keyOf: Grouping): readonly (readonly AuditRow[])[] => {
  const groups = new Map<string, AuditRow[]>()
  for (const one of rows) {
    const key = keyOf(one.row)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [one])
    else known.push(one)
  }
  return [...groups.values()]
}
