/** h:mm:ss, from a fraction of a second on with what digits it has. */
const clockOf = (ms: number): string => {
  const whole = Math.round(Math.abs(ms))
  const two = (value: number): string => String(value).padStart(2, '0')
  const seconds = Math.floor(whole / 1000)
  const rest = whole % 1000
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`
  const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`
  return ms < 0 && whole > 0 ? `−${clock}` : clock
}

const withoutNoHours = (clock: string): string => clock.replace(/^(−?)0:0?/, '$1')

/** h:mm:ss, below an hour m:ss as services write it; from a fraction of a second on with what digits it has. */
export const formatRaceTime = (ms: number): string => withoutNoHours(clockOf(ms))

/** Short, for an axis: h:mm if steps are whole minutes, else m:ss below an hour. */
export const formatEdge = (ms: number, stepMs: number): string => {
  const clock = clockOf(ms)
  return stepMs % 60_000 === 0 ? clock.replace(/:\d\d$/, '') : clock.replace(/^0:/, '')
}

/** With its sign; hours only where there are some. */
export const formatGap = (ms: number): string => {
  const clock = formatRaceTime(Math.abs(ms))
  return ms === 0 ? '0:00' : `${ms > 0 ? '+' : '−'}${clock}`
}
