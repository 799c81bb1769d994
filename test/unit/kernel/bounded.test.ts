import { expect, test } from 'vitest'
import { memoised } from '../../../main/kernel/bounded.ts'

const counting = (): { readonly made: string[]; readonly size: (text: string) => number } => {
  const made: string[] = []
  const size = memoised((text) => {
    made.push(text)
    return text.length
  })
  return { made, size }
}

test('computes a text once, also without a result', () => {
  const { made, size } = counting()
  expect([size(''), size(''), size('km 5'), size('km 5')]).toEqual([0, 0, 4, 4])
  expect(made).toEqual(['', 'km 5'])
})

test('long texts are not held', () => {
  const { made, size } = counting()
  const long = 'x'.repeat(201)
  expect([size(long), size(long)]).toEqual([201, 201])
  expect(made).toHaveLength(2)
})

test('ten thousand texts are remembered, not more', () => {
  const { made, size } = counting()
  for (let number = 0; number <= 10_000; number += 1) size(String(number))
  size('0')
  size('10000')
  expect(made).toHaveLength(10_002)
})
