import type { AuditCategory, AuditRow, AuditTable } from './auditTypes.ts'
import { placeRoles, timeRoles, timeSaid } from './auditTypes.ts'

const rowsPerStep = 200

const emptyBib = /^(?:[-–—.]+|0+)?$/

/** Reads what the rules need of every row, giving way between them. */
export function* readCategory(table: AuditTable): Generator<undefined, AuditCategory> {
  const { reader, rows } = yield* table.read()
  const read: AuditRow[] = []
  const placeRole = placeRoles.find(reader.has) ?? null
  let hasFractions = false
  let hasPoints = false
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === 0) yield undefined
    const bib = reader.text(row, 'bib')
    const finishMs = reader.finishMs(row)
    const splits = reader.splits(row)
    if (splits.length > 0) hasPoints = true
    if (finishMs !== null && finishMs % 1000 !== 0) hasFractions = true
    read.push({
      index,
      row,
      bib: emptyBib.test(bib) ? '' : bib,
      name: reader.name(row),
      status: reader.status(row),
      place: placeRole === null ? null : reader.place(row, placeRole),
      finishMs,
      times: timeRoles.map((role) => reader.timeMs(row, role)),
      gapMs: reader.gapMs(row),
      age: reader.age(row),
      sex: reader.sex(row),
      ageGroup: reader.text(row, 'ageGroup'),
      splits: splits.some(({ totalMs, lapMs }) => totalMs !== null || lapMs !== null) ? splits : [],
    })
  }
  return {
    table,
    reader,
    rows: read,
    placeRole,
    hasPoints,
    hasFractions,
    timeText: ({ row, times }) => {
      const at = times.findIndex((ms) => ms !== null)
      const role = timeRoles[at]
      return role === undefined ? '' : timeSaid(reader.text(row, role), times[at] ?? null)
    },
  }
}
