export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Places in `cellXfs` of `stylesXml`. */
export const styles = { header: 1, text: 2, whole: 3, label: 4, title: 5, words: 6, numericHeader: 7 } as const

const unsigned = ['[h]:mm:ss', '[hh]:mm:ss', '[m]:ss', '[mm]:ss'] as const

/** Ways to write a duration, gaps with their plus; of those of one unit the second has two digits in front. */
export type DurationFormat = `${'' | '+'}${(typeof unsigned)[number]}`

const durations: readonly DurationFormat[] = [...unsigned, ...unsigned.map((format): DurationFormat => `+${format}`)]

const plainStyles = 8
const allStyles = plainStyles + 4 * durations.length

/** `digits` after the point. */
export const durationStyle = (format: DurationFormat, digits: number): number =>
  plainStyles + 4 * durations.indexOf(format) + digits

/** The same style with lines around the cell. */
export const ruled = (style: number): number => allStyles + style

/** Texts keep off the numbers at their left. */
const indented = 'horizontal="left" indent="1"'

const aligned = (side: string): string => (side === '' ? '/>' : ` applyAlignment="1"><alignment ${side}/></xf>`)

export const stylesXml = (): string => {
  const xf = (format: number, rest = '', side = ''): string =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${rest}${aligned(side)}`
  const bold = (fill: number, fontId = 1, side = ''): string =>
    `<xf numFmtId="0" fontId="${fontId}" fillId="${fill}" borderId="0" xfId="0" applyFont="1" applyFill="1"${aligned(side)}`
  const codes = durations.flatMap((format) =>
    [0, 1, 2, 3].map((digits) => `${format}${digits === 0 ? '' : `.${'0'.repeat(digits)}`}`),
  )
  // Formats of one's own begin at 164 (ECMA-376, numFmt).
  const formats = codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
  const numbers = ' applyNumberFormat="1"'
  // 49 is text and 1 a whole number (ECMA-376, numFmt); in the order of `styles`.
  const xfs = [
    xf(0),
    bold(2, 1, indented),
    xf(49, numbers, 'horizontal="right"'),
    xf(1, numbers),
    bold(0),
    bold(0, 2),
    xf(0, '', indented),
    bold(2, 1, 'horizontal="right"'),
    ...codes.map((_, at) => xf(164 + at, numbers)),
  ]
  xfs.push(...xfs.map((one) => one.replace('borderId="0"', 'borderId="1" applyBorder="1"')))
  const font = (weight: string, size = 11): string =>
    `<font>${weight}<sz val="${size}"/><name val="Calibri"/><family val="2"/></font>`
  const line = ['left', 'right', 'top', 'bottom'].map((side) => `<${side} style="thin"><color auto="1"/></${side}>`)
  return [
    `${xmlHead}<styleSheet xmlns="${mainNamespace}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>`,
    `<fonts count="3">${font('')}${font('<b/>')}${font('<b/>', 14)}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill>`,
    '<fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE7EBF0"/>',
    '<bgColor indexed="64"/></patternFill></fill></fills>',
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>',
    `<border>${line.join('')}<diagonal/></border></borders>`,
    `<cellStyleXfs count="1">${xf(0).replace(' xfId="0"', '')}</cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('')
}
