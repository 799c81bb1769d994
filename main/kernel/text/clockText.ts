/** h:mm:ss, with as many digits of the fraction as it has (at most three), and a minus before negative times. */
export const clockText = (ms: number): string => {
  const whole = Math.round(Math.abs(ms))
  const two = (value: number): string => String(value).padStart(2, '0')
  const seconds = Math.floor(whole / 1000)
  const rest = whole % 1000
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`
  const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`
  return ms < 0 && whole > 0 ? `-${clock}` : clock
}
