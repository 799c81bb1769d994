const clock = /^([+\-−]?)(?:(\d{1,4}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,9}))?$/

/** Milliseconds of "m:ss", "h:mm:ss", with fractions by `.` or `,` and a sign; null for anything else. */
export const parseTimeMs = (text: string): number | null => {
  const match = clock.exec(text.trim())
  if (match === null) return null
  const [, sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(`0.${fraction}0`) * 1000
  return sign === '-' || sign === '−' ? -ms : ms
}
