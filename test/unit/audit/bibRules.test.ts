import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import { checkBibs, type BibCheck, type BibEntry } from '../../../main/features/audit/rules/bibRules.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const check = (entries: ReadonlyMap<string, BibEntry[]>): { readonly said: BibCheck; readonly steps: number } => {
  const work = checkBibs(new Map(entries))
  let steps = 0
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return { said: step.value, steps }
    steps += 1
  }
}

const entryOf = (index: number, category: number, name: string, ms: number | null): BibEntry => ({
  category: String(category) as CategoryId,
  index,
  name,
  ms,
  time: String(ms),
})

/** Each row with each, as the rule is told: the first row that is contradicted, by its first contradiction. */
const twoNames = (rows: readonly BibEntry[]): readonly BibEntry[] | null => {
  const differ = (a: BibEntry, b: BibEntry): boolean => a.category !== b.category && a.name !== b.name
  for (const [at, a] of rows.entries()) {
    const b = rows.slice(at + 1).find((other) => differ(a, other))
    if (b === undefined) continue
    const against = (entry: BibEntry): number => rows.filter((row) => differ(entry, row)).length
    return against(a) > against(b) ? [a, b] : [b, a]
  }
  return null
}

it('finds for a bib with several names the same as comparing each row with each', () => {
  const row = fc.record({ category: fc.nat({ max: 3 }), name: fc.constantFrom('Anna Berg', 'Bo Lind', 'Eva Falk') })
  expectAll(fc.array(row, { maxLength: 20 }), (drawn) => {
    const rows = drawn.map(({ category, name }, index) => entryOf(index, category, name, null))
    const { found } = check(new Map([['7', rows]])).said
    const told = found.map(({ entry, other }) => [entry, other])
    const expected = twoNames(rows)
    expect(told).toEqual(expected === null ? [] : [expected])
  })
})

it('gives way between bibs, and between the different rows of one bib', () => {
  const bibs = new Map(
    Array.from({ length: 1_000 }, (_, bib) => [
      String(bib),
      [entryOf(0, 1, 'Anna Berg', 60_000), entryOf(0, 2, 'Berg Anna', 60_500)],
    ]),
  )
  expect(check(bibs).steps).toBeGreaterThan(1_000)
})

it('finishes when half a marathon shares one bib', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) =>
    entryOf(index, index % 2, index % 3 === 0 ? 'Anna Berg' : 'Berg Anna', 60_000 + (index % 500)),
  )
  expect(check(new Map([['0', rows]])).said.found).toEqual([])
})
