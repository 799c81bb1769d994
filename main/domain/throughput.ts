/** Bytes received, by the second: the last seconds tell the speed, all of them the sum. */
export type Throughput = {
  readonly receivedBytes: number
  readonly seconds: readonly { readonly second: number; readonly bytes: number }[]
}

/** Shorter, and a link with pauses would jump; longer, and a link that stands still would seem to go on. */
const lookBackS = 5

export const noThroughput: Throughput = { receivedBytes: 0, seconds: [] }

/** A second that is still to come is one of a clock that was set back since. */
const isRecent = (second: number, nowS: number): boolean => second <= nowS && second > nowS - lookBackS

export const addReceived = ({ receivedBytes, seconds }: Throughput, nowMs: number, bytes: number): Throughput => {
  const nowS = Math.floor(nowMs / 1000)
  const last = seconds.at(-1)
  const isSame = last?.second === nowS
  const before = isSame ? seconds.slice(0, -1) : seconds.filter(({ second }) => isRecent(second, nowS))
  return {
    receivedBytes: receivedBytes + bytes,
    seconds: [...before, { second: nowS, bytes: bytes + (isSame ? last.bytes : 0) }],
  }
}

/** A second, over the last five; over fewer when the first bytes came later. */
export const bytesPerS = ({ seconds }: Throughput, nowMs: number): number => {
  const nowS = Math.floor(nowMs / 1000)
  const recent = seconds.filter(({ second }) => isRecent(second, nowS))
  const [first] = recent
  if (first === undefined) return 0
  const spanMs = nowMs - first.second * 1000
  return Math.round((recent.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / Math.max(1000, spanMs))
}
