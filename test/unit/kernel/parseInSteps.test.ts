import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../../preload/contract/ids.ts'
import { parseInSteps } from '../../../main/kernel/text/parseInSteps.ts'
import { expectAllIn } from '../../support/units/expectAll.ts'

const parse = (text: string): Json => JSON.parse(text) as Json

const through = (text: string): { readonly value: Json | undefined; readonly steps: number } => {
  let steps = 0
  try {
    const work = parseInSteps(text, parse)
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) return { value: step.value, steps }
      steps += 1
    }
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
    return { value: undefined, steps }
  }
}

const atOnce = (text: string): Json | undefined => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** Repeated, with a long text among them, until a list of them is cut into several pieces. */
const many = (items: readonly string[], textLength = 400, length = 1_050_000): string => {
  const round = [...items, `"${'x'.repeat(textLength)}"`].join(',')
  return Array.from({ length: Math.ceil(length / (round.length + 1)) }, () => round).join(',')
}

const items = fc.array(
  fc.jsonValue().map((value) => JSON.stringify(value)),
  { minLength: 1, maxLength: 5 },
)

it('reads every value as it is read at once, in pieces', () => {
  const around = fc.constantFrom<readonly [string, string]>(
    ['[', ']'],
    ['{"isSuccess":true,"data":[', '],"message":"list 0"}'],
    ['{"a":[1,2],"data":{"items":\n[ ', ' ],"total":[]}}'],
    ['{"M40":[1],"F40":[[', ']]}'],
  )
  expectAllIn(6, items, around, (rows, [before, after]) => {
    const list = many(rows)
    const text = `${before}${list}${after}`
    const { value, steps } = through(text)
    expect(isDeepStrictEqual(value, parse(text))).toBe(true)
    expect(steps).toBeGreaterThan(1)
  })
})

it('puts several long lists back where they stood', () => {
  const list = many(['{"a":"],[{\\""}', '2'], 400, 600_000)
  const text = `{"first":[${list}],"between":["list 0"],"second":[${list},3]}`
  expect(isDeepStrictEqual(through(text).value, parse(text))).toBe(true)
})

it('accepts and rejects the same texts as JSON.parse', () => {
  const list = many(['{"a":1}', '"x"'], 40)
  expectAllIn(
    6,
    fc.nat({ max: list.length }),
    fc.constantFrom('', ',', ']', '[', '}', '{', '"', '\\', '1'),
    (at, put) => {
      const text = `{"data":[${list.slice(0, at)}${put}${list.slice(at + 1)}]}`
      expect(isDeepStrictEqual(through(text).value, atOnce(text))).toBe(true)
    },
  )
})
