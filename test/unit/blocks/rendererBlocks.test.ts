import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BlockType } from '../../../preload/contract/blocks.ts'
import type { BlockTypeId } from '../../../preload/contract/ids.ts'
import { findInLines, plainLines, segmentsOf } from '../../../renderer/features/blocks/codeLines.ts'
import { compareTexts, foldUnchanged, type DiffRow } from '../../../renderer/features/blocks/compareTexts.ts'
import { highlightLines } from '../../../renderer/features/blocks/highlightCode.ts'
import {
  groupsOf,
  matchingTypes,
  nextSort,
  otherFields,
  sortedTypes,
} from '../../../renderer/features/blocks/typeRows.ts'
import { anyCharacter } from '../../support/files/anyCharacter.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const textOf = (lines: ReturnType<typeof plainLines>): string =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n')

describe('code', () => {
  it.each(['xml', 'css', 'javascript', 'json'] as const)('coloured as %s loses no character', (language) => {
    expectAll(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.constantFrom('<a b="c">', '.a{b:c}', 'let a = `x\n`', '{"a":1}\r\n'),
      (text, code) => {
        expect(textOf(highlightLines(code + text, language))).toBe((code + text).replaceAll(/\r\n|\r/g, '\n'))
      },
    )
  })

  it('gets class names and no markup, whatever its content', () => {
    const lines = highlightLines('<img src=x onerror="alert(1)">\n<script>let a = 1</script>', 'xml')
    const classes = new Set(lines.flat().map(({ className }) => className))
    expect([...classes].every((name) => /^[\w\- ]*$/.test(name))).toBe(true)
    expect([...classes]).toEqual(expect.arrayContaining(['hljs-name', 'hljs-attr', 'hljs-keyword']))
  })

  it('is found across tokens and cut where matches begin and end, without losing a character', () => {
    const lines = highlightLines('.tabs__list { border: 1px }\n.TABS {}', 'css')
    const matches = findInLines(lines, 'tabs')
    expect(matches).toMatchObject([0, 1].map((line) => ({ line, start: 1 })))
    const across = findInLines(lines, 'list { b')
    expect(across).toHaveLength(1)
    const segments = segmentsOf(lines[0] ?? [], across)
    const found = segments.filter(({ match }) => match === 0)
    expect(segments.map(({ text }) => text).join('')).toBe('.tabs__list { border: 1px }')
    expect(found.map(({ text }) => text).join('')).toBe('list { b')
    expect(findInLines(lines, '')).toEqual([])
  })

  it('is found at its true place beside letters whose length changes with their case', () => {
    const [match] = findInLines(plainLines('İİ target'), 'target')
    expect(match).toMatchObject({ start: 3, end: 9 })
  })
})

describe('two versions side by side', () => {
  const sides = (rows: readonly DiffRow[]) => rows.map(({ left, right }) => [left?.text ?? null, right?.text ?? null])

  it('put what came in beside what was taken out', () => {
    const shown = sides(compareTexts('a\nb\nc', 'a\nx\ny\nc')).map((row) => row.join(' '))
    expect(shown).toEqual(['a a', 'b x', ' y', 'c c'])
    expect(compareTexts('', 'a')).toEqual([{ left: null, right: { number: 1, text: 'a' }, isChanged: true }])
  })

  it('have every line of both with its own number, folded or not', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((lines) => lines.join('\n'))
    expectAll(text, text, (before, after) => {
      const rows = foldUnchanged(compareTexts(before, after)).flatMap((part) => part.rows)
      const side = (name: 'left' | 'right') => rows.flatMap((row) => row[name] ?? [])
      for (const [name, source] of [
        ['left', before],
        ['right', after],
      ] as const) {
        expect(
          side(name)
            .map((line) => line.text)
            .join('\n'),
        ).toBe(source)
        expect(side(name).map(({ number }) => number)).toEqual(side(name).map((_, index) => index + 1))
      }
    })
  })

  it('fold what is far from a change and leave three lines beside it', () => {
    const lines = Array.from({ length: 20 }, (_, index) => String(index))
    const parts = foldUnchanged(compareTexts(lines.join('\n'), lines.with(10, 'new').join('\n')))
    expect(parts.map(({ kind, rows }) => `${kind} ${rows.length}`)).toEqual(['folded 7', 'rows 7', 'folded 6'])
  })
})

describe('the list', () => {
  const type = (id: string, name: string, group: string, priority: number | null, more = {}): BlockType => ({
    id: id as BlockTypeId,
    name,
    group,
    isWrapping: false,
    priority,
    received: { id, ...more },
  })
  const types = [
    type('10', 'Ёлка', 'A', 2),
    type('9', 'Таблица', 'A', null, { extra: 1 }),
    type('100', 'Tabs', 'B', 10, { other: null }),
  ]
  const ids = (found: readonly BlockType[]) => found.map(({ id }) => id)

  it('is searched by every word, in either alphabet', () => {
    expect(ids(matchingTypes(types, null, 'елка'))).toEqual(['10'])
    expect(ids(matchingTypes(types, null, 'tab'))).toEqual(['9', '100'])
    expect(ids(matchingTypes(types, 'B', 'tab 100'))).toEqual(['100'])
    expect(ids(matchingTypes(types, 'A', ''))).toEqual(['10', '9'])
  })
  it('sorts numbers as numbers, blanks last, and comes back to its own order', () => {
    expect(ids(sortedTypes(types, { column: 'id', isDescending: false }))).toEqual(['9', '10', '100'])
    expect(ids(sortedTypes(types, { column: 'priority', isDescending: true }))).toEqual(['100', '10', '9'])
    const third = nextSort(nextSort(nextSort(null, 'id'), 'id'), 'id')
    expect(ids(sortedTypes(types, third))).toEqual(['10', '9', '100'])
  })
  it('has a column for every field that the service sent beyond the known ones', () => {
    expect(otherFields(types)).toEqual(['extra', 'other'])
    expect(groupsOf(types).map(({ name, count }) => `${name} ${count}`)).toEqual(['A 2', 'B 1'])
  })
})
