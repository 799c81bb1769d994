import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDelimited } from '../../../main/features/columns/rules/body/delimitedText.ts'
import { findColumns } from '../../../main/features/columns/rules/table/describeRows.ts'
import type { FoundRows } from '../../../main/features/columns/rules/body/foundRows.ts'
import { readTable } from '../../../main/features/columns/rules/body/readBody.ts'
import { textBodies } from '../../support/resultBodies/textBodies.ts'
import { expectAllIn } from '../../support/units/expectAll.ts'

const read = (text: string, hasHeader: boolean | null = null): FoundRows => {
  const found = readDelimited(text, hasHeader)
  if (found === null || 'kind' in found) throw new Error(JSON.stringify(found))
  return found
}

it.each(textBodies)('reads $name', ({ text, rows, cells, columns }) => {
  const found = read(text)
  expect(found.rows).toHaveLength(rows)
  expect(found.sources).toHaveLength(rows)
  for (const [row, wanted] of Object.entries(cells)) expect(found.rows[Number(row)]).toMatchObject(wanted)
  const names = findColumns(found.rows).map(({ name }) => name)
  if (columns !== undefined) expect(names.toSorted()).toEqual([...columns].toSorted())
})

it.each(textBodies)('keeps the source lines of each row of $name', ({ text }) => {
  let from = 0
  for (const source of read(text).sources) {
    const at = text.indexOf(String(source), from)
    expect(at).toBeGreaterThanOrEqual(from)
    from = at + String(source).length
  }
})

it('shows both lines of an athlete as the source of the row', () => {
  const text =
    'Bib;Name;Club;Time;A;B\n7;Ada Pine;;1:00:00;20:00;60:00\n;;;;20:00;40:00\n8;Ben Birch;;1:10:00;25:00;70:00\n;;;;25:00;45:00\n'
  expect(read(text).sources).toEqual([
    '7;Ada Pine;;1:00:00;20:00;60:00\n;;;;20:00;40:00',
    '8;Ben Birch;;1:10:00;25:00;70:00\n;;;;25:00;45:00',
  ])
})

it('keeps people of whom little is known as rows', () => {
  const text =
    'Place;Bib;Name;Club;City;Time\n1;7;Ada Pine;Hill AC;Oslo;1:00:00\n2;8;Ben Birch;;;1:01:00\n;9;;;;\n;;Cleo Rowan;;;\n;10;Dan Alder;;;\n'
  const people = read(text).rows.map((row) => `${String(row['Bib'])} ${String(row['Name'])}`)
  expect(people).toEqual(['7 Ada Pine', '8 Ben Birch', '9 ', ' Cleo Rowan', '10 Dan Alder'])
})

it('takes a line of two known words for the header of wider rows', () => {
  const [first] = read('Bib;Name\n7;Ada Pine;1:00:00\n8;Ben Birch;1:01:00\n').rows
  expect(first).toEqual({ Bib: '7', Name: 'Ada Pine', 3: '1:00:00' })
})

it('follows a user who says whether the first line names the columns', () => {
  const text = 'alpha;beta;gamma\nx;1:00;5\ny;1:01;6\n'
  expect(read(text, true).rows).toEqual([
    { alpha: 'x', beta: '1:00', gamma: '5' },
    { alpha: 'y', beta: '1:01', gamma: '6' },
  ])
  expect(read(text, false).rows[0]).toEqual({ 1: 'alpha', 2: 'beta', 3: 'gamma' })
  const headless = 'Pine;Ada;23:10\nBirch;Ben;23:20\n'
  expect(read(headless, false).rows).toHaveLength(2)
  expect(read(headless, true).rows).toEqual([{ Pine: 'Birch', Ada: 'Ben', '23:10': '23:20' }])
})

const cell = fc.constantFrom('Ada', 'Name', 'Bib', '1', '1:00', '', '-', 'M20', '"a\nb"', '#', 'Total', ' ', '2024')
const anyText = fc
  .array(fc.array(cell, { maxLength: 7 }), { maxLength: 14 })
  .chain((lines) =>
    fc.constantFrom(';', ',', '\t').map((separator) => lines.map((cells) => cells.join(separator)).join('\n')),
  )

it('takes every value from the text, and never fails', () => {
  expectAllIn(100, anyText, fc.constantFrom(null, true, false), (text, hasHeader) => {
    const found = readDelimited(text, hasHeader)
    if (found === null || 'kind' in found) return
    expect(found.sources).toHaveLength(found.rows.length)
    const values = found.rows.flatMap((row) => Object.values(row)).filter((value) => value !== null)
    for (const value of values) expect(text.replaceAll('"', '')).toContain(String(value).split(' ')[0])
  })
})

it('reads times at points as splits, but not leg times of a second line', () => {
  const legs = [1_500, 1_900, 1_300]
  const lines = Array.from({ length: 12 }, (_, index) => {
    const own = legs.map((leg, at) => leg + index * 20 + ((index * 7 + at * 5) % 11))
    const sums = own.map((_leg, at) => own.slice(0, at + 1).reduce((sum, leg) => sum + leg, 0))
    const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    const finish = sums.at(-1) ?? 0
    const result = `${Math.floor(finish / 3600)}:${clock(finish % 3600).padStart(5, '0')}`
    return `${index + 1};${index + 51};Pine ${'ABCDEFGHIJKL'[index]}da;${result};${sums.map(clock).join(';')}\n;;;;${own.map(clock).join(';')}`
  })
  for (const names of ['CP 1;CP 2;Finish', '#1 (31);#2 (45);#F(240)']) {
    const { table } = readTable(`Place;Bib;Name;Time;${names}\n${lines.join('\n')}\n`, '', 200)
    const roles = Object.fromEntries((table?.columns ?? []).map(({ name, role }) => [name, role]))
    const [first = '', second = ''] = names.split(';')
    expect([names, roles['Time'], roles[first], roles[second]]).toEqual([names, 'result', 'split', 'split'])
    for (const name of names.split(';')) expect(['lap', undefined]).toContain(roles[`${name} (2)`])
  }
})

it('keeps people with a result only apart from those above them', () => {
  const lines = Array.from({ length: 8 }, (_, at) => `${at + 1};M;${at + 40};Ada Pine ${at};1:2${at}:11\n;;;;1:20:30\n`)
  expect(read(`Pl;Cat;Nr;Name;Time\n${lines.join('')}`).rows).toHaveLength(16)
})

it('keeps people with a bib of their own apart from those above them, whatever their times', () => {
  const lines = Array.from(
    { length: 8 },
    (_, at) => `${at + 1};Ada Pine ${at};Oaks;${at};1:20:11;;\n;;;${at + 90};;20:11;40:01`,
  )
  expect(read(`Pl;Name;Club;Bib;Time;A;B\n${lines.join('\n')}`).rows).toHaveLength(16)
})
