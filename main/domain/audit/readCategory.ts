import type { AuditCategory, AuditRow, AuditTable } from './auditTypes.ts'
import { placeRoles, timeRoles } from './auditTypes.ts'

const rowsPerStep = 200

const emptyBib = /^(?:[-–—.]+|0+)?$/

/** Reads what the rules need of every row, giving way between them. */
export function* readCategory(table: AuditTable): Generator<undefined, AuditCategory> {
  const { reader, rows } = table.read()
  const read: AuditRow[] = []
  const placeRole = placeRoles.find(reader.has) ?? null
  let hasFractions = false
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === 0) yield undefined
    const bib = reader.text(row, 'bib')
    const finishMs = reader.finishMs(row)
    if (finishMs !== null && finishMs % 1000 !== 0) hasFractions = true
    read.push({
      index,
      row,
      bib: emptyBib.test(bib) ? '' : bib,
      name: reader.name(row),
      status: reader.status(row),
      place: placeRole === null ? null : reader.place(row, placeRole),
      finishMs,
    })
  }
  return {
    table,
    reader,
    rows: read,
    placeRole,
    hasFractions,
    timeText: ({ row }) => {
      const role = timeRoles.find((known) => reader.timeMs(row, known) !== null)
      return role === undefined ? '' : reader.text(row, role)
    },
  }
}
