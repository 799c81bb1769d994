type Channels = readonly [red: number, green: number, blue: number]

const channelsOf = (colour: string): Channels => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]

const textOf = (channels: Channels): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance by WCAG 2. */
const luminance = (channels: Channels): number => {
  const [red, green, blue] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Contrast of two colours such as #0a5bd3 by WCAG 2, from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(channelsOf(one)), luminance(channelsOf(other))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** White where it can be read on the colour, else black, which then always can (WCAG 2, 1.4.3). */
export const textOn = (colour: string): '#ffffff' | '#000000' =>
  contrast('#ffffff', colour) >= 4.5 ? '#ffffff' : '#000000'

const step = 0.04

/** The colour, moved towards black or white until it has the least contrast with the ground. */
export const readableOn = (
  colour: string,
  ground: string,
  towards: '#000000' | '#ffffff',
  leastContrast: number,
): string => {
  let current = channelsOf(colour)
  const end = channelsOf(towards)
  const move = (from: number, to: number): number => from + (to - from) * step
  while (contrast(textOf(current), ground) < leastContrast && textOf(current) !== towards) {
    const [red, green, blue] = current
    const next: Channels = [move(red, end[0]), move(green, end[1]), move(blue, end[2])]
    // Rounding would stand still near the end.
    current = textOf(next) === textOf(current) ? end : next
  }
  return textOf(current)
}
