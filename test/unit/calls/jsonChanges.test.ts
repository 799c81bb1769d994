import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { isObject } from '../../../main/features/organizations/rules/envelope.ts'
import { boundTree } from '../../../main/features/calls/rules/boundedTree.ts'
import { compareJson, compareLineLists } from '../../../main/features/calls/rules/jsonChanges.ts'
import { freeCallName, readSavedCalls, writeSavedCalls } from '../../../main/features/calls/rules/savedCallFile.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const changesOf = (before: Json, after: Json) => compareJson(before, after, 100).changes

it('distinguishes a changed entry from a moved one and one inserted before it', () => {
  const a = { id: 1, name: 'a' }
  const before = { items: [a, { id: 2, name: 'b' }] }
  const after = { items: [{ id: 3, name: 'new' }, { id: 2, name: 'B' }, a] }
  expect(changesOf(before, after)).toEqual([
    { kind: 'added', path: 'items[id=3]', before: null, after: '{"id":3,"name":"new"}' },
    { kind: 'changed', path: 'items[id=2].name', before: '"b"', after: '"B"' },
  ])
})

it('names fields that came and went, also those of every object by birth', () => {
  const before: Json = JSON.parse('{"a":1,"constructor":2,"two words":3}') as Json
  const after: Json = JSON.parse('{"b":1,"__proto__":{"x":1}}') as Json
  expect(changesOf(before, after).map(({ kind, path }) => `${kind} ${path}`)).toEqual(
    'added b|added __proto__|removed a|removed constructor|removed ["two words"]'.split('|'),
  )
})

it('sees the difference between a number and its text, null and nothing, and lists of other lengths', () => {
  expect(changesOf({ a: 1 }, { a: '1' })).toMatchObject([{ path: 'a', before: '1', after: '"1"' }])
  expect(changesOf({ a: null }, {})).toMatchObject([{ kind: 'removed', path: 'a' }])
  expect(changesOf([1, 2], [1, 2, 3])).toMatchObject([{ kind: 'added', path: '[2]' }])
})

it('finds nothing in what is the same, and something in whatever is not', () => {
  expectAll(fc.jsonValue(), fc.jsonValue(), (one, other) => {
    const [a, b] = [JSON.parse(JSON.stringify(one)) as Json, JSON.parse(JSON.stringify(other)) as Json]
    expect(changesOf(a, JSON.parse(JSON.stringify(a)) as Json)).toEqual([])
    const isMoved = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
    if (!isMoved) expect(changesOf(a, b)).not.toEqual([])
  })
})

/** Keys and list entries in one order, since their order is no change. */
const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (!isObject(value)) return value
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]))
}

it('stops at as many changes as asked for and says so', () => {
  const many = Array.from({ length: 50 }, (_, index) => index)
  expect(compareJson([], many, 10)).toMatchObject({ isCut: true, changes: { length: 10 } })
  expect(compareJson([], many, 50)).toMatchObject({ isCut: false, changes: { length: 50 } })
})

it('shows two long texts from where they part', () => {
  const [change] = changesOf({ css: `${'x'.repeat(9_000)}one` }, { css: `${'x'.repeat(9_000)}two` })
  expect(change?.after).toMatch(/^….{0,60}two"$/)
})

it('compares pages line by line, by their numbers', () => {
  expect(compareLineLists(['a', 'b', 'c', 'z'], ['a', 'B', 'c', 'd', 'z'], 10).changes).toEqual([
    { kind: 'changed', path: '2', before: 'b', after: 'B' },
    { kind: 'added', path: '4', before: null, after: 'd' },
  ])
})

it('bounds a tree whatever its shape, and says when something is missing', () => {
  let deep: Json = 1
  for (let level = 0; level < 5_000; level += 1) deep = { deep }
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]))
  for (const value of [deep, wide, Array.from({ length: 100_000 }, () => ({ a: 1 })), 'x'.repeat(1_000_000)]) {
    const bounded = boundTree(value)
    expect(bounded.isCut).toBe(true)
    expect(JSON.stringify(bounded.value).length).toBeLessThan(1_000_000)
  }
  const small: Json = { a: [1, null, 'x', { b: true }] }
  expect(boundTree(small)).toEqual({ value: small, isCut: false })
})

it('brings saved calls back from their file as they were', () => {
  const calls = [
    { name: 'Заказ', method: 'GET', path: '/v3/Orders/Details', query: [{ name: 'guid', value: 'a b&c' }], body: null },
    { name: 'List', method: 'POST', path: '/v3/X', query: [], body: '{"a" : 1.50}' },
  ] as const
  expect(readSavedCalls(`\uFEFF${writeSavedCalls(calls)}`)).toEqual({ ok: true, value: calls })
})

it.each(['', 'null', '[]', '{"calls":[]}', '{"format":"racedesk-calls","version":2,"calls":[]}'])(
  'refuses %j as a file of saved calls',
  (text) => {
    expect(readSavedCalls(text)).toMatchObject({ ok: false, error: { issues: [{ path: 'file' }] } })
  },
)

it('names the entry of a file that cannot be used', () => {
  const calls = [{ name: 'a', method: 'DELETE', path: '/v3/a' }]
  const read = readSavedCalls(JSON.stringify({ format: 'racedesk-calls', version: 1, calls }))
  expect(read).toMatchObject({
    ok: false,
    error: { issues: [{ message: expect.stringMatching(/^calls\.0\.method/) }] },
  })
})

it('gives an imported call another name than the one that has it', () => {
  expect(freeCallName('Years', new Set(['years', 'years (2)']))).toBe('Years (3)')
})
