import { expect, it } from 'vitest'
import { createShares } from '../../../main/serve/screens/shares.ts'

it('takes from whoever holds most, the newest first, and from nobody who holds as little as the others', () => {
  const shares = createShares<string>()
  expect(shares.toGive('10.0.0.9')).toBeNull()
  const giveBack = ['a', 'b', 'c'].map((one) => shares.add('10.0.0.1', one))
  shares.add('10.0.0.2', 'd')
  expect([shares.all(), shares.of('10.0.0.1'), shares.of('10.0.0.9')]).toEqual([4, 3, 0])
  expect(shares.toGive('10.0.0.9')).toBe('c')
  expect(shares.toGive('10.0.0.2')).toBe('c')
  expect(shares.toGive('10.0.0.1')).toBeNull()
  giveBack[2]?.()
  giveBack[2]?.()
  giveBack[1]?.()
  expect([shares.all(), shares.of('10.0.0.1')]).toEqual([2, 1])
  expect(shares.toGive('10.0.0.9')).toBeNull()
})
