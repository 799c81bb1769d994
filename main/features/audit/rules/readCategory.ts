import type { Steps } from '../../../kernel/turns.ts'
import { placeRoles, timeRoles, timeSaid, type AuditCategory, type AuditRow, type AuditTable } from './auditTypes.ts'
import type { JsonObject } from '../../columns/rules/body/json.ts'
import { hashOfText } from '../../results/rules/textHash.ts'
import { placeGround } from './placeGround.ts'
import { pointShifts, withoutShifts } from './pointShifts.ts'
import { teamsOf } from './teamRows.ts'

const rowsPerStep = 200

const noSplits: AuditRow['splits'] = []
const emptyBib = /^0*$/

/** Reads what the rules need of every row, giving way between them. */
export function* readCategory(table: AuditTable): Steps<AuditCategory> {
  const { columns, reader, rows } = yield* table.read()
  const read: AuditRow[] = []
  const bibs = new Float64Array(rows.length)
  const times = new Map(timeRoles.filter(reader.has).map((role) => [role, new Float64Array(rows.length)] as const))
  const placeRole = placeRoles.find(reader.has) ?? null
  let hasFractions = false
  let hasPoints = false
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === 0) yield undefined
    const bibText = reader.text(row, 'bib')
    const bib = emptyBib.test(bibText) ? '' : bibText
    bibs[index] = bib === '' ? Number.NaN : hashOfText(bib)
    for (const [role, list] of times) list[index] = reader.timeMs(row, role) ?? Number.NaN
    const finishMs = reader.finishMs(row)
    const splits = reader.splits(row)
    if (splits.length > 0) hasPoints = true
    if (finishMs !== null && finishMs % 1000 !== 0) hasFractions = true
    read.push({
      index,
      row,
      bib,
      name: reader.name(row),
      status: reader.status(row),
      place: placeRole === null ? null : reader.place(row, placeRole),
      finishMs,
      hasFinish: reader.hasFinish(row),
      splits: splits.some(({ totalMs, lapMs }) => totalMs !== null || lapMs !== null) ? splits : noSplits,
    })
  }
  const timeMs: AuditCategory['timeMs'] = ({ index }, role) => {
    const ms = times.get(role)?.[index] ?? Number.NaN
    return Number.isNaN(ms) ? null : ms
  }
  // Splits may be gun times while the result is a chip time.
  const latestFinish = (row: AuditRow): number | null =>
    row.finishMs === null ? null : Math.max(row.finishMs, ...timeRoles.map((role) => timeMs(row, role) ?? 0))
  const shifts = hasPoints ? yield* pointShifts(read, latestFinish) : []
  const right = shifts.length === 0 ? read : read.map((row) => withoutShifts(row, shifts))
  const category = {
    table,
    columns,
    reader,
    rows: right,
    latestFinish,
    shifts,
    mayShareBib: sharedBibs(bibs),
    placeRole,
    hasPoints,
    hasFractions,
    timeMs,
    timeText: (row: AuditRow) => {
      for (const role of timeRoles) {
        const ms = timeMs(row, role)
        if (ms !== null) return timeSaid(reader.text(row.row, role), ms)
      }
      return ''
    },
  }
  const teams = teamsOf(category)
  const units = typeof teams === 'string' ? right : teams
  const groups = yield* groupsOf(units)
  return { ...category, units, ...placeGround({ ...category, rows: units }, groups, teams === 'apart') }
}

/** How the labels of nested groups are called once each row carries them: `group`, `group 2`, … */
const labelName = /^group(?: \d+)?$/

const labelsOf = (row: JsonObject): string => {
  let labels = ''
  for (const name in row) if (labelName.test(name)) labels += `${JSON.stringify([name, row[name]])} `
  return labels
}

function* groupsOf(rows: readonly AuditRow[]): Generator<undefined, AuditCategory['groups']> {
  const groups = new Map<string, AuditRow[]>()
  for (const one of rows) {
    if (one.index % rowsPerStep === 0) yield
    const key = labelsOf(one.row)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [one])
    else known.push(one)
  }
  return [...groups.values()]
}

/** By the hashes of all bibs: a map of the bibs themselves would take as much room as the rows. */
const sharedBibs = (bibs: Float64Array): AuditCategory['mayShareBib'] => {
  const sorted = bibs.slice().sort()
  const shared = new Set<number>()
  for (let at = 1; at < sorted.length; at += 1) {
    const bib = sorted[at] ?? Number.NaN
    if (bib === sorted[at - 1]) shared.add(bib)
  }
  return ({ index }) => shared.has(bibs[index] ?? Number.NaN)
}
