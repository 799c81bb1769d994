import { array, constantFrom, integer, string, stringMatching, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { PromoLine } from '../../../preload/contract/promo.ts'
import { appendPromoCodes, splitPromoText } from '../../../main/features/promo/rules/promoLines.ts'
import { readPercent } from '../../../main/features/promo/rules/promoPercent.ts'
import { isRefused, judgePromoLines, sendableCodes } from '../../../main/features/promo/rules/promoVerdicts.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const read = (text: string): readonly PromoLine[] => judgePromoLines(splitPromoText(text))
const short = (text: string): readonly (readonly unknown[])[] =>
  read(text).map(({ line, value, discountPercent, verdicts }) => [
    line,
    value,
    discountPercent,
    ...verdicts.map(({ code, otherLine }) => (otherLine === null ? code : `${code} ${otherLine}`)),
  ])
const codesOf = (text: string): readonly string[] => read(text)[0]?.verdicts.map(({ code }) => code) ?? []

test.each([
  ['tabs', 'A10\t10,5\nB20\t20,25'],
  ['semicolons', 'A10;10,5\nB20;20,25 %'],
  ['commas', 'A10,10.5\nB20,"20,25%"'],
])('%s are recognised, and a decimal comma is not taken for a separator', (_, text) => {
  expect(short(text)).toEqual([
    [1, 'A10', '10.5'],
    [2, 'B20', '20.25'],
  ])
  expect(splitPromoText('A10;10,5').reading).toEqual({
    delimiter: 'semicolon',
    hasHeader: false,
    hasDecimalComma: true,
  })
})

test('a decimal comma between comma separators is refused instead of sending 10 for 10,5', () => {
  expect(short('A10,10,5')).toEqual([[1, 'A10', '10', 'percent-ambiguous']])
  expect(short('code,percent,comment\nA10,10,5,club')[0]).toContain('percent-ambiguous')
  expect(short('code,percent,limit\nA10,10,5')).toEqual([[2, 'A10', '10']])
})

const headers =
  'code;percent|value\tdiscountPercent|Промокод;Скидка, %|КОД;%|"Promo code","Discount (%)"|\uFEFFпромо-код;процент скидки'
test.each(headers.split('|'))('the header %j is not a code', (header) => {
  const separator = header.includes('\t') ? '\t' : header.includes(';') ? ';' : ','
  expect(short(`${header}\r\nSPRING${separator}15\r\n`)).toEqual([[2, 'SPRING', '15']])
})

test.each([
  [
    'columns go by their names, also in another order and among others',
    'discount;note;code\n5;x;ABD\n7;;EFD',
    '2 ABD 5|3 EFD 7',
  ],
  [
    'a first code that is called like a column is sent, not dropped as a header',
    'PROMO;10\nCODE;20',
    '1 PROMO 10|2 CODE 20',
  ],
  ['a line typed under a pasted table may have another separator', 'RUN\t5\nGUN;6,5', '1 RUN 5|2 GUN 6.5'],
  ['a quote that is never closed spoils its own line only', 'A;1\n"B;2\nD;3', '1 A 1|2 "B 2 open-quote|3 D 3'],
])('%s', (_, text, lines) => {
  expect(short(text).map((line) => line.join(' '))).toEqual(lines.split('|'))
})

test('lines keep the numbers that an editor shows, whatever the line ends and blank lines', () => {
  expect(read('\n\r\nRUN;5\r\r;;;\nGUN;6').map(({ line }) => line)).toEqual([3, 6])
})

const refusals: { readonly [code: string]: readonly string[] } = {
  'no-value': [' ;10', '\u200b;10'],
  'no-percent': ['A;', 'A', 'A;%'],
  'percent-not-number': ['A;ten', 'A;1e1', 'A;1 0', 'A;10%%', 'A;0x10', 'A;NaN'],
  'percent-out-of-range': ['A;100.01', 'A;101', 'A;-1', `A;${'9'.repeat(29)}`],
  'value-too-long': [`${'A'.repeat(201)};1`],
  'broken-text': ['A\ud800;1', 'A\ufffd;1'],
}

test.each(Object.entries(refusals))('%s: %j are refused and never among what is sent', (code, texts) => {
  for (const text of texts) {
    expect([text, codesOf(text)]).toEqual([text, expect.arrayContaining([code])])
    expect(sendableCodes(read(text))).toEqual([])
  }
})

const warnings: { readonly [code: string]: readonly string[] } = {
  'outer-space': [' A;10', 'A ;10'],
  'inner-space': ['A\u00a0B;10', 'A B;10'],
  invisible: ['A\u200bB;10', 'A\u00adB;10', 'A\u202eB;10', 'A\u3164B;10'],
  'mixed-alphabets': ['SАLE;10'],
  'reads-as-another': ['АВС;10', 'сор10;10', 'SALE1O;10', 'PR0MO;10'],
  'full-discount': ['A;100', 'A;100,0 %'],
  'below-one-percent': ['A;0.1'],
  'extra-cells': ['A;10;x'],
}

test.each(Object.entries(warnings))('%s: %j are warned of and may be sent as they are', (code, texts) => {
  for (const text of texts) {
    expect([text, codesOf(text)]).toEqual([text, [code]])
    expect(read(text).some(isRefused)).toBe(false)
    expect(sendableCodes(read(text))[0]?.value).toBe(text.split(';')[0])
  }
})

test('ordinary codes in either language raise no warning', () => {
  expect(short('SPRING10;10\nPROMO2026;5\nСКИДКА15;15\nразминка;7\n5OFF;20').flatMap((line) => line.slice(3))).toEqual(
    [],
  )
})

test('codes are told from each other as the service, a mailing and a reader would mix them up', () => {
  const told = (text: string) => short(text).map((line) => line.join(' '))
  expect(told('SPRING;10\nSPRING;10\nspring;10\nSPRІNG;10\nSPR1NG;10\nSP RING;10')).toEqual([
    '1 SPRING 10',
    '2 SPRING 10 duplicate 1',
    '3 spring 10 case-duplicate 1',
    '4 SPRІNG 10 look-alike 1 mixed-alphabets',
    '5 SPR1NG 10 look-alike 1',
    '6 SP RING 10 look-alike 1 inner-space',
  ])
  expect(told('РОСТОК;1\nPOCTOK;1')[1]).toBe('2 POCTOK 1 look-alike 1')
  expect(told('ALI;1\nAlI;1\nA1l;1').slice(1)).toEqual(['2 AlI 1 case-duplicate 1', '3 A1l 1 look-alike 2'])
})

const separator = constantFrom('\t', ';', ',')
const code = stringMatching(/^[A-Z]{2}[A-Z0-9]{1,12}$/)
/** Hundredths of a percent, so that the expected text comes from whole numbers. */
const hundredths = integer({ min: 0, max: 10_000 })
const percentText = (value: number): string => {
  const fraction = String(value % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${Math.floor(value / 100)}${fraction === '' ? '' : `.${fraction}`}`
}

test('whatever table of codes is given, each is read back with its exact percent on its own line', () => {
  const row = tuple(code, hundredths, constantFrom('', '%', ' %'), constantFrom('.', ','))
  const tables = tuple(separator, array(row, { minLength: 1, maxLength: 20 }), constantFrom('\n', '\r\n', '\r'))
  expectAll(tables, ([by, rows, end]) => {
    const lines = rows.map(([value, hundred, sign, point]) => {
      const cell = percentText(hundred).replace('.', point) + sign
      return value + by + (by === ',' && cell.includes(',') ? `"${cell}"` : cell)
    })
    const expected = rows.map(([value, hundred], at) => ({
      line: at + 1,
      value,
      discountPercent: percentText(hundred),
    }))
    expect(read(lines.join(end))).toMatchObject(expected)
  })
})

test('a percent that is read means the same number as was typed, in the shortest JSON number', () => {
  expectAll(stringMatching(/^[+-]?\d{0,4}(?:[.,]\d{0,6})? ?%?$/), (typed) => {
    const percent = readPercent(typed)
    const number = Number(typed.replace(',', '.').replace('%', '').trim() || 'x')
    if (!percent.ok) return !(number >= 0 && number <= 100) || /[.,] ?%?$/.test(typed)
    return Number(percent.exact) === Math.abs(number) && /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(percent.exact)
  })
})

test('no text, however odd, makes the reading fail, lose a line or send one that is refused', () => {
  const piece = constantFrom('A', 'а', '10', '101', '"', ';', ',', '\t', '\n', '\r', ' ', '\u200b', '%', '.', 'code')
  expectAll(array(piece, { maxLength: 60 }), string(), (pieces, noise) => {
    const text = pieces.join('') + noise
    const lines = read(text)
    const numbers = lines.map(({ line }) => line)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(new Set(numbers).size).toBe(numbers.length)
    const sent = sendableCodes(lines)
    expect(sent).toHaveLength(lines.filter((line) => !isRefused(line)).length)
    expect(new Set(sent.map(({ value }) => value)).size).toBe(sent.length)
    const filled = text.split(/\r\n|\r|\n/).filter((content) => /[^\s;,"\uFEFF]/u.test(content))
    expect(filled.length - lines.length).toBeLessThanOrEqual(1)
  })
})

test('generated codes join a table in its own columns, and read back as they were drawn', () => {
  for (const [text, first] of [
    ['', 0],
    ['RUN;5', 1],
    ['discount,note,code\n5,,RUN\n', 1],
    ['код\tскидка\r\nRUN\t5', 1],
  ] as const) {
    const lines = read(appendPromoCodes(text, ['DFG4', 'LNR5'], '12.5'))
    expect(lines.slice(first)).toMatchObject(
      ['DFG4', 'LNR5'].map((value) => ({ value, discountPercent: '12.5', verdicts: [] })),
    )
    expect(lines).toHaveLength(first + 2)
  }
})
