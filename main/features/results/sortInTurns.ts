import { turn } from '../../kernel/turns.ts'

const runLength = 512
const merges = 4_096

/** Sorts numbers in place, stably, giving others their turn in between. */
export const sortInTurns = async (
  order: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array<ArrayBuffer>> => {
  for (let start = 0; start < order.length; start += runLength) {
    order.subarray(start, start + runLength).sort(compare)
    await turn()
  }
  let from = order
  let to = new Uint32Array(order.length)
  for (let width = runLength; width < order.length; width *= 2) {
    for (let start = 0; start < order.length; start += 2 * width) {
      const middle = Math.min(start + width, order.length)
      const end = Math.min(start + 2 * width, order.length)
      let left = start
      let right = middle
      for (let at = start; at < end; at += 1) {
        const isLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
        to[at] = from[isLeft ? left++ : right++] ?? 0
        if (at % merges === 0) await turn()
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}
