import type { RoleReason } from '../../../../../preload/contract/columns.ts'
import type { ColumnRole, ColumnUnit, TimeUnit } from '../../../../../preload/contract/roles.ts'
import { isCodeName } from '../cells/statusWords.ts'
import { flagOfName } from '../cells/flags.ts'
import { areAlike, fitOf, type Context, type Fit } from './fits.ts'
import { nameWords, squash } from '../headers/nameWords.ts'
import type { Claim, Strength } from './claim.ts'
import type { JudgedColumn } from './judgedColumn.ts'
import type { TableFacts } from './tableFacts.ts'
import { claimsOfValues } from './valuesOnly.ts'

/** A claim that a column has a role, with its confidence. */
export type RoleClaim = {
  readonly column: JudgedColumn
  readonly role: ColumnRole
  /** Strength of the name's claim; 0 when only values support it. */
  readonly strength: Strength | 0
  readonly confidence: number
  readonly reasons: readonly RoleReason[]
  readonly unit?: ColumnUnit
  /** Units that stay possible where none is clear. */
  readonly open?: readonly TimeUnit[]
}

/** Confidence by the strength of a name: with neutral values, and with values that fit this role only. */
const scales: { readonly [S in Strength]: readonly [alone: number, most: number] } = {
  1: [0.8, 0.98],
  0.85: [0.74, 0.89],
  0.7: [0.62, 0.84],
  0.5: [0.44, 0.76],
}

/** Every role that a column may have. A name that is known to mean something else leaves none. */
export const claimsOfColumn = (column: JudgedColumn, context: Context): readonly RoleClaim[] => {
  const { name, facts } = column
  if (name.claims.some(({ role }) => role === 'other')) return []
  if (facts.filled > 0 && facts.flags === facts.filled && flagOfName(column.column.name) !== null) return []
  const isOfRace = isUnderRace(column.column.name)
  const named = adjusted(column, context.table)
    .filter(({ role }) => role !== 'status' || !isOfRace)
    .flatMap((claim) => namedClaim(column, claim, context))
  if (named.some(({ role, strength }) => role === 'result' && strength < 1) && context.table.isLeg(column)) {
    const leg = { column, role: 'lap', strength: 0.85, confidence: 0.78 } as const
    return [{ ...leg, reasons: [{ code: 'name', word: column.column.name }] }]
  }
  const isContradicted = facts.distinct >= 3 && named.every(({ confidence }) => confidence < 0.5)
  const isVague = name.claims.every(({ strength }) => strength === 0.5)
  if (!isVague && !isContradicted) return named
  if (named.some(({ strength, confidence }) => strength > 0.5 && confidence >= 0.5)) return named
  const values = claimsOfValues(column, context).filter(({ role }) => role !== 'status' || !isOfRace)
  const byValues = values.map(({ role, confidence, fit }): RoleClaim => ({
    column,
    role,
    strength: 0,
    confidence,
    reasons: [{ code: 'values', word: fit.pattern }],
    ...unitOfFit(fit),
  }))
  return [...named, ...byValues.filter(({ role }) => !named.some((claim) => claim.role === role))]
}

const raceWords = new Set(
  'race event competition group category class stage heat distance course wave epreuve groupe categorie evento prova gara bewerb lauf klasse забег группа категория дистанция старт соревнование гонка'.split(
    ' ',
  ),
)

/** A race, a group or a category has a status of its own: group.status is none of its runners. */
const isUnderRace = (name: string): boolean => {
  const dot = name.lastIndexOf('.')
  return dot > 0 && nameWords(name.slice(0, dot)).some((word) => raceWords.has(word))
}

const namedClaim = (column: JudgedColumn, { role, strength }: Claim, context: Context): readonly RoleClaim[] => {
  if (role === 'other') return []
  const fit = fitOf(role, column, context)
  if (fit.fit <= -1) return []
  const [alone, most] = scales[strength]
  // An ambiguous header over blank cells decides nothing.
  if (column.facts.filled === 0 && strength <= 0.7 && column.name.claims.length > 1) return []
  const confidence = fit.fit >= 0 ? alone + fit.fit * (most - alone) : alone * (1 + fit.fit)
  const values: readonly RoleReason[] = fit.fit > 0 ? [{ code: 'values', word: fit.pattern }] : []
  const reasons: readonly RoleReason[] = [{ code: 'name', word: column.said }, ...values]
  return [{ column, role, strength, confidence, reasons, ...unitOfFit(fit) }]
}

const unitOfFit = ({ unit, open }: Fit): Pick<RoleClaim, 'unit' | 'open'> => ({
  ...(unit === undefined ? {} : { unit }),
  ...(open === undefined ? {} : { open }),
})

/** Words for a whole name that stand for a part of it when the other part has a column of its own. */
const generic = new Set('name nom nombre имя nimi nome nume jmeno meno namn navn naam nev ad isim'.split(' '))

/** "Name" beside "Vorname" is the last name, "Имя" beside "Фамилия" the first. */
const adjusted = (column: JudgedColumn, table: TableFacts): readonly Claim[] => {
  const { claims } = column.name
  const { name } = column.column
  // Full names under a first-name header, without a last-name column.
  if (claims.some(({ role }) => role === 'firstName') && !hasClear(table, 'lastName', column)) {
    const { filled, distinct, severalWords, firstNames } = column.facts
    const areWhole = severalWords >= filled * 0.7 && firstNames >= filled * 0.3 && distinct > filled / 2
    if (filled >= 5 && areWhole) return [{ role: 'name', strength: 0.85 }]
  }
  // "Time/Gap" over a time and gaps to it.
  if (table.areResults(column) && claims.some(({ role }) => role === 'gap')) {
    return [{ role: 'result', strength: 0.85 }]
  }
  if (isCodeName(name) && column.facts.ints === column.facts.filled && !(column.facts.most > 9)) {
    return [{ role: 'status', strength: nameWords(name).length === 1 ? 0.85 : 0.5 }]
  }
  if (!claims.some(({ role }) => role === 'name')) return claims
  if (!generic.has(squash(nameWords(name.slice(name.lastIndexOf('.') + 1))))) return claims
  const { filled, severalWords } = column.facts
  const hasFirst = hasClear(table, 'firstName', column)
  const hasLast = hasClear(table, 'lastName', column)
  if (!hasFirst && !hasLast) return claims
  if (hasFirst && hasLast) {
    return filled > 0 && (severalWords < filled * 0.6 || areAlike(column.facts)) ? [] : claims
  }
  // Full names beside a column of first or last names: Spanish and French last names may have several words, but rarely in nine rows of ten.
  if (severalWords > filled * 0.9 && filled > 0) return claims
  return [{ role: hasFirst ? 'lastName' : 'firstName', strength: 0.85 }]
}

const hasClear = (table: TableFacts, role: ColumnRole, except: JudgedColumn): boolean =>
  table.columns.some(
    (column) =>
      column !== except &&
      column.column.split === undefined &&
      column.name.claims.some((claim) => claim.role === role && claim.strength === 1),
  )
