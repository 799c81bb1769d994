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
  const encoder = new TextEncoder()
  const ends = new Uint32Array(size)
  let bytes = new Uint8Array(size * usualBytes)
  let count = 0
  let end = 0
  let piece = new Uint8Array(1 << 16)
  return {
    add: (person) => {
      const json = JSON.stringify(person)
      const mostBytes = json.length * 3
      if (bytes.byteLength - end < mostBytes) bytes = grown(bytes, end + mostBytes)
      end += encoder.encodeInto(json, bytes.subarray(end)).written
      ends[count] = end
      count += 1
    },
    piece: (people) => {
      let written = 0
      for (const person of people) {
        const json = bytes.subarray(person === 0 ? 0 : ends[person - 1], ends[person])
        if (piece.byteLength < written + json.byteLength + 2) piece = grown(piece, written + json.byteLength + 2)
        piece[written] = written === 0 ? opening : comma
        piece.set(json, written + 1)
        written += json.byteLength + 1
      }
      piece[written] = closing
      return piece.subarray(0, written + 1)
    },
  }
}

const grown = (bytes: Uint8Array<ArrayBuffer>, atLeast: number): Uint8Array<ArrayBuffer> => {
  const larger = new Uint8Array(atLeast * 2)
  larger.set(bytes)
  return larger
}
