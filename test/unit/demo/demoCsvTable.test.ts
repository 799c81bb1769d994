import { array, constantFrom, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv } from '../../../main/demo/csvTable.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const table = (text: string): readonly (readonly string[])[] => {
  const parsed = parseCsv(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return [parsed.value.columns, ...parsed.value.rows]
}

test('semicolons and tabs are recognised, also when the header quotes other separators', () => {
  const told = (text: string) => table(text).map((cells) => cells.join(' | '))
  expect(told('"a,b,c";d\n1;2,5')).toEqual(['a,b,c | d', '1 | 2,5'])
  expect(told('a\tb\n1,2\t3;4')).toEqual(['a | b', '1,2 | 3;4'])
})

test('a last line without a line end, a trailing separator, blank lines and old line ends lose nothing', () => {
  expect(table('\n\na,b\r1,2\r\r\n\n3,')).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', ''],
  ])
})

test('quotes inside a bare cell and text after a closing quote are kept', () => {
  expect(table('a,b\n5" x,"6"x\n')).toEqual([
    ['a', 'b'],
    ['5" x', '6x'],
  ])
})

test('empty and repeated header names become distinct, also against names that are there already', () => {
  expect(table(',Time,Time,Time (2),,__proto__\n1,2,3,4,5,6')[0]).toEqual(
    'column1|Time|Time (2)|Time (2) (2)|column5|__proto__'.split('|'),
  )
})

test('cells beyond the header get columns of their own', () => {
  expect(table('a,b\n1\n1,2,3,4')).toEqual([['a', 'b', 'column3', 'column4'], ['1'], ['1', '2', '3', '4']])
})

test('a quote that is never closed is named by its row instead of swallowing the rest', () => {
  expect(parseCsv('a,b\n1,2\n3,"4\n5,6\n')).toMatchObject({
    ok: false,
    error: { kind: 'invalid-input', issues: [{ message: 'row 3: a quoted cell is never closed' }] },
  })
})

test('a file without rows is refused', () => {
  for (const text of ['', '\n', 'a,b\n']) expect(parseCsv(text).ok).toBe(false)
})

test('whatever is written by RFC 4180 is read back as it was', () => {
  const cell = string({ unit: constantFrom('a', 'ё', '"', ',', ';', '\t', '\n', '\r', ' ', '=') })
  const rows = array(tuple(cell, cell, cell), { minLength: 1 })
  expectAll(rows, constantFrom(',', ';', '\t'), (written, separator) => {
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
    const lines = written.map((row) => row.map(quote).join(separator))
    const text = [['x', 'y', 'z'].join(separator), ...lines].join('\r\n')
    expect(table(text).slice(1)).toEqual(written)
  })
})
