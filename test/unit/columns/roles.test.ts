import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBody } from '../../../main/features/columns/rules/body/readBody.ts'
import type { TableColumn } from '../../../main/features/columns/rules/table/columns.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { finisherReader } from '../../../main/features/results/rules/finisher.ts'
import { withRoles } from '../../../main/features/columns/rules/table/givenRoles.ts'
import { guessRoles } from '../../../main/features/columns/rules/roles/roles.ts'
import type { ColumnRole } from '../../../preload/contract/roles.ts'
import { courseBodies } from '../../support/resultBodies/courseBodies.ts'
import { deepBodies } from '../../support/resultBodies/deepBodies.ts'
import { objectBodies } from '../../support/resultBodies/objectBodies.ts'
import { clockOf, guessedRoles, readRows } from '../../support/resultBodies/readings.ts'
import { tableBodies } from '../../support/resultBodies/tableBodies.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const bodies = [...objectBodies, ...tableBodies, ...courseBodies, ...deepBodies]

const tables = bodies.map((body) => {
  const read = readBody(body.text, body.title, 200)
  if (read.kind !== 'rows') throw new Error(`No rows found in: ${body.title}`)
  const columns = findColumns(read.rows)
  const guesses = guessRoles(columns, read.rows)
  const roles = Object.fromEntries(columns.map(({ name }, index) => [name, guesses[index]?.role ?? null]))
  return { body, columns, rows: read.rows, guesses, roles }
})

it('knows 95 of 100 columns of the corpus by name and values, and is never sure of a wrong role', () => {
  const guessed = tables.flatMap(({ body, columns, guesses }) => {
    expect(
      columns.map(({ name }) => name),
      body.title,
    ).toEqual(expect.arrayContaining(Object.keys(body.roles)))
    return columns.map(({ name }, index) => {
      const { role = null, confidence = 0 } = guesses[index] ?? {}
      const wanted = body.roles[name] ?? null
      return { wanted, role, confidence, told: `${body.title}: ${name} is ${wanted}, guessed ${role} at ${confidence}` }
    })
  })
  const wrong = guessed.filter(({ role, wanted }) => role !== wanted)
  const sureButWrong = wrong.filter(({ role, confidence }) => role !== null && confidence >= 0.9)
  const withRole = guessed.filter(({ wanted }) => wanted !== null)
  const right = withRole.filter(({ role, wanted }) => role === wanted)
  expect(bodies.length).toBeGreaterThanOrEqual(20)
  expect(sureButWrong.map(({ told }) => told)).toEqual([])
  expect(right.length / withRole.length, wrong.map(({ told }) => told).join('\n')).toBeGreaterThanOrEqual(0.95)
})

it('reads the same roles whatever order the columns come in', () => {
  for (const { body, columns, rows, roles } of tables) {
    const lastLetter = ({ name }: TableColumn): string => name.at(-1) ?? ''
    const mixed = columns.toSorted((a, b) => lastLetter(a).localeCompare(lastLetter(b)))
    for (const other of [columns.toReversed(), mixed])
      expect([body.title, guessedRoles(rows, other)]).toEqual([body.title, roles])
  }
})

it('reads a part of a table as the whole of it: nothing changes its role with the rows that are looked at', () => {
  const same: boolean[] = []
  for (const { body, columns, rows, roles } of tables) {
    if (rows.length < 12) continue
    const parts = [rows.filter((_, at) => at % 2 === 0), rows.slice(0, 6), rows.slice(Math.floor(rows.length / 2))]
    for (const [name, role] of parts.flatMap((part) => Object.entries(guessedRoles(part, columns)))) {
      const before = roles[name] ?? null
      same.push(role === before)
      if (role !== null && before !== null) expect([body.title, name, role]).toEqual([body.title, name, before])
    }
  }
  expect(same.filter(Boolean).length / same.length).toBeGreaterThanOrEqual(0.96)
})

