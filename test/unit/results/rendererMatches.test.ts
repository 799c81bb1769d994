import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldSearched as fold } from '../../../main/kernel/fold.ts'
import { queryWords } from '../../../main/features/results/rules/queryWords.ts'
import * as domain from '../../../main/features/results/rules/transliteration.ts'
import { findMatches, soughtWords } from '../../../renderer/components/marks/matches.ts'
import * as spelling from '../../../renderer/components/marks/spellings.ts'
import { expectAll, expectAllIn } from '../../support/units/expectAll.ts'
import { isTransliterated } from '../../support/units/transliterated.ts'

const marked = (text: string, query: string): readonly string[] =>
  findMatches(text, soughtWords(query)).map(([start, end]) => text.slice(start, end))

it.each([
  ['Щербаков', 'Shcherb', 'Щерб'],
  ['Щербаков', 'shc', 'Щ'],
  ['Shcherbakov', 'Щерб', 'Shcherb'],
  ['Дмитрий Иванов', 'dmitri ivan', 'Дмитрий+Иван'],
  ['Пётр', 'петр', 'Пётр'],
  ['Пе\u0308тр Первый', 'пет', 'Пе\u0308т'],
  ['Андреи\u0306', 'рей', 'реи\u0306'],
  ['Андрей', 'реи', ''],
  ['Straße', 'strasse', 'Straße'],
  ['Straße', 'as', 'aß'],
  ['Łódź', 'lodz', 'Łódź'],
  ['Анна-Мария', 'анна‑мария', 'Анна+Мария'],
  ['"Динамо"', 'din', 'Дин'],
  ['ивановна Иванова', 'иван', 'иван+Иван'],
  ['12142', '21 214', '214'],
  ['Шишкин', 'Šiš', 'Шиш'],
  ['Ильин', "Il'in", 'Ильин'],
  ['Lia O’Dell', 'odell', 'O’Dell'],
  ["Мар'яна ODell", 'маряна o´d', "Мар'яна+OD"],
  ['🏃 Ким', 'ким', 'Ким'],
  ['Holm Ada', 'Holm, Ada (SWE)', 'Holm+Ada'],
  ['Иванов', 'van', ''],
  ['Иванов Пётр', 'ivanov p', 'Иванов+П'],
  ['Petrov Ivan', 'петр ив', 'Petr+Iv'],
  ['Пётр', 'p', ''],
  ['Иванов', '', ''],
])('marks of the cell %s for %s: %s', (text, query, expected) => {
  expect(marked(text, query).join('+')).toBe(expected)
})

const letters = fc.constantFrom(
  ...Array.from(`абвгджийкщьыяёЙЩabcdhijkoswyzSCZ'’´ʼ,(- .7łßéš"\u00a0І`),
  'и\u0306',
  'е\u0308',
  's\u030c',
)
const texts = fc.array(letters, { maxLength: 14 }).map((list) => list.join(''))

it('marks something exactly where the core finds it, and only whole letters', () => {
  expectAllIn(300, texts, texts, (text, query) => {
    const [sought] = soughtWords(query)
    const [word] = queryWords(query)
    expect(sought).toEqual(word)
    if (word === undefined || sought === undefined) return
    const tokens = fold(text).split(/\s+/)
    const isFound = tokens.some(
      (token) => token.includes(word.word) || isTransliterated(word.spelled, token, word.script),
    )
    const matches = findMatches(text, [sought])
    expect([text, query, matches.length > 0]).toEqual([text, query, isFound])
    for (const [start, end] of matches) {
      expect(start).toBeLessThan(end)
      expect(/^\p{Mn}/u.test(text.slice(start)) || /^\p{Mn}/u.test(text.slice(end))).toBe(false)
    }
  })
})

it('spells as the core does', () => {
  expect(spelling.spellings).toEqual(domain.spellings)
  expectAll(texts.map(fold), texts.map(fold), (word, text) => {
    expect(spelling.scriptOf(word)).toBe(domain.scriptOf(word))
    expect(spelling.scriptsOf([word, text])).toEqual(domain.scriptsOf([word, text]))
    expect(spelling.spellsLatin(word, text)).toBe(domain.spellsLatin(word, text))
    expect(spelling.spellsCyrillic(word, text)).toBe(domain.spellsCyrillic(word, text))
    expect(spelling.spellMarks(word)).toBe(domain.spellMarks(word))
  })
})
