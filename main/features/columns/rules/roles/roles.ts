import type { RoleCandidate, RoleGuess, RoleReason } from '../../../../../preload/contract/columns.ts'
import type { ColumnRole, ColumnUnit } from '../../../../../preload/contract/roles.ts'
import { claimsOfColumn, type RoleClaim } from './claims.ts'
import { claimsOfDistances } from '../cells/distanceResults.ts'
import { claimsOfRest } from './restClaims.ts'
import { finishRolesOf } from './finishRoles.ts'
import { findPoints, openUnitsOf, type PointRole } from '../cells/coursePoints.ts'
import type { Context } from './fits.ts'
import type { JudgedColumn } from './judgedColumn.ts'
import { tableFactsOf } from './tableFacts.ts'
import { unitReader } from '../cells/timeUnits.ts'
import type { TableColumn } from '../table/columns.ts'
import { leastConfidence } from '../table/givenRoles.ts'
import type { JsonObject } from '../body/json.ts'

/** `guesses`: the best two, the better one first, also where none of them gives a role. */
export type ColumnGuess = RoleGuess & { readonly guesses: readonly RoleCandidate[] }

const guessCount = 2
const finishRoles = ['result', 'gunTime', 'chipTime'] as const

/**
 * Guesses the role of each column, in column order, from its name and values in rows spread over the table. Each role
 * but split and lap has at most one column; the clearest wins. The order of columns does not affect the guesses. Only
 * an unambiguous name with matching values reaches a confidence of 0.9.
 */
export const guessRoles = (columns: readonly TableColumn[], rows: readonly JsonObject[]): readonly ColumnGuess[] => {
  const table = tableFactsOf(columns, rows)
  const context: Context = { table, unitOf: unitReader(table) }
  const points = new Map(
    findPoints(context)
      .filter(({ confidence }) => confidence >= leastConfidence)
      .map((point) => [point.column.index, point]),
  )
  const plain = table.columns.filter(({ index, column }) => column.split === undefined && !points.has(index))
  const whole = plain.filter(({ column }) => column.of === undefined)
  const claimsOfWhole = whole.flatMap((column) => claimsOfColumn(column, context))
  const clear = assign(claimsOfWhole)
  const given = new Set([...clear.values()].map(({ column }) => column.index))
  const amongPoints = finishRolesOf([...points.values()])
  const areOpen = claimsOfWhole.some(({ role, open }) => open !== undefined && finishRoles.some((one) => one === role))
  const hasTime = areOpen || amongPoints.size > 0 || finishRoles.some((role) => clear.has(role))
  const claimsOfFar = hasTime
    ? []
    : claimsOfDistances(context).filter(({ column }) => !given.has(column.index) && !points.has(column.index))
  const first = new Map([...clear, ...assign(claimsOfFar)])
  const roleOf = new Map([...first].map(([role, { column }]) => [column.column.name, role]))
  // Second parts of cells get the roles that no column has.
  const claimsOfRests = plain
    .filter(({ column }) => column.of !== undefined)
    .flatMap((column) => claimsOfRest(column, roleOf.get(column.column.of ?? '') ?? null, context))
    .filter(({ role }) => !first.has(role))
  const winners = new Map([...first, ...assign(claimsOfRests)])
  const claims = [...claimsOfWhole, ...claimsOfFar, ...claimsOfRests]
  const winnerOf = new Map([...winners].map(([role, { column }]) => [role, column]))
  const byColumn = new Map([...winners.values()].map((claim) => [claim.column.index, claim]))
  const hasFinish = finishRoles.some((role) => winners.has(role))
  const finishes = hasFinish ? new Map<number, ColumnRole>() : amongPoints
  const judgedOf = new Map(table.columns.map((column) => [column.index, column]))
  const claimsOf = Map.groupBy(claims, ({ column }) => column.index)
  return columns.map((_, index): ColumnGuess => {
    const own = (claimsOf.get(index) ?? []).toSorted(byClarity)
    const point = points.get(index)
    if (point !== undefined) {
      const role = finishes.get(index)
      if (role !== undefined) return withCandidates({ ...guessOfPoint(point), role }, [])
      const flat = point.column.column.split === undefined ? claimsOfColumn(point.column, context) : []
      return withCandidates(guessOfPoint(point), flat.toSorted(byClarity))
    }
    const won = byColumn.get(index)
    if (won !== undefined) return withCandidates(guessOf(won), own)
    const judged = judgedOf.get(index)
    const units = judged === undefined ? null : openUnitsOf(judged, context)
    return withCandidates(withoutRole(own, winnerOf, units === null ? null : { role: 'split', units }), own)
  })
}

