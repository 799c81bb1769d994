import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  findLines,
  indexLines,
  readJsonLine,
  readLines,
  readTextLine,
  type LineReader,
} from '../../../main/features/calls/rules/replyLines.ts'
import { expectAll } from '../../support/units/expectAll.ts'

const runToEnd = <T>(steps: Generator<undefined, T>): T => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

const allLines = (text: string, read: LineReader): readonly string[] => {
  const index = runToEnd(indexLines(text, read))
  const lines = readLines(text, read, index, 0, index.lines + 10)
  expect(lines).toHaveLength(index.lines)
  return lines
}

/** JSON as a generator may nest it, with keys and texts that hold its own marks. */
const json = fc.jsonValue({ maxDepth: 5 })

it('shows JSON as JSON.stringify would indent it, whatever is in it', () => {
  expectAll(json, fc.constantFrom(0, 1, '\t'), (value, space) => {
    const lines = allLines(JSON.stringify(value, null, space), readJsonLine)
    expect(lines.join('\n')).toBe(JSON.stringify(value, null, 2))
  })
})

it('loses no digit and no escape of what was received', () => {
  const text = '{"id":12345678901234567890,"sum":1.50,"e":1E+2,"s":"\\u0418\\/\\"\\\\","empty":{},"none":[ ]}'
  expect(allLines(text, readJsonLine)).toEqual(
    '{|  "id": 12345678901234567890,|  "sum": 1.50,|  "e": 1E+2,|  "s": "\\u0418\\/\\"\\\\",|  "empty": {},|  "none": []|}'.split(
      '|',
    ),
  )
})

it('breaks a text of a million characters into short lines and keeps every one of them', () => {
  const long = `${'а\\\\'.repeat(100_000)}😀${'"'.repeat(3_000)}${'😀'.repeat(100_000)}`
  const lines = allLines(JSON.stringify({ long, after: 1 }), readJsonLine)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(2_100)
  expect(lines.every((line) => line.isWellFormed())).toBe(true)
  expect(JSON.parse(lines.join(''))).toEqual({ long, after: 1 })
})

it('keeps all of a text that is not JSON, also when read as JSON', () => {
  expectAll(fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', 'ж', '1') }), (text) => {
    expect(allLines(text, readJsonLine).join('').replaceAll(/ /g, '')).toBe(text)
  })
})

it('reads lines of a text with either line end, and cuts only those that are too long', () => {
  const lines = allLines(`one\r\ntwo\n\n${'x'.repeat(4_500)}`, readTextLine)
  expect(lines.slice(0, 3)).toEqual(['one', 'two', ''])
  expect(lines.slice(3).map(({ length }) => length)).toEqual([2_000, 2_000, 500])
})

it('gives the same lines from any position as from the start', () => {
  const text = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ index, inner: [index, 'x'] })))
  const index = runToEnd(indexLines(text, readJsonLine))
  const all = readLines(text, readJsonLine, index, 0, index.lines)
  for (const from of [0, 1, 499, 500, 501, 7_777, index.lines - 1, index.lines, index.lines + 5]) {
    expect(readLines(text, readJsonLine, index, from, 20)).toEqual(all.slice(from, from + 20))
  }
})

it('finds lines with a word in any case, up to the limit', () => {
  const text = JSON.stringify([{ name: 'Иванов' }, { name: 'петров' }, { name: 'ИВАНОВА' }])
  expect(runToEnd(findLines(text, readJsonLine, 'иванов', 10))).toEqual([2, 8])
  expect(runToEnd(findLines(text, readJsonLine, 'иванов', 1))).toEqual([2])
})
