import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { findTextRows } from '../../../main/features/columns/rules/body/bodyText.ts'
import { findRows } from '../../../main/features/columns/rules/body/findRows.ts'
import { cellReader } from '../../../main/features/columns/rules/table/columns.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll, expectAllIn } from '../../support/units/expectAll.ts'
import { readRows } from '../../support/resultBodies/readings.ts'

/** In any JSON and any text, rows are found without failing, without inventing values and in linear time. */

const parse = (text: string): Json => JSON.parse(text) as Json

/** The value; counts each access to a part of it. */
const counted = (value: Json, count: { looks: number }): Json => {
  if (typeof value !== 'object' || value === null) return value
  const watched: Json = Array.isArray(value)
    ? value.map((item: Json) => counted(item, count))
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, counted(inner, count)]))
  return new Proxy(watched, {
    get: (target, key) => {
      count.looks += 1
      return Reflect.get(target, key) as unknown
    },
    ownKeys: (target) => {
      const keys = Reflect.ownKeys(target)
      count.looks += keys.length
      return keys
    },
  })
}

const sizeOf = (value: Json): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((size: number, inner) => size + sizeOf(inner), 1)
    : 1

const anyKeys = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom('data', 'items', 'rows', 'fields', 'columns', 'name', 'bib', 'total', '7', '__proto__', 'laps'),
)
const anyJson = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom('Ада', '', '-', 'DNF', '0012', '1:02:03')),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(anyKeys, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
})).value

const keysOf = (value: Json): readonly string[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap((inner) => keysOf(inner))]
    : []

/** The scalars in a value, as JSON; null is none. */
const scalarsOf = (value: Json): readonly string[] => {
  if (value === null) return []
  return typeof value === 'object' ? Object.values(value).flatMap(scalarsOf) : [JSON.stringify(value)]
}

it('invents no cell: each is a value or a key of the body', () => {
  expectAll(anyJson, (given) => {
    const body = parse(JSON.stringify(given))
    const found = findRows(body)
    if (found === null) return
    expect(found.sources).toHaveLength(found.rows.length)
    // Rows repeat the keys and labels of their groups.
    const known = new Set([...scalarsOf(body), ...scalarsOf(keysOf(body))])
    for (const read of findColumns(found.rows).map(cellReader))
      for (const row of found.rows) {
        for (const text of scalarsOf(read(row) ?? null)) expect(known).toContain(text)
      }
  })
})

it('accesses each part of any JSON a bounded number of times', () => {
  expectAll(anyJson, (given) => {
    const count = { looks: 0 }
    const body = parse(JSON.stringify(given))
    findRows(counted(body, count))
    expect(count.looks).toBeLessThan(600 + sizeOf(body) * 60)
  })
})

const listOf = (size: number, make: (at: number) => Json): readonly Json[] =>
  Array.from({ length: size }, (_, at) => make(at))
const bodies: { readonly [what: string]: (size: number) => Json } = {
  'lists in lists': (size) => listOf(size, () => [[1], [[2]], []]),
  'wide objects': (size) =>
    Object.fromEntries(Array.from({ length: size }, (_, at) => [`k ${at}`, { [`p${at}`]: [{ a: 1 }] }])),
  groups: (size) => listOf(size, (at) => ({ name: `g${at}`, items: [{ bib: at }] })),
  'groups whose last one is not a group': (size) =>
    listOf(size, (at) => ({ name: 'g', items: at === size - 1 ? 1 : [{ bib: at }] })),
  'keyed groups of lists': (size) => ({
    fields: ['bib', 'name'],
    data: Object.fromEntries(Array.from({ length: size }, (_, at) => [`#${at}`, [[at, 'x']]])),
  }),
  'nested objects': (size) => Array.from({ length: size }).reduce<Json>((inner) => ({ data: inner, b: [{ c: 1 }] }), 1),
}
it.each(Object.entries(bodies))('accesses a body of %s twice as large at most twice as often', (_, make) => {
  const looksOf = (size: number): number => {
    const count = { looks: 0 }
    findRows(counted(make(size), count))
    return count.looks
  }
  expect(looksOf(400)).toBeLessThan(looksOf(200) * 2.2 + 1_000)
})

it('reads any text without failing', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc
      .array(
        fc.constantFrom('{', '}', '[', ']', '"', ',', ':', ';', '\n', '\r\n', '\t', 'a', '1', '\\', ' ', '"a":', '"b"'),
      )
      .map((parts) => parts.join('')),
  )
  expectAllIn(200, texts, (text) => {
    const found = findTextRows(text, parse)
    if (found !== null) findColumns(found.rows)
  })
})

/** Each of these bodies would keep the app busy for minutes if a part of reading cost the square of its size. */

const runner = (at: number) => ({ bib: 100 + ((at * 7) % 97), name: `Anna Brodek ${at}`, time: `1:2${at % 10}:11` })

it('reads a name of 300,000 blanks and commas in a second column', () => {
  const blanks = ' ,'.repeat(150_000)
  const rows = Array.from({ length: 12 }, (_, at) => ({
    ...runner(at),
    name: at % 2 === 0 ? `Anna Brodek ${at}` : '',
    nativeName: at % 2 === 0 ? '' : `Анна${blanks}Бродек${at}`,
  }))
  expect(readRows(rows).reader.name(rows[1] ?? {})).toBe(`Анна${blanks}Бродек1`)
})

it('keeps thousands of short lines below one line as rows of their own', () => {
  const first = Array.from({ length: 2_000 }, (_, at) => `${at + 1};${at};Anna Brodek ${at};1:20:11;0:10:12;0:20:12;3`)
  const further = Array.from({ length: 10_000 }, () => ';;;;0:10:11;0:20:12;3')
  const { rows } = readRows(['Place;Bib;Name;Time;a;b;c', ...first, ...further].join('\n'))
  expect(rows).toHaveLength(12_000)
})

it('reads no field name beyond its beginning, keeps apart those that differ behind it, and sources as received', () => {
  for (const part of ['laufzeit', '男', '(a.', '"', '\\', '\\"', '12:3', 'я ']) {
    const names = ['x', 'y', 'x\\', 'y"'].map((end) => part.repeat(4_000) + end)
    const rows = [1, 2].map((number) => ({
      number,
      fullName: `Runner ${number}`,
      ...Object.fromEntries(names.map((name, at) => [name, `cell ${at}`])),
      club: { [names[0] ?? '']: { [names[1] ?? '']: 'inner' } },
    }))
    const { columns, rows: read } = readRows(JSON.stringify({ data: rows }, null, 1))
    expect(columns.every(({ name }) => name.length < 220)).toBe(true)
    const cells = columns.map((column) => cellReader(column)(read[1] ?? {}))
    expect(cells).toEqual([2, 'Runner 2', 'cell 0', 'cell 1', 'cell 2', 'cell 3', 'inner'])
    expect(findTextRows(JSON.stringify(rows), parse)?.sources).toEqual(rows)
  }
})