/** `claims`: the clearest first. */
const withCandidates = (guess: RoleGuess, claims: readonly RoleClaim[]): ColumnGuess => {
  const { role, unit, confidence } = guess
  const byRole = new Map<ColumnRole, RoleCandidate>()
  if (role !== null) byRole.set(role, candidateOf(role, confidence, unit))
  for (const claim of claims) {
    if (!byRole.has(claim.role)) byRole.set(claim.role, candidateOf(claim.role, rounded(claim.confidence), claim.unit))
  }
  return { ...guess, guesses: [...byRole.values()].slice(0, guessCount) }
}

const candidateOf = (role: ColumnRole, confidence: number, unit: ColumnUnit | undefined): RoleCandidate => ({
  role,
  ...(unit === undefined ? {} : { unit }),
  confidence,
})

/**
 * The clearest claim first; later claims to a taken role or for an assigned column are dropped. An empty column yields to one
 * whose name and cells say the same.
 */
const assign = (claims: readonly RoleClaim[]): ReadonlyMap<ColumnRole, RoleClaim> => {
  const winners = new Map<ColumnRole, RoleClaim>()
  const placed = new Set<number>()
  const undecided = tied(claims)
  const backed = new Set(claims.filter(isBacked).map(({ role }) => role))
  const yields = ({ column, role }: RoleClaim): number => Number(column.facts.filled === 0 && backed.has(role))
  for (const claim of claims.toSorted((a, b) => yields(a) - yields(b) || byClarity(a, b))) {
    if (claim.confidence < leastConfidence || winners.has(claim.role) || placed.has(claim.column.index)) continue
    if (undecided.has(claim.role) && claim.strength === 0) continue
    winners.set(claim.role, claim)
    placed.add(claim.column.index)
  }
  return winners
}

const isBacked = ({ column, strength, confidence, reasons }: RoleClaim): boolean =>
  column.facts.filled > 0 &&
  strength > 0 &&
  confidence >= leastConfidence &&
  reasons.some(({ code }) => code === 'values')

const byClarity = (a: RoleClaim, b: RoleClaim): number =>
  b.confidence - a.confidence ||
  b.strength - a.strength ||
  a.column.column.path.length - b.column.column.path.length ||
  b.column.facts.filled - a.column.facts.filled ||
  compareTexts(a.column.column.name, b.column.column.name) ||
  compareTexts(a.role, b.role)

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Roles that two columns claim by their values alone: nothing says which of them is meant. */
const tied = (claims: readonly RoleClaim[]): ReadonlySet<ColumnRole> => {
  const counts = new Map<ColumnRole, number>()
  for (const { role, strength, confidence } of claims) {
    if (strength === 0 && confidence >= leastConfidence) counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([role]) => role))
}

const guessOf = ({ role, confidence, reasons, unit }: RoleClaim): RoleGuess => ({
  role,
  ...(unit === undefined ? {} : { unit }),
  confidence: rounded(confidence),
  reasons,
})

const guessOfPoint = ({ column, role, confidence, unit, isGrowing }: PointRole): RoleGuess => {
  const word = column.column.split?.field ?? column.column.name
  const values: readonly RoleReason[] = isGrowing ? [{ code: 'values', word: 'growing' }] : []
  return {
    role,
    ...(unit === undefined ? {} : { unit }),
    confidence: rounded(confidence),
    reasons: [{ code: 'name', word }, ...values],
  }
}

/** `claims`: the clearest first. */
const withoutRole = (
  claims: readonly RoleClaim[],
  winnerOf: ReadonlyMap<ColumnRole, JudgedColumn>,
  openPoint: RoleGuess['open'] | null,
): RoleGuess => {
  const [best] = claims
  const unclear = claims.find(({ strength, open }) => open !== undefined && strength >= 0.7)
  const open = unclear?.open === undefined ? openPoint : { role: unclear.role, units: unclear.open }
  if (open) return { role: null, confidence: 0, reasons: [{ code: 'unit-open', word: open.role }], open }
  const winner = best === undefined || best.confidence < leastConfidence ? undefined : winnerOf.get(best.role)
  const reason: RoleReason = winner === undefined ? { code: 'doubt' } : { code: 'taken', word: winner.column.name }
  return { role: null, confidence: 0, reasons: [reason] }
}

const rounded = (confidence: number): number => Math.round(confidence * 100) / 100