const values = fc.oneof(
  fc.integer({ min: -5, max: 2_000_000 }),
  fc.double(),
  fc.string({ maxLength: 30 }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(...'1:02:03|+0:14|M40|DNF|М|F|1987|12.03.1987|Иван Ветлугин|RUS||-|T'.split('|')),
  fc.array(fc.integer(), { maxLength: 2 }),
)
const noise = fc.stringMatching(/^[qxzvwj]{5,9}$/)
const knownNames = 'place|number|name|time|5 km|lap 2|gap|status|Jg|club.name|id|__proto__'.split('|')

it('reads any table without throwing, and is never certain about noise', () => {
  const names = fc.oneof(noise, fc.constantFrom(...knownNames), fc.string({ maxLength: 8 }))
  expectAll(
    fc.array(fc.dictionary(names, values, { maxKeys: 8, noNullPrototype: true }), { maxLength: 30 }),
    (rows) => {
      const columns = findColumns(rows)
      const guesses = guessRoles(columns, rows)
      expect(guesses).toHaveLength(columns.length)
      const given = guesses.flatMap(({ role }) => (role === 'split' || role === 'lap' ? [] : (role ?? [])))
      expect(new Set(given).size).toBe(given.length)
      for (const [index, { role, confidence, reasons }] of guesses.entries()) {
        expect(confidence >= 0 && confidence <= 1 && reasons.length > 0).toBe(true)
        if (role !== null && /^[qxzvwj]{5,9}$/.test(columns[index]?.name ?? '')) expect(confidence).toBeLessThan(0.9)
      }
      const reader = finisherReader(withRoles(columns, guesses))
      for (const row of rows) {
        reader.status(row)
        reader.splits(row)
        reader.name(row)
      }
    },
  )
})

it('gives no role to row numbers', () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ '№': at + 1, id: at, row: at + 1, name: `Лев ${at}` }))
  expect(guessedRoles(rows)).toMatchObject({ '№': null, id: null, row: null })
})

it('tells the time of a leg from that of its team, but not that of a runner where nobody runs legs', () => {
  const rows = Array.from({ length: 18 }, (_, at) => ({
    team: `Old Mill ${Math.floor(at / 3)}`,
    leg: 1 + (at % 3),
    'runner 1': `Norvel ${'abcdefghijklmnopqr'[at]}`,
    'runner 2': `Quenna ${'abcdefghijklmnopqr'[at]}`,
    time: clockOf(1500 + at * 9 + (at % 3)),
    teamPlace: 1 + Math.floor(at / 3),
    teamTime: at < 12 ? clockOf(4800 + Math.floor(at / 3) * 90) : '',
  }))
  expect(Object.values(guessedRoles(rows))).toEqual(['team', null, null, null, 'lap', 'place', 'result'])
  expect(guessedRoles(rows.map(({ leg: _, ...row }) => row))).toMatchObject({ time: 'result', teamTime: null })
})

const guessedBy = (
  header: string,
  cell: (index: number) => string | number | null,
  count: number,
): ColumnRole | null => {
  const rows = Array.from({ length: count }, (_, at) => ({ [header]: cell(at), resultTime: `0:${30 + at}:00` }))
  return guessedRoles(rows)[header] ?? null
}

it.each(['number', 'bib', 'startNumber', 'Номер', 'dossard'])('reads bibs in list order under %s as bibs', (header) => {
  expect(guessedBy(header, (index) => index + 1, 12)).toBe('bib')
})

it('knows names by a header that is a word for them, however short or alike they are', () => {
  const short = ['A', 'Li', 'A B1', 'N0 X', 'R7', 'Runner', 'Ivan Petrov', 'Я']
  const whole = { name: 'name', fio: 'name', fullName: 'name', ФИО: 'name' }
  const parts = { firstName: 'firstName', lastName: 'lastName', Фамилия: 'lastName' }
  for (const [header, role] of Object.entries({ ...whole, ...parts })) {
    for (const count of [1, 3, 20]) {
      const letters = guessedBy(header, (index) => String.fromCharCode(65 + index), count)
      expect([header, count, letters]).toEqual([header, count, role])
      for (const text of short) {
        expect([header, text, count, guessedBy(header, () => text, count)]).toEqual([header, text, count, role])
      }
    }
  }
  const typed = ['Ива;нов', 'Пётр', '=1+1', 'Сид "Мл."']
  for (const header of ['name', 'имя', 'Имя', 'fio', 'firstName', 'lastName'])
    expect([header, guessedBy(header, (index) => typed[index % 4] ?? '', 8)]).not.toContain(null)
  expect(['A', 'Li', 'A B1'].map((text) => guessedBy('имя', () => text, 20))).toEqual(Array(3).fill('firstName'))
})

