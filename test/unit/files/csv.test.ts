import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CsvPreset } from '../../../preload/contract/files.ts'
import type { Cell } from '../../../preload/contract/ids.ts'
import { cellText } from '../../../main/kernel/text/cellText.ts'
import {
  csvDialects,
  csvLineWriter,
  guardFormula,
  withoutFormulaStart,
} from '../../../main/features/files/rules/csv.ts'
import { decimalSign, excelCells } from '../../../main/features/files/rules/excelCells.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const presets = Object.keys(csvDialects) as CsvPreset[]
const pieces = fc.constantFrom(...'"|""|,|;|\t|\r|\n|\r\n|\'|=|+|-|@|0:14|ё| |1|\uFEFF|\u200b|＝|－|\0'.split('|'))
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join('')),
)
const cells: fc.Arbitrary<Cell | undefined> = fc.oneof(
  texts,
  fc.constant(null),
  fc.constant(undefined),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(texts, { maxLength: 3 }),
  fc.constant({}),
)
const tables = fc
  .integer({ min: 1, max: 6 })
  .chain((width) => fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))

const write = (preset: CsvPreset, rows: readonly (readonly (Cell | undefined)[])[]): string =>
  rows.map(csvLineWriter(csvDialects[preset])).join('')

const readOne = (cell: Cell, preset: CsvPreset = 'en'): string | undefined =>
  readStrictCsv(write(preset, [[cell]]), csvDialects[preset].separator)[0]?.[0]

it.each(presets)(
  'gives back from %s what was written, but for the apostrophe before what a spreadsheet would run',
  (preset) => {
    expectAll(tables, (rows) => {
      const read = readStrictCsv(write(preset, rows), csvDialects[preset].separator)
      expect(read).toHaveLength(rows.length)
      for (const [index, row] of rows.entries()) {
        for (const [column, cell] of row.entries()) {
          const field = read[index]?.[column] ?? 'nothing'
          const text = cellText(cell)
          expect([text, `'${text}`]).toContain(field)
          const isGuarded = typeof cell === 'string' && field !== text
          if (isGuarded) expect(text).toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u)
          if (typeof cell === 'string' && /^(?:[\s\p{Cc}\p{Cf}]*[=@＝＠]|[\t\r])/u.test(cell))
            expect(field).toBe(`'${text}`)
        }
      }
    })
  },
)

