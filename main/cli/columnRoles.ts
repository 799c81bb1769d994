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
      reason: reasonText(name, role, reasons),
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

const reasonText = (name: string, role: ColumnRole | null, reasons: readonly RoleReason[]): string => {
  const [first] = reasons
  if (first === undefined) return role === null ? 'Nothing speaks clearly for a role.' : 'It was guessed.'
  if (role === null && first.code !== 'taken' && first.code !== 'user' && first.code !== 'unit-open') {
    return 'Nothing speaks clearly for a role.'
  }
  const text = reasons.map((reason) => clause(name, reason)).join(', and ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

const clause = (name: string, { code, word }: RoleReason): string => {
  switch (code) {
    case 'name':
      return word === undefined || name.endsWith(word) ? 'the name says so' : `“${word}” in the name says so`
    case 'values':
      return patterns[word ?? ''] ?? 'the cells look like it'
    case 'user':
      return 'somebody corrected it'
    case 'taken':
      return word === undefined ? 'another column fits better' : `the column “${word}” fits better`
    case 'unit-open':
      return `the cells count time in an unknown unit (columns --set "${name}=${word ?? 'result'}:UNIT" sets it)`
    case 'doubt':
      return 'nothing speaks clearly for a role'
  }
}

const patterns: { readonly [pattern: string]: string } = {
  clock: 'the cells are clock times',
  'number-of-time': 'the cells are numbers that count time',
  growing: 'the cells grow with place or time',
  plus: 'the cells are times with a plus',
  places: 'the cells are places from 1 on',
  unique: 'the cells differ in every row',
  'row-numbers': 'the cells number the rows',
  names: 'the cells are names of people',
  'first-names': 'the cells are first names',
  sex: 'the cells are words for sex',
  ages: 'the cells are ages',
  years: 'the cells are years',
  dates: 'the cells are dates',
  'age-groups': 'the cells are age groups',
  statuses: 'the cells are words for a status',
  'country-codes': 'the cells are country codes',
  numbers: 'the cells are numbers',
  words: 'the cells are words',
  pace: 'the cells are times for a kilometre or a mile',
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
