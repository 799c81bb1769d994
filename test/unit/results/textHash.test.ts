import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashOfText } from '../../../main/features/results/rules/textHash.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

it('gives texts that differ, even in one character or in their order, different numbers that a Float64Array holds', () => {
  expectAll(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (one, other) => {
    const hash = hashOfText(one)
    expect(Number.isSafeInteger(hash)).toBe(true)
    expect(Float64Array.of(hash)[0]).toBe(hash)
    expect(hash === hashOfText(other)).toBe(one === other)
  })
})

it('distinguishes the keys of 100,000 people', () => {
  const keys = Float64Array.from({ length: 100_000 }, (_, index) => hashOfText(`bib:${index}:иванов пётр ${index}`))
  expect(new Set(keys).size).toBe(keys.length)
})