describe('the formula guard', () => {
  // LibreOffice leaves out \0 and then reads a formula.
  const dangerous =
    '=1+1|@x|＝1+1|＋1|－x|＠SUM(1)| =1|\u00a0=1|\uFEFF=1|\u200b\u2060=1|\0=1| \0+x|\n=1|\t5|+7 900|\tx|\rx|=|+|-|@|' +
    '=HYPERLINK("http://x";"y")|-1:02:03.5+1|+0:14=1|--0:14|+1:2|+a:14'
  it.each(dangerous.split('|'))('guards %j in every preset', (text) => {
    for (const preset of presets) expect([preset, readOne(text, preset)]).toEqual([preset, `'${text}`])
  })

  const harmless =
    "+0:14|-1:02:03.5|-0:03|+12:34:56,789|1:02:03|-5|+7|-1.5|+12,5| -5|+0:14 |'=1|a=1|x＝1|\nx|5||Анна-Мария|7-8".split(
      '|',
    )
  it.each(harmless)('leaves %j as it is', (text) => {
    for (const preset of presets) expect([preset, readOne(text, preset)]).toEqual([preset, text])
  })

  it('is not in files for programs', () => {
    expect(csvLineWriter(csvDialects.en, true)(['=1+1', '@x', -5, 'a;b'])).toBe('=1+1,@x,-5,"a;b"\r\n')
  })

  it('leaves nothing that begins a formula where its receiver takes no apostrophe', () => {
    for (const text of dangerous.split('|')) expect(guardFormula(withoutFormulaStart(text))).not.toMatch(/^'/)
    for (const text of harmless) expect(withoutFormulaStart(text)).toBe(text)
    expect(withoutFormulaStart(" =cmd|'/c calc'!A1")).toBe("cmd|'/c calc'!A1")
  })

  it('does not change what is not text', () => {
    const cells = [-5, 1.5, -0.25, 1e21, true, [-1], ['=1']]
    expect(cells.map((cell) => readOne(cell))).toEqual('-5|1.5|-0.25|1e+21|true|[-1]|["=1"]'.split('|'))
  })
})

/** Unit, cells as received, and as English Excel reads them; the sign of its language stands in a Russian one. */
it.each([
  [undefined, '38:00|9:05.5|24:36:02.48|1.02:03:04|0:00', '0:38:00|0:09:05.5|24:36:02.48|26:03:04|0:00:00'],
  [undefined, '1 ч 02 мин 10 с|PT38M|38′05″', '1:02:10|0:38:00|0:38:05'],
  [
    undefined,
    '-0:05|DNF||58.31|1 lap|+1 Lap|38:00 (2)|0:01.0005',
    "'-0:05|DNF||58.31|1 lap|+1 Lap|38:00 (2)|0:01.0005",
  ],
  ['s', '58.31|1:02.5|2280|3599.5|н/я|-3', '0:00:58.31|0:01:02.5|0:38:00|0:59:59.5|н/я|-3'],
  ['ms', '2280000', '0:38:00'],
  ['km', '45.3|12:00:00', '45.3|12:00:00'],
] as const)('writes times of unit %s so that Excel reads them: %s', (unit, received, written) => {
  const cells = received.split('|')
  const columns = (['result', 'gap', 'split', 'lap', 'pace'] as const).map((role) => ({ role, ...(unit && { unit }) }))
  const inColumns = (sign: ',' | '.', cell: Cell) => new Set(excelCells(columns, sign)(columns.map(() => cell)))
  for (const [at, text] of written.split('|').entries()) {
    expect([...inColumns('.', cells[at] ?? '')]).toEqual([text])
    const isTime = text !== cells[at] || /^\d+:\d\d:\d\d\.\d/.test(text)
    expect([...inColumns(',', cells[at] ?? '')]).toEqual([isTime ? text.replace('.', ',') : text])
  }
})

it.each([
  ['bib', "'15.1|'15-1|'15/1|'15,1|'015|'1E5|'12.5|7|15A|A15|12345678901"],
  ['ageGroup', "'10-12|40-44|'12.31|'31.12|'12/99|2026-05-16|'05.16|M40"],
  [undefined, "10:00|'+0:13|1:24:32"],
] as const)('guards texts of %s of which Excel would make a date, a number or a formula: %s', (role, guarded) => {
  const write = excelCells([role === undefined ? {} : { role }], ',')
  const texts = guarded.split('|')
  expect(texts.flatMap((text) => write([text.replace("'", '')]))).toEqual(texts)
})

it('writes numbers with the decimal sign of Excel, and gaps among results as received', () => {
  const points = { role: 'points', kind: 'number' } as const
  const columns = [{ role: 'bib' }, points, points, { role: 'gap' }, { role: 'result' }] as const
  const line = [15.1, 12.5, '12.5', '+1:05,3', '+1:05,3']
  expect(excelCells(columns, ',')(line)).toEqual(["'15.1", '12,5', '12,5', '0:01:05,3', "'+1:05,3"])
  expect(excelCells(columns, '.')(line)).toEqual(["'15.1", 12.5, '12.5', '0:01:05.3', "'+1:05,3"])
})

it('writes each preset in its own separator and encoding, and quotes cells with any separator', () => {
  expect(csvDialects).toEqual({
    ru: { separator: ';', encoding: 'utf8', hasByteOrderMark: true, lineEnd: '\r\n' },
    en: { separator: ',', encoding: 'utf8', hasByteOrderMark: true, lineEnd: '\r\n' },
    import: { separator: ',', encoding: 'utf8', hasByteOrderMark: false, lineEnd: '\r\n' },
    tsv: { separator: '\t', encoding: 'utf16le', hasByteOrderMark: true, lineEnd: '\r\n' },
  })
  const signs = presets.map((preset) => [preset, decimalSign(preset, 'en'), decimalSign(preset, 'ru')].join(' '))
  expect(signs).toEqual(['ru , ,', 'en . .', 'import . .', 'tsv . ,'])
  const cells = ['a;b', 'c,d', 'e\tf', 'g']
  expect(write('ru', [cells])).toBe('"a;b";"c,d";"e\tf";g\r\n')
  expect(write('import', [cells])).toBe('"a;b","c,d","e\tf",g\r\n')
  expect(write('tsv', [cells])).toBe('"a;b"\t"c,d"\t"e\tf"\tg\r\n')
})

it.each(['a"b\r\n', '"a"b\r\n', '"a\r\n', 'a,b\r\nc\r\n', 'a\n', 'a\r', 'a'])(
  'is read back by a reader that refuses %j',
  (text) => {
    expect(() => readStrictCsv(text, ',')).toThrow(/no line end|stray quote|never ends|fields/)
  },
)