it('does not read other values as names, nor a constant title beside parts of names', () => {
  const others = ['M40', 'M', 'RUS', '12', '1:02:03', '2026-05-16', '=1+1']
  for (const header of ['name', 'fio', 'firstName', 'lastName']) {
    for (const text of others) expect([header, text, guessedBy(header, () => text, 20)]).toEqual([header, text, null])
  }
  const rows = Array.from('абвгдежзиклм', (letter) => ({
    name: 'Night Run',
    firstName: `Лев${letter}`,
    lastName: `Ветлугин${letter}`,
  }))
  expect(Object.values(guessedRoles(rows))).toEqual([null, 'firstName', 'lastName'])
})

it('knows bibs by a header that says so, although they have letters or legs, or are all the same', () => {
  const leg = (sign: string) => (at: number) => `${15 + (at >> 1)}${sign}${1 + (at % 2)}`
  const first = (at: number): string => `${1 + (at % 2)}-${15 + (at >> 1)}`
  for (const header of ['bib', 'number', 'Номер', 'dossard', '№']) {
    const legs = [...['.', ',', '-', '/'].map(leg), (at: number) => Number(leg('.')(at)), first]
    for (const form of legs) expect([header, form(0), guessedBy(header, form, 15)]).toEqual([header, form(0), 'bib'])
    expect(guessedBy(header, (at) => 1.25 + at * 1.75, 15)).not.toBe('bib')
  }
  for (const header of ['bib', 'number', 'Номер', 'dossard']) {
    for (const text of ['7', 'A', 'VIP', '10K-101', '12/3']) {
      for (const count of [1, 3, 20]) expect([header, text, guessedBy(header, () => text, count)]).toContain('bib')
    }
    expect(guessedBy(header, (index) => (index % 3 === 0 ? 'VIP' : 17 + index), 20)).toBe('bib')
    expect(guessedBy(header, (at) => `${15 + at}${['.1', '-1', '', 'E5'][at % 4]}`, 15)).toBe('bib')
    for (const text of ['1:02:03', 'DNF', '2026-05-16']) expect(guessedBy(header, () => text, 20)).not.toBe('bib')
    expect(guessedBy(header, (index) => (index % 3 === 0 ? 'VIP' : 79_001_234_500 + index), 20)).toBeNull()
  }
})

it('does not read a one-letter flag as the sex, even if it is F', () => {
  const flags = [() => 'F', (at: number) => (at % 9 === 8 ? 'T' : 'F'), (at: number) => (at % 2 === 0 ? 'T' : 'F')]
  for (const flag of flags) expect(guessedBy('s', flag, 20)).not.toBe('sex')
  expect(guessedBy('s', (index) => (index % 2 === 0 ? 'M' : 'F'), 20)).toBe('sex')
  expect(guessedBy('sex', () => 'F', 20)).toBe('sex')
})

it('reads points of a list by their labels, with place, total and piece together', () => {
  const { rows, reader } = readRows(objectBodies[0]?.text ?? '')
  const [first] = rows
  const splits = reader.splits(first ?? {})
  expect(splits.map(({ label }) => label)).toEqual(['5 км', '10 км', '15 км', 'Финиш'])
  expect(splits.every(({ totalMs, lapMs, place }) => totalMs !== null && lapMs !== null && place === 1)).toBe(true)
  expect(splits.at(-1)?.totalMs).toBe(reader.finishMs(first ?? {}))
})
