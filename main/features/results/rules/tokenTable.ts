/** Different texts under the numbers 0, 1, 2…, found by a stretch of a longer text without cutting it out. */
type TokenTable = {
  readonly texts: readonly string[]
  /** The number of what stands from `start` to `end`; -1 when it is not known. */
  readonly find: (text: string, start: number, end: number) => number
  /** The same, under a new number when it is not known. */
  readonly add: (text: string, start: number, end: number) => number
}

/** From this length on a slice of a long text keeps the whole text in memory. */
const sliceLength = 13
const fnvPrime = 16_777_619

const hashOf = (text: string, start: number, end: number): number => {
  let hash = -2_128_831_035
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime)
  return hash ^ (hash >>> 15)
}

const isAt = (token: string, text: string, start: number, end: number): boolean => {
  if (token.length !== end - start) return false
  for (let at = 0; at < token.length; at += 1) if (token.charCodeAt(at) !== text.charCodeAt(start + at)) return false
  return true
}

export const createTokenTable = (): TokenTable => {
  const texts: string[] = []
  let hashes = new Int32Array(1_024)
  /** Numbers from 1; 0 is free. A token is in the first free slot from its hash on. */
  let slots = new Int32Array(2 * hashes.length)

  const slotOf = (hash: number, text: string, start: number, end: number): number => {
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1
      if (number === -1) return slot
      if (hashes[number] === hash && isAt(texts[number] ?? '', text, start, end)) return slot
    }
  }

  const grow = (): void => {
    const wider = new Int32Array(2 * hashes.length)
    wider.set(hashes)
    hashes = wider
    slots = new Int32Array(2 * hashes.length)
    const mask = slots.length - 1
    for (let number = 0; number < texts.length; number += 1) {
      let slot = (hashes[number] ?? 0) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
  }

  return {
    texts,
    find: (text, start, end) => (slots[slotOf(hashOf(text, start, end), text, start, end)] ?? 0) - 1,
    add: (text, start, end) => {
      const hash = hashOf(text, start, end)
      const slot = slotOf(hash, text, start, end)
      const known = (slots[slot] ?? 0) - 1
      if (known !== -1) return known
      const number = texts.length
      const token = text.slice(start, end)
      texts.push(token.length < sliceLength ? token : ` ${token}`.slice(1))
      hashes[number] = hash
      slots[slot] = number + 1
      if (texts.length === hashes.length) grow()
      return number
    },
  }
}
