import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SiteCategory, SiteDirectory, SiteFound, SiteRow } from '../../../preload/contract/publish/site.ts'
import { compareRows } from '../../../preload/shared/rowOrder.ts'
import { mergeFound, mergePage, readChanges } from '../../../renderer/site/changes.ts'
import { readRoute, searchAddress } from '../../../renderer/site/routes.ts'
import { clockText, segmentsOf } from '../../../renderer/site/times.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const row = (key: number, place: number | null, name = `Person ${key}`): SiteRow => {
  const [result, status] = place === null ? (['', 'DNF'] as const) : (['0:31:00', 'OK'] as const)
  return [String(key), place, name, result, status, [String(key)], [], [[0, place]]]
}

const inOrder = (rows: readonly SiteRow[]): SiteRow[] => {
  const ordered = ([key, place, , result, status]: SiteRow) => ({ key, place, result, status })
  return rows.toSorted((one, other) => compareRows(ordered(one), ordered(other)))
}

/** A field in which everybody with a result has a place of their own. */
const fieldOf = (results: readonly boolean[]): readonly SiteRow[] => {
  let place = 0
  return inOrder(results.map((isFinisher, key) => row(key, isFinisher ? (place += 1) : null)))
}

const pagesOf = (rows: readonly SiteRow[]): readonly (readonly SiteRow[])[] =>
  Array.from({ length: Math.ceil(rows.length / 5) }, (_, at) => rows.slice(at * 5, at * 5 + 5))

const changesOf = (before: readonly SiteRow[], after: readonly SiteRow[]) => {
  const known = new Map(before.map((one) => [one[0], JSON.stringify(one)]))
  const rows = after.filter((one) => known.get(one[0]) !== JSON.stringify(one)).map((one) => [0, one] as const)
  const left = new Set(after.map(([key]) => key))
  const gone = before.filter(([key]) => !left.has(key)).map(([key]) => [0, key] as const)
  return readChanges({ rows, gone, counts: [] })
}

describe('rows that changed since the pages were made', () => {
  const fields = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 })

  it('stand in their order, each person once, over all pages', () => {
    expectAll(fields, fields, (first, second) => {
      const [before, after] = [fieldOf(first), fieldOf(second)]
      const parts = pagesOf(before)
      const later = changesOf(before, after)
      const pages = parts.map((part, at): SiteCategory['pages'][number] => [`p/${at}`, part[0]?.[1] ?? null])
      const merged = parts.map((part, at) => mergePage(part, later, 0, pages, at))
      expect(merged.flatMap((part) => part.map(([key]) => key)).toSorted()).toEqual(
        after.map(([key]) => key).toSorted(),
      )
      for (const part of merged) expect(part).toEqual(inOrder(part))
      expect(merged.flatMap((part) => part.flatMap(([, place]) => place ?? []))).toEqual(
        after.flatMap(([, place]) => place ?? []),
      )
    })
  })

  it('take the place of what the index says', () => {
    expectAll(fields, fields, (first, second) => {
      const [before, after] = [fieldOf(first), fieldOf(second)]
      const found = (rows: readonly SiteRow[]) =>
        rows.map(([key, place, name, result, status, [bib = '']]): SiteFound => [
          key,
          name,
          bib,
          0,
          0,
          place,
          result,
          status,
        ])
      const category = { key: 'k', distance: '', name: '', rows: 0, finishers: 0, points: [], pages: [] }
      const directory: SiteDirectory = { columns: ['bib'], categories: [category], index: [] }
      const merged = mergeFound(found(before), changesOf(before, after), directory)
      const byKey = ([one]: SiteFound, [other]: SiteFound): number => (one < other ? -1 : 1)
      expect(merged.toSorted(byKey)).toEqual(found(after).toSorted(byKey))
    })
  })
})

it('orders rows without a place by result, and those without one by bib', () => {
  const runner = (key: string, result: string, status: SiteRow[4] = 'OK'): SiteRow => [
    key,
    null,
    '',
    result,
    status,
    [],
    [],
    [],
  ]
  const rows = [runner('100', '', 'DNF'), runner('9', '1:02:03'), runner('20', '', 'DNF'), runner('11', '59:10')]
  expect(inOrder(rows).map(([key]) => key)).toEqual(['11', '9', '20', '100'])
})

it('addresses of a site lead back to what was searched, whatever was typed', () => {
  expectAll(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
    expect(readRoute(searchAddress(text))).toEqual({ name: 'search', text })
  })
})

it.each([
  ['', { name: 'home' }],
  ['#/', { name: 'home' }],
  ['#/x/1', { name: 'home' }],
  ['#/c/k', { name: 'category', key: 'k', page: 1 }],
  ['#/c/k/3', { name: 'category', key: 'k', page: 3 }],
  ['#/c/k/-3', { name: 'category', key: 'k', page: 1 }],
  ['#/p/%D0%B0', { name: 'person', key: 'а' }],
  ['#/p/%E0%A4%A', { name: 'person', key: '%E0%A4%A' }],
])('the address %j of a site is that of a page', (hash, route) => {
  expect(readRoute(hash)).toEqual(route)
})

it('has segments of a person between points that were passed in order', () => {
  expect(segmentsOf([60_000, 150_000, null, 400_000])).toEqual([60_000, 90_000, null, null])
  expect(segmentsOf([60_000, 50_000])).toEqual([60_000, null])
  expect([clockText(59_500), clockText(3_661_000)]).toEqual(['0:59.5', '1:01:01'])
})
