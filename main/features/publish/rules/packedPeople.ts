import type { SiteFound } from '../../../../preload/contract/publish/site.ts'

/** People as JSON in UTF-8, made once: the search index has each of them in several of its pieces. */
export type PackedPeople = {
  /** Person 0, then person 1 and so on. */
  readonly add: (person: SiteFound) => void
  /** A `SiteIndexPiece` of these, one at least, as JSON; valid until the next call. */
  readonly piece: (people: readonly number[]) => Uint8Array
}

/** Bytes that a person usually takes; with more, the memory for all grows. */
const usualBytes = 96

const [opening = 0, comma = 0, closing = 0] = Buffer.from('[,]')

/** `size`: how many are added. */
export const packPeople = (size: number): PackedPeople => {
  const ends = new Uint32Array(size)
  let bytes = Buffer.alloc(size * usualBytes)
  let count = 0
  let end = 0
  let piece = Buffer.alloc(1 << 16)
  return {
    add: (person) => {
      const json = JSON.stringify(person)
      const mostBytes = json.length * 3
      if (bytes.byteLength - end < mostBytes) bytes = grown(bytes, end + mostBytes)
      end += bytes.write(json, end)
      ends[count] = end
      count += 1
    },
    piece: (people) => {
      let written = 0
      for (const person of people) {
        const from = person === 0 ? 0 : (ends[person - 1] ?? 0)
        const to = ends[person] ?? 0
        if (piece.byteLength < written + to - from + 2) piece = grown(piece, written + to - from + 2)
        piece[written] = written === 0 ? opening : comma
        written += 1
        // So few bytes are copied faster one by one than as parts.
        for (let at = from; at < to; at += 1) piece[written++] = bytes[at] ?? 0
      }
      piece[written] = closing
      return piece.subarray(0, written + 1)
    },
  }
}

const grown = (bytes: Buffer, atLeast: number): Buffer<ArrayBuffer> => {
  const larger = Buffer.alloc(Math.ceil(atLeast * 1.25))
  larger.set(bytes)
  return larger
}
