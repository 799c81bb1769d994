import { expect, it } from 'vitest'
import { readRows } from '../../support/resultBodies/readings.ts'

/** The row of the fourth of twelve runners; what it has beside a time says that the time does not count. */
const fourth = 3

const statusesOf = (said: (at: number) => object) => {
  const rows = Array.from('ABCDEFGHIJKL', (letter, at) => {
    const place = at === fourth ? '' : at + 1
    return { place, bib: 50 + ((at * 7) % 31), name: `Anna Brodek ${letter}`, time: `1:2${at % 10}:11`, ...said(at) }
  })
  const { reader } = readRows(rows)
  return rows.map((row) => reader.status(row))
}

const onlyFourth = (cell: string, other: string | ((at: number) => string)) => (at: number) =>
  at === fourth ? cell : typeof other === 'string' ? other : other(at)

it.each([
  ['a sentence for a status', 'status', 'Disqualified: cut the course at the second control', 'Finished', 'DSQ'],
  ['a code of several words', 'state', 'disqualified_by_jury', 'finished', 'DSQ'],
  ['a Russian sentence', 'статус', 'сошла на 12 км', 'финишировал', 'DNF'],
  ['a word behind the time', 'time', '1:23:11 DSQ', (at: number) => `1:2${at % 10}:11`, 'DSQ'],
  ['a word in brackets among places', 'time', '1:23:11 (DSQ)', (at: number) => `1:2${at % 10}:11 (${at + 1})`, 'DSQ'],
  ['a word behind the place', 'place', '4 (DNF)', (at: number) => `${at + 1} (2)`, 'DNF'],
  ['a word for the gap', 'gap', 'DSQ', (at: number) => `+${at % 10}:00`, 'DSQ'],
  ['a word in a place', 'place', 'OCO', (at: number) => `${at + 1}`, 'OTL'],
  ['an unknown word in a place', 'place', 'Zrt', (at: number) => `${at + 1}`, 'unknown'],
  ['an unknown word for a time', 'time', 'no chip read', (at: number) => `1:2${at % 10}:11`, 'unknown'],
  ['a time that does not count', 'time', 'X1:23:11', (at: number) => `1:2${at % 10}:11`, 'unknown'],
  ['a word for a visitor behind the time', 'time', '1:23:11 NC', (at: number) => `1:2${at % 10}:11`, 'NC'],
  ['a code for a visitor', 'Classifier', '6', '0', 'NC'],
  ['a cross for a visitor', 'nc', 'X', '0', 'NC'],
  ['a yes for a visitor', 'в/к', 'да', '', 'NC'],
  ['a code beside a flag', 'Classifier', '2', '0', 'DNF'],
  ['a reason under a flag', 'disqualified', 'cut the course', '', 'DSQ'],
  ['a point under a flag', 'retired', 'at control 7', '', 'DNF'],
  ['a category of its own', 'category', 'DSQ', 'M40', 'DSQ'],
  ['a group of its own', 'group', 'Disqualified', 'Men', 'DSQ'],
] as const)('does not read a row with %s as a finisher', (_, column, cell, other, status) => {
  const statuses = statusesOf((at) => ({ [column]: onlyFourth(cell, other)(at) }))
  expect(statuses[fourth]).toBe(status)
  expect(statuses.filter((one) => one === 'OK')).toHaveLength(11)
})

it.each([
  ['disqualified', 'not disqualified'],
  ['disqualified', 'none'],
  ['retired', 'Police officer'],
  ['category', 'HC'],
  ['club', 'DNS Runners'],
  ['name', 'Abandon Boris'],
] as const)('keeps finishers whose %s says %j', (column, cell) => {
  const statuses = statusesOf((at) => ({ place: at + 1, [column]: `${cell}${column === 'name' ? ` ${at}` : ''}` }))
  expect(new Set(statuses)).toEqual(new Set(['OK']))
})
