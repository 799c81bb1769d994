/**
 * A text as a whole number of 53 bits, so that many texts take eight bytes each in a `Float64Array`. Among a million texts the
 * chance that any two share a number is 1 in 18,000. Not safe against deliberate collisions.
 */
export const hashOfText = (text: string): number => {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  return 0x1_0000_0000 * (high & 0x1f_ffff) + (low >>> 0)
}
