import type { ColumnRole, ResultsQuery, Result, RoleGuess, RoleReason, ShapeMapping } from '../../preload/contract.ts'
import { columnKeys } from '../domain/sourceColumns.ts'
import type { Gate } from '../gate/gate.ts'
import { jsonText, tableLines } from './plain.ts'

/** A column of `results --roles`; `reason` is an English sentence. */
export type ColumnWithRole = {
  readonly name: string
  readonly role: ColumnRole | null
  readonly confidence: number
  readonly reason: string
  readonly unit?: string
}

export type RolesAnswer = { readonly columns: readonly ColumnWithRole[]; readonly rows: number }

/** The columns of the rows that the query selects; where shapes differ, the guess that most rows stand behind. */
export const readRoles = async (gate: Gate, query: ResultsQuery): Promise<Result<RolesAnswer>> => {
  const page = await gate.call('results:page', { ...query, offset: 0, limit: 0 })
  if (!page.ok) return page
  const { stage, distance, categories } = query
  const mapping = await gate.call('results:mapping', {
    stage,
    ...(distance === undefined ? {} : { distance }),
    ...(categories === undefined ? {} : { categories }),
  })
  if (!mapping.ok) return mapping
  const names = page.value.columns.map(({ name }) => name)
  const keys = columnKeys(names)
  const columns = names.map((name, index): ColumnWithRole => {
    const { role, confidence, unit, reasons } = weightiest(mapping.value, name)
    const said = {
      name: keys[index] ?? name,
      role,
      confidence: roundTo2(confidence),
      reason: reasonText(role, reasons),
    }
    return unit === undefined ? said : { ...said, unit }
  })
  return { ok: true, value: { columns, rows: page.value.total } }
}

const doubt: RoleGuess = { role: null, confidence: 0, reasons: [{ code: 'doubt' }] }

const weightiest = (mappings: readonly ShapeMapping[], name: string): RoleGuess => {
  const weights = new Map<ColumnRole | null, { rows: number; readonly guess: RoleGuess }>()
  for (const { columns, rows } of mappings) {
    const guess = columns.find(({ names }) => names.includes(name))?.role
    if (guess === undefined) continue
    const known = weights.get(guess.role)
    if (known === undefined) weights.set(guess.role, { rows, guess })
    else known.rows += rows
  }
  const [most] = [...weights.values()].sort((a, b) => b.rows - a.rows)
  return most?.guess ?? doubt
}

const roundTo2 = (value: number): number => Math.round(value * 100) / 100

const reasonText = (role: ColumnRole | null, reasons: readonly RoleReason[]): string => {
  const [first] = reasons
  if (first === undefined) return role === null ? 'Nothing speaks clearly for a role.' : 'It was guessed.'
  if (role === null && first.code !== 'taken' && first.code !== 'user') return 'Nothing speaks clearly for a role.'
  const text = reasons.map(clause).join(', and ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

const clause = ({ code, word }: RoleReason): string => {
  switch (code) {
    case 'name':
      return word === undefined ? 'the name says so' : `the name says “${word}”`
    case 'values':
      return word === undefined ? 'the cells look like it' : `the cells look like ${word}`
    case 'user':
      return 'somebody corrected it'
    case 'taken':
      return word === undefined ? 'another column fits better' : `the column “${word}” fits better`
    case 'doubt':
      return 'nothing speaks clearly for a role'
  }
}

export const rolesText = (answer: RolesAnswer): string => `${jsonText(answer)}\n`

export const rolesLines = ({ columns }: RolesAnswer): readonly string[] =>
  tableLines(
    ['column', 'role', 'unit', 'confidence', 'reason'],
    columns.map(({ name, role, unit, confidence, reason }) => [
      name,
      role ?? '–',
      unit ?? '',
      confidence.toFixed(2),
      reason,
    ]),
  )
