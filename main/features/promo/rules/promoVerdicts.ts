import type { PromoCode, PromoLine, PromoVerdict } from '../../../../preload/contract/promo.ts'
import { hasInvisible, inkOf, lookAlikeKeys, mixesAlphabets, readsAsAnother } from '../../../kernel/text/lookAlikes.ts'
import type { SplitLine, SplitText } from './promoLines.ts'
import { readPercent } from './promoPercent.ts'

const longestValue = 200

/** Codes seen on earlier lines, by what makes two of them the same or alike. */
type Seen = {
  readonly values: Map<string, number>
  readonly caseless: Map<string, number>
  readonly shapes: Map<string, number>
}

/** Verdicts on each line by itself and against the lines before it. Refused lines are never sent; warned ones may be. */
export const judgePromoLines = ({ reading, lines }: SplitText): readonly PromoLine[] => {
  const seen: Seen = { values: new Map(), caseless: new Map(), shapes: new Map() }
  return lines.map((source): PromoLine => {
    const { line, value, percent } = source
    const read = readPercent(percent)
    const isComma = reading.delimiter === 'comma'
    return {
      line,
      value,
      percentText: percent,
      discountPercent: read.ok ? read.exact : null,
      verdicts: [
        ...valueRefusals(value),
        ...layoutVerdicts(source, isComma),
        ...(read.ok ? [] : [refused(read.code)]),
        ...againstOthers(line, value, seen),
        ...valueWarnings(value),
        ...(read.ok ? percentWarnings(read.exact) : []),
      ],
    }
  })
}

export const isRefused = ({ verdicts }: Pick<PromoLine, 'verdicts'>): boolean =>
  verdicts.some(({ level }) => level === 'refused')

/** The codes to send: all lines without errors. */
export const sendableCodes = (lines: readonly PromoLine[]): readonly PromoCode[] =>
  lines.flatMap((line) =>
    line.discountPercent === null || isRefused(line)
      ? []
      : [{ value: line.value, discountPercent: line.discountPercent }],
  )

const refused = (
  code: Extract<PromoVerdict, { level: 'refused' }>['code'],
  otherLine: number | null = null,
): PromoVerdict => ({ level: 'refused', code, otherLine })

const warned = (
  code: Extract<PromoVerdict, { level: 'warned' }>['code'],
  otherLine: number | null = null,
): PromoVerdict => ({ level: 'warned', code, otherLine })

const valueRefusals = (value: string): readonly PromoVerdict[] => {
  if (inkOf(value) === '') return [refused('no-value')]
  if (value.length > longestValue) return [refused('value-too-long')]
  // U+FFFD marks bytes decoded in the wrong encoding.
  return value.isWellFormed() && !value.includes('\uFFFD') ? [] : [refused('broken-text')]
}

const layoutVerdicts = ({ hasOpenQuote, hasExtra, next }: SplitLine, isComma: boolean): readonly PromoVerdict[] => {
  if (hasOpenQuote) return [refused('open-quote')]
  if (!hasExtra) return []
  // "CODE,10,5" may mean 10 and an extra cell, or 10.5.
  return isComma && /^\s*\d+\s*%?\s*$/.test(next) ? [refused('percent-ambiguous')] : [warned('extra-cells')]
}

const againstOthers = (line: number, value: string, seen: Seen): readonly PromoVerdict[] => {
  if (inkOf(value) === '' || value.length > longestValue) return []
  const caseless = value.toLowerCase()
  const shapes = lookAlikeKeys(value)
  const same = seen.values.get(value)
  const sameCaseless = seen.caseless.get(caseless)
  const alike = shapes.map((shape) => seen.shapes.get(shape)).find((other) => other !== undefined)
  if (same === undefined) seen.values.set(value, line)
  if (sameCaseless === undefined) seen.caseless.set(caseless, line)
  for (const shape of shapes) if (!seen.shapes.has(shape)) seen.shapes.set(shape, line)
  if (same !== undefined) return [refused('duplicate', same)]
  if (sameCaseless !== undefined) return [warned('case-duplicate', sameCaseless)]
  return alike === undefined ? [] : [warned('look-alike', alike)]
}

const valueWarnings = (value: string): readonly PromoVerdict[] => {
  const trimmed = value.trim()
  return [
    ...(mixesAlphabets(value)
      ? [warned('mixed-alphabets')]
      : readsAsAnother(value)
        ? [warned('reads-as-another')]
        : []),
    ...(trimmed === value ? [] : [warned('outer-space')]),
    ...(/\s/u.test(trimmed) ? [warned('inner-space')] : []),
    ...(hasInvisible(value) ? [warned('invisible')] : []),
  ]
}

const percentWarnings = (exact: string): readonly PromoVerdict[] => {
  if (exact === '100') return [warned('full-discount')]
  // Spreadsheets store 10% as 0.1.
  return exact === '0' || exact.startsWith('0.') ? [warned('below-one-percent')] : []
}
