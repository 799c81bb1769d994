import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardFormula } from '../../main/domain/csv.ts'
import { clipboardTexts } from '../../renderer/components/dataTable/copyRows.ts'
import { readStrictCsv } from '../support/strictCsv.ts'

describe('rows on the clipboard', () => {
  it('are no formulas to the spreadsheet that they are pasted into, in either flavour', () => {
    const { tsv, html } = clipboardTexts([
      ['=1+1', '@SUM(A1)', '+7 900', '-Темп-'],
      ['\t=2', 'a=b', '', 'Ann'],
    ])
    expect(readStrictCsv(`${tsv}\r\n`, '\t')).toEqual([
      ["'=1+1", "'@SUM(A1)", "'+7 900", "'-Темп-"],
      ["'\t=2", 'a=b', '', 'Ann'],
    ])
    expect(html).toContain("<td>'=1+1</td>")
    expect(html).not.toContain('<td>=')
  })

  it('keep times, gaps and numbers as they are, and a cell that is copied alone', () => {
    const kept = ['+0:14', '-1:02:03.5', '-5', '+12,5', '31:02']
    expect(clipboardTexts([kept]).tsv).toBe(kept.join('\t'))
    expect(clipboardTexts([['-Темп-']]).tsv).toBe('-Темп-')
  })

  it('come back as they were from any text, but for what files would guard too', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('=1', '+0:14', 'a\tb', 'x"y', '\r'),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const read = readStrictCsv(`${clipboardTexts(rows).tsv}\r\n`, '\t')
        const isNumber = (text: string): boolean => /^[+-]\d+(?:[.,]\d+)?$/.test(text)
        expect(read).toEqual(rows.map((cells) => cells.map((text) => (isNumber(text) ? text : guardFormula(text)))))
      }),
      { numRuns: 200 },
    )
  })
})
