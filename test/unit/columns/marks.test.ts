import { expect, it } from 'vitest'
import { isBlank } from '../../../main/features/columns/rules/cells/blanks.ts'
import { clockOf, guessesOf, readRows } from '../../support/resultBodies/readings.ts'

const names = 'Anna Brodek|Boris Cernik|Clara Dvorin|Daniel Egger|Eva Fjeld|Fritz Gamle|Gerda Hovden|Hanna Ilves'.split(
  '|',
)
const secondsOf = (at: number): number => 2_400 + at * 53 + ((at * at) % 5) * 7
const lineOf = (at: number): string[] => [
  `${at + 1}`,
  `${70 + ((at * 7) % 31)}`,
  names[at] ?? '',
  clockOf(secondsOf(at)),
]

const headers = ['Place;Bib;Name;Time', 'Место;Номер;Имя;Результат', 'Platz;Startnr;Name;Zeit', 'Clt;Dossard;Nom;Temps']
const moreHeaders = ['Plac;Startnr;Namn;Tid', 'Pořadí;Číslo;Jméno;Čas', 'rank;bib;name;chipTime', '']

it.each(['DNF', 'NT', '✗', 'X1:11.05', 'хрзт', 'zu spät', '~~', '…', '-----'])(
  'keeps the roles of times and places that have %s among them, whatever the headers',
  (mark) => {
    for (const header of [...headers, ...moreHeaders]) {
      const lines = names.map((_, at) => (at < 6 ? lineOf(at) : [mark, ...lineOf(at).slice(1, 3), mark]).join(';'))
      const { rows, columns, reader } = readRows([...(header === '' ? [] : [header]), ...lines].join('\n'))
      expect([columns[0]?.role, columns[3]?.role]).toEqual([
        'place',
        header.endsWith('chipTime') ? 'chipTime' : 'result',
      ])
      expect(rows.filter((row) => reader.finishMs(row) !== null)).toHaveLength(6)
    }
  },
)

it('reads no column where words are as many as values', () => {
  const rows = names.map((name, at) => ({
    name,
    time: at % 2 === 0 ? clockOf(secondsOf(at)) : `wave ${'abcd'[at >> 1]}`,
  }))
  expect(guessesOf(rows).get('time')?.role).toBeNull()
})

it('takes anything without a letter or a figure for blank, but for pictures', () => {
  const blank = ' |-|–|—|-----|~~|…|?|.|*|***|--:--|– –|=|#|N/A|NaN'
  expect(blank.split('|').filter((text) => !isBlank(text))).toEqual([])
  expect('0|x|é|½|✓|♀|Na|n|д/я'.split('|').filter(isBlank)).toEqual([])
})

it.each([
  ['Finish', 'Time'],
  ['Result', 'Finish'],
  ['Результат', 'Время'],
  ['Seed Time', 'Finals Time', '59.10'],
  ['Entry time', 'Time', '41:00'],
  ['Meldezeit', 'Zeit', '40:30'],
])('reads no result from %s beside %s', (other, result, cell = '') => {
  const rows = names.map((name, at) => ({ place: at + 1, name, [other]: cell, [result]: clockOf(secondsOf(at)) }))
  const guesses = guessesOf(rows)
  expect([guesses.get(other)?.role, guesses.get(result)?.role]).toEqual([null, 'result'])
})
