import { randomInt } from 'node:crypto'
import type { Input } from '../../../preload/contract.ts'
import type { PromoCode, PromoLine } from '../../../preload/contract/promo.ts'
import type { Result } from '../../../preload/contract/result.ts'
import { drawCodes, isRoomFor } from './rules/promoGenerator.ts'
import { appendPromoCodes, splitPromoText } from './rules/promoLines.ts'
import { readPercent } from './rules/promoPercent.ts'
import { isRefused, judgePromoLines, sendableCodes } from './rules/promoVerdicts.ts'
import { invalidInput } from '../../kernel/result.ts'

type PromoReading = {
  readonly text: string
  readonly split: ReturnType<typeof splitPromoText>
  readonly lines: readonly PromoLine[]
  /** Codes of the lines that are not refused. */
  readonly codes: readonly PromoCode[]
  readonly refused: number
}

const mostLines = 20_000

/** The codes of a text and the verdict on each of its lines. */
export const readPromoText = (input: Input<'promo:preview'>): Result<PromoReading> => {
  const text = fullText(input)
  if (!text.ok) return text
  const split = splitPromoText(text.value)
  const lines = judgePromoLines(split)
  const refused = lines.filter(isRefused).length
  return { ok: true, value: { text: text.value, split, lines, codes: sendableCodes(lines), refused } }
}

/** The text as given, or with generated codes below it. */
const fullText = ({ text, generate }: Input<'promo:preview'>): Result<string> => {
  const { length } = text.split(/\r\n|\r|\n/)
  if (length > mostLines) return invalidInput('text', `more than ${mostLines} lines`)
  if (generate === undefined) return { ok: true, value: text }
  const percent = readPercent(generate.discountPercent)
  if (!percent.ok) return invalidInput('generate.discountPercent', 'a number from 0 to 100')
  if (length + generate.count > mostLines) return invalidInput('generate.count', `more than ${mostLines} lines in all`)
  if (!isRoomFor(generate)) return invalidInput('generate.length', 'too short for so many codes that cannot be guessed')
  const taken = splitPromoText(text).lines.map(({ value }) => value)
  const codes = drawCodes(generate, taken, (below) => randomInt(below))
  return { ok: true, value: appendPromoCodes(text, codes, percent.exact) }
}
