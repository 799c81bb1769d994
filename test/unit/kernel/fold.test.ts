import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fold, searchWords } from '../../../main/kernel/fold.ts'
import { expectAll } from '../../support/units/expectAll.ts'

it.each([
  ['Алёна', 'алена'],
  ['АЛЁНА', 'Алена'],
  ['Семён', 'Семе\u0308н'],
  ['Андрей', 'Андреи\u0306'],
  ['Йод', 'И\u0306од'],
  ['Müller', 'Mu\u0308ller'],
  ['MÜLLER', 'muller'],
  ['Łódź', 'lodz'],
  ['Straße', 'STRASSE'],
  ['Søren', 'soren'],
  ['Анна-Мария', 'анна мария'],
  ['Анна‑Мария', 'анна—мария'],
  ['ﬁn', 'fin'],
  ['а\u0301нна', 'анна'],
  ['Ⅳ', 'iv'],
  ['no\u00a0break', 'no break'],
  ['İzmir', 'izmir'],
  ['Ağrı', 'agri'],
  ['a\r\nb', 'a \nb'],
  ['Ａｂ', 'ab'],
])('treats %j and %j as equal', (one, other) => {
  expect(fold(one)).toBe(fold(other))
})

it.each([
  ['Андреи', 'Андрей'],
  ['Иванов', 'Йванов'],
  ['е', 'э'],
  ['o', 'о'],
])('keeps %j apart from %j', (one, other) => {
  expect(fold(one)).not.toBe(fold(other))
})

it('folds what is folded to itself, and keeps the number of lines, whatever the text', () => {
  expectAll(fc.string({ unit: 'grapheme' }), (text) => {
    const folded = fold(text)
    expect(fold(folded)).toBe(folded)
    expect(folded.split('\n')).toHaveLength(text.split('\n').length)
  })
})

it('folds a table as it folds each of its cells', () => {
  expectAll(fc.array(fc.string({ unit: 'grapheme-composite' })), (cells) => {
    expect(fold(cells.join(' '))).toBe(cells.map(fold).join(' '))
  })
})

it('finds no word in blanks and hyphens, and each word once', () => {
  expect(searchWords(' - – \n\t')).toEqual([])
  expect(searchWords('Иванов иванов 21')).toEqual(['иванов', '21'])
})
