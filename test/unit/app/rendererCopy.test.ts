import fc from 'fast-check'
import { expect, it } from 'vitest'
import { guardFormula } from '../../../main/features/files/rules/csv.ts'
import { clipboardTexts } from '../../../renderer/components/dataTable/copyRows.ts'
import { readStrictCsv } from '../../support/files/strictCsv.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

it('rows on the clipboard are not formulas for the spreadsheet that they are pasted into, in either flavour', () => {
  const { tsv, html } = clipboardTexts([
    ['=1+1', '@SUM(A1)', '+7 900', '-Темп-'],
    ['\t=2', 'a=b', '', 'Ann'],
  ])
  expect(readStrictCsv(`${tsv}\r\n`, '\t')).toEqual([
    ["'=1+1", "'@SUM(A1)", "'+7 900", "'-Темп-"],
    ["'\t=2", 'a=b', '', 'Ann'],
  ])
  expect(html).toContain(`<td style='mso-number-format:"\\@"'>'=1+1</td>`)
  expect(html).not.toContain('<td>=')
})

it('rows on the clipboard are not formulas with leading blanks or as a single copied cell either', () => {
  expect(clipboardTexts([[' =1+1', '\n@A1', '\u00a0-x', ' +0:14 ']]).tsv).toBe(
    ["' =1+1", `"'\n@A1"`, "'\u00a0-x", ' +0:14 '].join('\t'),
  )
  expect(clipboardTexts([['＝1+1', '\u200b=1', '\0=1', 'a;=1', 'b,\0=1', 'Omsk, RU']]).tsv).toBe(
    ["'＝1+1", "'\u200b=1", "'\0=1", '"a;=1"', '"b,\0=1"', 'Omsk, RU'].join('\t'),
  )
  expect(clipboardTexts([['a;=1']]).tsv).toBe('a;=1')
  expect(clipboardTexts([['=HYPERLINK(1)']])).toEqual({
    tsv: '=HYPERLINK(1)',
    html: `<table><tr><td style='mso-number-format:"\\@"'>=HYPERLINK(1)</td></tr></table>`,
  })
})

it('rows on the clipboard bear an apostrophe in place of the mark where the clipboard strips styles', () => {
  expect(clipboardTexts([['=1+1', 'Ann']], false).html).toBe("<table><tr><td>'=1+1</td><td>Ann</td></tr></table>")
  expect(clipboardTexts([['=1+1']], false).html).toBe("<table><tr><td>'=1+1</td></tr></table>")
})

it('rows on the clipboard keep times, gaps and numbers unchanged, also as a single copied cell', () => {
  const kept = ['+0:14', '-1:02:03.5', '-5', '+12,5', '31:02']
  expect(clipboardTexts([kept]).tsv).toBe(kept.join('\t'))
  expect(clipboardTexts([['-Темп-']]).tsv).toBe('-Темп-')
})

it('rows on the clipboard preserve any text, guarded exactly where files guard it', () => {
  const sign = fc.constantFrom(...'=|+|-|@|＝|＋|－|＠| |\t|\r|\uFEFF|\u200b|;|5|0:14'.split('|'))
  const cell = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.array(sign, { maxLength: 4 }).map((signs) => signs.join('')),
    fc.constantFrom('=1', '+0:14', 'a\tb', 'x"y', '\r'),
  )
  expectAll(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }), (rows) => {
    const read = readStrictCsv(`${clipboardTexts(rows).tsv}\r\n`, '\t')
    expect(read).toEqual(rows.map((cells) => cells.map(guardFormula)))
  })
})
