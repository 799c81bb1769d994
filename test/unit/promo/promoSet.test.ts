import { array, constantFrom, integer, string, tuple, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { lookAlikeKeys } from '../../../main/kernel/text/lookAlikes.ts'
import { drawCodes, isRoomFor } from '../../../main/features/promo/rules/promoGenerator.ts'
import { comparePromoSets, promoBody, readAffected } from '../../../main/features/promo/rules/promoSet.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const codes = array(
  tuple(string({ unit: anyCharacter, minLength: 1 }), constantFrom('0', '10', '12.5', '100')).map(
    ([value, discountPercent]) => ({ value, discountPercent }),
  ),
  { maxLength: 20 },
)

test('the body is JSON with every code as it is and percents as numbers with their exact digits', () => {
  expectAll(codes, (set) => {
    const bytes = new TextEncoder().encode(promoBody(set))
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
      items: set.map(({ value, discountPercent }) => ({ value, discountPercent: Number(discountPercent) })),
    })
  })
  expect(promoBody([{ value: 'A', discountPercent: '33.333333333333333333' }])).toContain(':33.333333333333333333}')
})

test('a comparison accounts for each code of both sets exactly once', () => {
  const set = uniqueArray(tuple(integer({ max: 30, min: 0 }), constantFrom('5', '10')), { selector: ([n]) => n }).map(
    (rows) => rows.map(([n, discountPercent]) => ({ value: `C${n}`, discountPercent })),
  )
  expectAll(set, set, (before, after) => {
    const { added, removed, changed, unchanged } = comparePromoSets(before, after)
    expect(added.length + changed.length + unchanged).toBe(after.length)
    expect(removed.length + changed.length + unchanged).toBe(before.length)
    const names = new Set(before.map(({ value }) => value))
    expect(added.every(({ value }) => !names.has(value))).toBe(true)
    for (const { value, before: old, after: current } of changed) {
      expect(before).toContainEqual({ value, discountPercent: old })
      expect(after).toContainEqual({ value, discountPercent: current })
      expect(old).not.toBe(current)
    }
  })
})

test('codes that differ in case only are two codes to a comparison', () => {
  const one = [{ value: 'run', discountPercent: '5' }]
  expect(comparePromoSets(one, [{ value: 'RUN', discountPercent: '5' }])).toMatchObject({ unchanged: 0 })
})

test('a count that the service did not send is not made up', () => {
  expect([{ affected: 3 }, { affected: '3' }, { affected: 0 }].map(readAffected)).toEqual([3, 3, 0])
  const odd = [null, [], 'x', {}, { affected: null }, { affected: -1 }, { affected: 1.5 }, { affected: 'many' }]
  expect(odd.map(readAffected)).toEqual(odd.map(() => null))
})

test('draws the requested number of codes, unique and not easily confused with each other or given ones', () => {
  expectAll(integer({ min: 1, max: 200 }), integer({ min: 5, max: 12 }), (count, length) => {
    let state = count * 7919 + length
    const pick = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
    const taken = ['DFG4', 'dfgl']
    const drawn = drawCodes({ count, length, prefix: '' }, taken, pick)
    expect(drawn).toHaveLength(count)
    expect(new Set([...drawn, ...taken].flatMap(lookAlikeKeys)).size).toBeGreaterThanOrEqual(count + taken.length)
    for (const code of drawn) expect(code).toMatch(/^[^0O1IL2Z3BSACEHKMPTXYQJ6ЗО]*$|^[DFGLNRUWZ45789]+$/)
  })
})

test('a given code is never drawn again, also when chance insists on it', () => {
  expect(drawCodes({ count: 1, length: 4, prefix: 'RUN' }, ['runDDDD'], () => 0)).toEqual([])
})

test('codes so short that they could be guessed or would run out are not drawn', () => {
  expect(isRoomFor({ count: 10_000, length: 4, prefix: '' })).toBe(false)
  expect(isRoomFor({ count: 100, length: 4, prefix: '' })).toBe(true)
})
