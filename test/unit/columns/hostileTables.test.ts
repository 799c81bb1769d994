import { expect, it } from 'vitest'
import { readRows } from '../../support/resultBodies/readings.ts'

/** Each of these bodies would keep the app busy for minutes if a part of reading cost the square of its size. */

const runner = (at: number) => ({ bib: 100 + ((at * 7) % 97), name: `Anna Brodek ${at}`, time: `1:2${at % 10}:11` })

it.each(['1', 'half', 'laufzeit', '男', '(a.'])('reads names of columns of 200,000 characters made of %j', (piece) => {
  const name = piece.repeat(200_000 / piece.length)
  const rows = Array.from({ length: 12 }, (_, at) => ({ ...runner(at), [name]: at }))
  expect(readRows(rows).columns.map((column) => column.name)).toContain(name)
})

it('reads a name of 300,000 blanks and commas in a second column', () => {
  const blanks = ' ,'.repeat(150_000)
  const rows = Array.from({ length: 12 }, (_, at) => ({
    ...runner(at),
    name: at % 2 === 0 ? `Anna Brodek ${at}` : '',
    nativeName: at % 2 === 0 ? '' : `Анна${blanks}Бродек${at}`,
  }))
  expect(readRows(rows).reader.name(rows[1] ?? {})).toBe(`Анна${blanks}Бродек1`)
})

it('keeps thousands of short lines below one line as rows of their own', () => {
  const first = Array.from({ length: 2_000 }, (_, at) => `${at + 1};${at};Anna Brodek ${at};1:20:11;0:10:12;0:20:12;3`)
  const further = Array.from({ length: 10_000 }, () => ';;;;0:10:11;0:20:12;3')
  const { rows } = readRows(['Place;Bib;Name;Time;a;b;c', ...first, ...further].join('\n'))
  expect(rows).toHaveLength(12_000)
})
