import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText, plain, tableLines } from '../../../main/cli/words/plain.ts'
import { answerText } from '../../../main/cli/verbs/results.ts'
import { columnKeys } from '../../../main/features/columns/rules/sourceColumns.ts'
import type { CategoryId } from '../../../preload/contract/ids.ts'
import type { Row } from '../../../preload/contract/results.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const steering = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

test('no text of a service can steer the terminal it is shown in', () => {
  expectAll(fc.string({ unit: anyCharacter }), (text) => {
    expect(plain(text)).not.toMatch(steering)
  })
  expect(plain('\u001b]0;title\u0007 \u009b31m \r\n\u202e')).toBe('␛]0;title␇ �31m ␍␊�')
})

test('JSON lets no control character through and still means the same', () => {
  expectAll(fc.jsonValue(), (value) => {
    expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
  })
  const text = jsonText({ name: '\u009b31m\u007f\u2028\n' })
  expect(text).not.toMatch(steering)
  expect(JSON.parse(text)).toEqual({ name: '\u009b31m\u007f\u2028\n' })
})

test('columns stay aligned under wide and combining characters', () => {
  const cells = ['山田', 'Иванов', 'Noe\u0301'].map((name, at) => [name, String(at + 1)])
  const lines = tableLines(['name', 'place'], cells)
  expect(lines).toEqual(['name    place\n', '山田    1\n', 'Иванов  2\n', 'Noe\u0301     3\n'])
})

test('a long cell is cut without leaving half a character', () => {
  const [, line = ''] = tableLines(['name'], [['🏃'.repeat(60)]])
  expect(line.isWellFormed()).toBe(true)
  expect(line.length).toBeLessThan(70)
})

test('a source column named distance or category is not lost under the added one, and overwrites no other', () => {
  const keys = columnKeys(['distance', 'distance (source)', 'category'])
  expect(keys).toEqual(['distance (source) (source)', 'distance (source)', 'category (source)'])
})

test('rows of several chunks join to one JSON value; hostile names, arrays and missing cells survive', () => {
  const row = { category: '7' as CategoryId, identity: '', status: 'OK', place: null } as const
  const rows = Array.from({ length: 2_500 }, (_, index): Row => ({
    ...row,
    index,
    cells: [String(index), [{ lap: 1 }]],
  }))
  const columns = ['__proto__', 'laps', 'club']
  const shown = columns.map((key, index) => ({ key, index }))
  const places = new Map([['7' as CategoryId, { distance: '10 km', category: 'M40' }]])
  const text = [
    ...answerText({ total: 9_999, totalRows: null, areSimilar: false, columns: shown, places, rows, damaged: [] }),
  ].join('')
  const answer: { total: number; columns: string[]; rows: Record<string, unknown>[] } = JSON.parse(text)
  expect(answer.total).toBe(9_999)
  expect(answer.columns).toEqual(columns)
  expect(answer.rows).toHaveLength(2_500)
  const cells = Object.entries(answer.rows[2_499] ?? {}).map(([name, cell]) => `${name} ${JSON.stringify(cell)}`)
  expect(cells.join()).toBe('__proto__ "2499",laps [{"lap":1}],club null,distance "10 km",category "M40"')
})
