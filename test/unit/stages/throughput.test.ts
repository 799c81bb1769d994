import { expect, it } from 'vitest'
import {
  addReceived,
  bytesPerS,
  noThroughput,
  type Throughput,
} from '../../../main/features/stages/rules/throughput.ts'

const received = (...pieces: readonly (readonly [atS: number, bytes: number])[]): Throughput =>
  pieces.reduce((sum, [atS, bytes]) => addReceived(sum, atS * 1000, bytes), noThroughput)

it('tells the bytes of the last seconds and the sum of all', () => {
  const link = received([0, 15_000], [0.5, 1_000], [1, 15_000], [2, 15_000], [3, 15_000], [4, 15_000], [5, 15_000])
  expect(link.receivedBytes).toBe(91_000)
  expect(bytesPerS(link, 5_999)).toBe(15_003)
})

it('shows no speed during silence, and keeps every byte in the sum', () => {
  const link = received([0, 15_000], [1, 15_000])
  expect(bytesPerS(link, 7_000)).toBe(0)
  expect(link.receivedBytes).toBe(30_000)
})

it('counts the first moment as a whole second', () => {
  expect(bytesPerS(received([10, 4_000]), 10_001)).toBe(4_000)
})

it('shows the current speed when the clock is set back', () => {
  const link = received([5_000, 90_000], [100, 3_000])
  expect(bytesPerS(link, 100_900)).toBe(3_000)
  expect(bytesPerS(noThroughput, 0)).toBe(0)
})
