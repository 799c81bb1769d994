/** Bytes received per minute of the last hour. */
export type DataUse = readonly { readonly minute: number; readonly bytes: number }[]

const minuteMs = 60_000
/** A minute counts until 60 full minutes have passed since its end. */
const minutesKept = 60

/** Minutes that are still to come are of a clock that was set back since, and would count for as long as it jumped. */
const isRecent =
  (nowMs: number) =>
  ({ minute }: { readonly minute: number }): boolean =>
    (minute + 1 + minutesKept) * minuteMs > nowMs && (minute - minutesKept) * minuteMs <= nowMs

export const addUse = (use: DataUse, nowMs: number, bytes: number): DataUse => {
  const minute = Math.floor(nowMs / minuteMs)
  const recent = use.filter(isRecent(nowMs))
  const last = recent.at(-1)
  return last !== undefined && last.minute >= minute
    ? [...recent.slice(0, -1), { minute: last.minute, bytes: last.bytes + bytes }]
    : [...recent, { minute, bytes }]
}

export const usedBytes = (use: DataUse, nowMs: number): number =>
  use.filter(isRecent(nowMs)).reduce((sum, { bytes }) => sum + bytes, 0)

/** The first moment, from `nowMs` on, at which less than the limit was received in the hour before. */
export const freeAtMs = (use: DataUse, nowMs: number, limitBytes: number): number => {
  const recent = use.filter(isRecent(nowMs))
  let used = recent.reduce((sum, { bytes }) => sum + bytes, 0)
  let atMs = nowMs
  for (const { minute, bytes } of recent) {
    if (used < limitBytes) break
    used -= bytes
    atMs = (minute + 1 + minutesKept) * minuteMs
  }
  return atMs
}
