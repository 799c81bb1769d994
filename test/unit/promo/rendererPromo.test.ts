import { expect, test } from 'vitest'
import type { PromoLine } from '../../../preload/contract/promo.ts'
import { splitPromoText } from '../../../main/features/promo/rules/promoLines.ts'
import { judgePromoLines } from '../../../main/features/promo/rules/promoVerdicts.ts'
import { readText } from '../../../main/kernel/text/textBytes.ts'
import { decodeFile, FILE_LIMIT_BYTES } from '../../../renderer/features/promo/decodeFile.ts'
import {
  lineRange,
  raceIn,
  refusedText,
  verdictsText,
  withoutRefused,
} from '../../../renderer/features/promo/promoText.ts'
import { translate } from '../../../renderer/text/text.ts'
import { startPageTexts } from '../../support/units/pageTexts.ts'

startPageTexts()

const judged = (text: string): readonly PromoLine[] => judgePromoLines(splitPromoText(text))
const guid = '8c1d7a30-5b1e-4c55-9a61-2d8e5f704b13'

test('a race is found in what was pasted, and nothing else is taken for one', () => {
  expect(raceIn(`https://example.org/races/${guid.toUpperCase()}?tab=1`)).toBe(guid)
  expect(['', 'spring race', `${guid}0`, guid.slice(1)].map(raceIn)).toEqual(Array(4).fill(null))
})

test.each([
  ['RUN;5\n\nRUN;6\r\nGUN;7\r\r;5', 'RUN;5\n\nGUN;7\n'],
  ['code;percent\nRUN;ten\nGUN;5', 'code;percent\nGUN;5'],
  ['RUN;5', 'RUN;5'],
])('removing the refused lines of %j removes only those', (text, left) => {
  const rest = withoutRefused(text, judged(text))
  expect(rest).toBe(left)
  expect(judged(rest).flatMap(({ verdicts }) => verdicts)).toEqual([])
})

test('the line that a verdict names is the one that is shown in the field', () => {
  const text = 'code;percent\n\nRUN;5\nGUN;ten'
  const shown = judged(text).map(({ line }) => text.slice(...lineRange(text, line)))
  expect(shown).toEqual(['RUN;5', 'GUN;ten'])
  expect(lineRange(text, 99)).toEqual([text.lastIndexOf('\n') + 1, text.length])
})

test('every refused line is counted, also where there are too many to name', () => {
  expect(refusedText(judged('RUN;ten'), translate)).toMatch(/^Line 1 has errors/)
  expect(refusedText(judged('A;x\nB;x'), translate)).toMatch(/^Lines 1, 2 have errors/)
  const many = Array.from({ length: 30 }, (_, index) => `A${index};x`).join('\n')
  expect(refusedText(judged(many), translate)).toMatch(/^Lines 1, 2, .*, 12 and 18 more have errors/)
})

test('a verdict of both kinds says the refusals first', () => {
  const [line] = judged('FUN OFF;101')
  expect(verdictsText(line?.verdicts ?? [], translate)).toBe(
    'Error: the discount is not from 0 to 100. Warning: spaces within the code',
  )
})

test.each<[string, readonly number[], string | null]>([
  ['UTF-8', [0xd0, 0x90], 'А'],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0xd0, 0x90], 'А'],
  ['UTF-16 of Excel', [0xff, 0xfe, 0x10, 0x04], 'А'],
  ['big-endian UTF-16', [0xfe, 0xff, 0x04, 0x10], 'А'],
  ['a Russian Excel’s CSV', [0xc0, 0x3b, 0x31], 'А;1'],
  ['a workbook', [0x50, 0x4b, 3, 4, 20], null],
  ['a picture', [0x89, 0x50, 0x4e, 0x47, 0], null],
  ['nothing', [], ''],
])('a file in %s reads the same on the screen and in the terminal', (_, bytes, text) => {
  const [screen, terminal] = [decodeFile(Uint8Array.from(bytes)), readText(Uint8Array.from(bytes))]
  expect(terminal?.text ?? null).toBe(text)
  expect('text' in screen ? screen.text : null).toBe(text)
  if ('text' in screen) expect(screen.isWindows).toBe(terminal?.encoding === 'windows-1251')
})

test('a file that could not be a set is not read into the page', () => {
  expect(decodeFile(new Uint8Array(FILE_LIMIT_BYTES + 1))).toEqual({ problem: 'tooLarge' })
})
