import type { SiteColumn } from '../../../../preload/contract/publish/site.ts'
import type { Status } from '../../../../preload/contract/results.ts'
import { finishRoles } from '../../../../preload/contract/roles.ts'
import { clockText } from '../../../kernel/text/clockText.ts'
import { cellTimeMs } from '../../../kernel/times.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import type { TableColumn } from '../../columns/rules/table/columns.ts'
import type { FinisherReader, PlaceRole } from '../../results/rules/finisher.ts'

/** A person in a category, before people of several categories are put together. */
export type RowFacts = {
  readonly place: number | null
  readonly bib: string
  readonly name: string
  readonly result: string
  readonly status: Status
  readonly texts: readonly string[]
  readonly pointsMs: readonly (number | null)[]
  readonly isFinisher: boolean
}

/** With these statuses a time would read as a result. */
const out: ReadonlySet<Status> = new Set(['DSQ', 'DNF', 'DNS'])
/** Nor do points of the course belong to them. */
const pointless: ReadonlySet<Status> = new Set(['DSQ', 'DNS'])

const noPoints: RowFacts['pointsMs'] = []

const plainNumber = /^\d+(?:[.,]\d+)?$/

type ReaderParts = {
  readonly reader: FinisherReader
  readonly columns: readonly TableColumn[]
  readonly order: PlaceRole
  readonly chosen: readonly SiteColumn[]
  /** The same text, one in memory for all rows: clubs and cities are in many. */
  readonly shared: (text: string) => string
}

/** Reads of a row what a site may show, and nothing else. */
export const siteRowReader = ({
  reader,
  columns,
  order,
  chosen,
  shared,
}: ReaderParts): ((row: JsonObject) => RowFacts) => {
  const hasBib = chosen.includes('bib')
  const units = new Map(finishRoles.map((role) => [role, columns.find((column) => column.role === role)?.unit]))
  const resultOf = (row: JsonObject): string => {
    for (const role of finishRoles) {
      const text = reader.text(row, role)
      if (text === '') continue
      const unit = units.get(role)
      const ms = unit !== undefined && plainNumber.test(text) ? cellTimeMs(text, unit) : null
      return ms === null ? text : clockText(ms)
    }
    return reader.resultText(row)
  }
  const textOf = (row: JsonObject, column: SiteColumn): string => {
    if (column === 'birthYear') return String(reader.birthYear(row) ?? '')
    if (column === 'sex') return reader.sex(row) ?? ''
    return reader.text(row, column)
  }
  const pointsOf = (row: JsonObject): RowFacts['pointsMs'] => {
    const splits = reader.splits(row)
    return splits.length === 0 ? noPoints : splits.map(({ totalMs }) => totalMs)
  }
  return (row) => {
    const status = reader.status(row)
    const isOut = out.has(status)
    const bib = hasBib ? reader.text(row, 'bib') : ''
    return {
      place: isOut ? null : reader.place(row, order),
      bib,
      name: reader.name(row),
      result: isOut ? '' : resultOf(row),
      status,
      texts: chosen.map((column) => (column === 'bib' ? bib : shared(textOf(row, column)))),
      pointsMs: pointless.has(status) ? noPoints : pointsOf(row),
      isFinisher: (status === 'OK' || status === 'NC') && reader.hasFinish(row),
    }
  }
}
