import type { RaceGuid } from '../../../preload/contract/ids.ts'
import type { PromoLine, PromoReading, PromoState, PromoVerdict } from '../../../preload/contract/promo.ts'
import type { MarkKind } from '../../components/Mark.tsx'
import type { Translate } from '../../text/text.ts'

const GUID = /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/i
const LINE_END = /\r\n|\r|\n/
const NAMED_LINES = 12

/** The first GUID of what was pasted, or null. */
export const raceIn = (text: string): RaceGuid | null => {
  const guid = GUID.exec(text)?.[0]
  return guid === undefined ? null : (guid.toLowerCase() as RaceGuid)
}

/** Problems of a line, errors before warnings. */
export const verdictsText = (verdicts: readonly PromoVerdict[], t: Translate): string =>
  (['refused', 'warned'] as const)
    .flatMap((level) => {
      const said = verdicts.filter((verdict) => verdict.level === level)
      const what = said.map(({ code, otherLine }) => t(`promo.says.${code}`, { line: otherLine ?? '' })).join(', ')
      return said.length === 0 ? [] : [t(`promo.says.${level}`, { what })]
    })
    .join('. ')

export const readingText = (reading: PromoReading, t: Translate): string =>
  [
    reading.delimiter === null ? null : t(`promo.reading.delimiter.${reading.delimiter}`),
    reading.hasHeader ? t('promo.reading.header') : null,
    reading.hasDecimalComma ? t('promo.reading.decimalComma') : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')

export const isRefusedLine = ({ verdicts }: PromoLine): boolean => verdicts.some(({ level }) => level === 'refused')

/** Numbers of refused lines, the first of them by name. */
export const refusedText = (lines: readonly PromoLine[], t: Translate): string => {
  const numbers = lines.filter(isRefusedLine).map(({ line }) => line)
  const named = numbers.slice(0, NAMED_LINES).join(', ')
  const more = numbers.length - NAMED_LINES
  return t('promo.refused', {
    count: numbers.length,
    lines: more > 0 ? t('promo.refused.more', { lines: named, count: more }) : named,
  })
}

/** The text without its refused lines; all others stay as they are, blank ones too. */
export const withoutRefused = (text: string, lines: readonly PromoLine[]): string => {
  const refused = new Set(lines.filter(isRefusedLine).map(({ line }) => line))
  return text
    .split(LINE_END)
    .filter((_, index) => !refused.has(index + 1))
    .join('\n')
}

/** The position of a line, numbered from 1, in a text with single-character line ends. */
export const lineRange = (text: string, line: number): readonly [start: number, end: number] => {
  let start = 0
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return [start, end === -1 ? text.length : end]
}

export const STATE_MARKS: { readonly [S in PromoState]: MarkKind } = {
  sending: 'running',
  accepted: 'ok',
  refused: 'problem',
  'not-sent': 'none',
  unknown: 'partial',
}
