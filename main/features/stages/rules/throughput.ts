/** Bytes received per second: the last seconds give the speed, all of them the sum. */
export type Throughput = {
  readonly receivedBytes: number
  readonly seconds: readonly { readonly second: number; readonly bytes: number }[]
}

/** A shorter window would make links with pauses jump; a longer one would hide a stalled link. */
const lookBackS = 5

export const noThroughput: Throughput = { receivedBytes: 0, seconds: [] }

/** A second in the future means that the clock was set back. */
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

/** Bytes per second over the last five seconds, or since the first bytes. */
export const bytesPerS = ({ seconds }: Throughput, nowMs: number): number => {
  const nowS = Math.floor(nowMs / 1000)
  const recent = seconds.filter(({ second }) => isRecent(second, nowS))
  const [first] = recent
  if (first === undefined) return 0
  const spanMs = nowMs - first.second * 1000
  return Math.round((recent.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / Math.max(1000, spanMs))
}
